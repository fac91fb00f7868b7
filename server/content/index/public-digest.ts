/** What names the public content: equal content gives an equal digest, also after a restart. */
import { createHash, hash } from 'node:crypto'
import type { HistoryFacts } from '#domain/record/history-facts.ts'
import type { PostRecord } from '../records.ts'
import type { ContentParts } from './content-parts.ts'

/** Hex digits of a digest. It tells versions apart and is no defence against an attacker. */
const LENGTH = 16

/** Hex digits of the number of one in a set: sums of such numbers are exact. */
const NUMBER_LENGTH = 12
const NUMBERS = 16 ** NUMBER_LENGTH

/** A number for each record, which never changes. */
const numbers = new WeakMap<PostRecord, number>()

/** The digest of the public posts. */
export function digestOfPosts(posts: readonly PostRecord[]): string {
  return digestOf(namesOfSet(posts.map(numberOf)))
}

/** What names a set, in any order: a sum, since of thousands one changes and the others do not. */
function namesOfSet(members: readonly number[]): string[] {
  const sum = members.reduce((before, number) => (before + number) % NUMBERS, 0)
  return [String(members.length), String(sum)]
}

/** @param digits hex digits of a hash */
const numberFrom = (digits: string) => Number.parseInt(digits.slice(0, NUMBER_LENGTH), 16)

function numberOf(post: PostRecord): number {
  const known = numbers.get(post)
  if (known !== undefined) return known
  // Dates may come from the zone or the file's history, so the revision alone does not name them.
  const { id, revision, created_at, updated_at, day } = post
  const names = [id, revision, created_at, updated_at, day]
  const number = numberFrom(hash('sha1', names.join('\0'), 'hex'))
  numbers.set(post, number)
  return number
}

const PUBLIC_PARTS = [
  'site',
  'pages',
  'listedTags',
  'projects',
  'moves',
  'renames',
  'facts',
] as const

/** The digests of parts, each of which never changes. */
const digests = new WeakMap<object, string>()

/** Whether what visitors see of two is the same. */
export function samePublicParts(a: ContentParts, b: ContentParts): boolean {
  return PUBLIC_PARTS.every((name) => a[name] === b[name])
}

/** The digest of everything public that is not a post. */
export function digestOfParts(parts: ContentParts): string {
  return digestOf(PUBLIC_PARTS.map((name) => `${name}\0${digestOfPart(name, parts)}`))
}

function digestOfPart(name: (typeof PUBLIC_PARTS)[number], parts: ContentParts): string {
  const part = parts[name]
  if (part === null) return ''
  const known = digests.get(part) ?? digestOf(piecesOf(name, parts).map(textOf).sort())
  digests.set(part, known)
  return known
}

/** Order of files on disk says nothing; order inside one file does. */
function piecesOf(name: (typeof PUBLIC_PARTS)[number], parts: ContentParts): unknown[] {
  const part = parts[name]
  if (name === 'projects') return [...parts.projects]
  if (name === 'facts' && parts.facts !== null) return [namesOfFacts(parts.facts)]
  return part instanceof Map ? [...part] : [part]
}

/** The commits name all that the facts say. */
function namesOfFacts({ beginsAt, logged, projects }: HistoryFacts): unknown {
  const commits = [...logged.values(), ...[...projects.values()].flat()]
  const numbers = commits.map(({ commit }) => numberFrom(commit))
  return [beginsAt, logged.size, ...namesOfSet(numbers)]
}

const textOf = (piece: unknown) => JSON.stringify(piece)

/** The digest of texts in their order. */
export function digestOf(texts: readonly string[]): string {
  return createHash('sha1').update(texts.join('\n')).digest('hex').slice(0, LENGTH)
}
