/** What names the public content: equal content gives an equal digest, also after a restart. */
import { createHash, hash } from 'node:crypto'
import type { HistoryFacts } from '#domain/record/history-facts.ts'
import type { PostRecord } from '../records.ts'
import type { ContentParts } from './content-parts.ts'

/** Hex digits of a digest. It tells versions apart and is no defence against an attacker. */
const LENGTH = 16

/** Hex digits of a post's own number: sums of such numbers are exact. */
const NUMBER_LENGTH = 12
const NUMBERS = 16 ** NUMBER_LENGTH

/** A number for each record, which never changes. */
const numbers = new WeakMap<PostRecord, number>()

/** The digest of the public posts: a sum, since one post changes and thousands do not. */
export function digestOfPosts(posts: readonly PostRecord[]): string {
  const sum = posts.reduce((before, post) => (before + numberOf(post)) % NUMBERS, 0)
  return digestOf([String(posts.length), String(sum)])
}

function numberOf(post: PostRecord): number {
  const known = numbers.get(post)
  if (known !== undefined) return known
  // Dates may come from the zone or the file's history, so the revision alone does not name them.
  const { id, revision, created_at, updated_at, day } = post
  const digits = hash('sha1', [id, revision, created_at, updated_at, day].join('\0'), 'hex')
  const number = Number.parseInt(digits.slice(0, NUMBER_LENGTH), 16)
  numbers.set(post, number)
  return number
}

const PUBLIC_PARTS = [
  'site',
  'about',
  'resources',
  'listedTags',
  'projects',
  'moves',
  'renames',
  'edits',
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
  if (name === 'facts' && parts.facts !== null) return [sumOfFacts(parts.facts)]
  return part instanceof Map ? [...part] : [part]
}

/** Of the commits in any order: they name all that they say, and there are thousands of them. */
function sumOfFacts({ beginsAt, logged, projects }: HistoryFacts): unknown {
  const versions = [...projects.values()].flat()
  const commits = [...logged.values(), ...versions].map(({ commit }) => commit)
  const sumAt = (start: number) =>
    commits.reduce((sum, id) => sum + Number.parseInt(id.slice(start, start + 8), 16), 0)
  return [beginsAt, logged.size, commits.length, sumAt(0), sumAt(8)]
}

const textOf = (piece: unknown) => JSON.stringify(piece)

/** The digest of texts in their order. */
export function digestOf(texts: readonly string[]): string {
  return createHash('sha1').update(texts.join('\n')).digest('hex').slice(0, LENGTH)
}
