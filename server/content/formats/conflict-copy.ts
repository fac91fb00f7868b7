/** Drafts that a merge puts beside a post: the other version, told apart by its name and its state. */
import type { PostRecord, Problem } from '../records.ts'
import { type Fault, unlessFaulty } from './fault.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { YamlValue } from './load-yaml.ts'
import { patchYamlMap, type YamlChanges, type YamlInput } from './patch-yaml.ts'
import { readDraft } from './post-fields.ts'
import { decodeUtf8, plainNewlines } from './text-bytes.ts'

const COPY_ID = /^(.+)-conflict-[0-9a-f]{7}$/

/** The path of a copy beside a post; its revision makes two servers give it the same name. */
export function copyPath(path: string, revision: string): string {
  return path.replace(/\.md$/, `-conflict-${revision.slice(0, 7)}.md`)
}

/** The id of the post that a draft is the other version of; null when it is none. */
export function originalOf({ id, draft }: Pick<PostRecord, 'id' | 'draft'>): string | null {
  return draft ? (COPY_ID.exec(id)?.[1] ?? null) : null
}

/** One entry for each copy that is still there: choosing between the two is how it is resolved. */
export function conflictCopies(posts: readonly PostRecord[]): Problem[] {
  return posts.flatMap((post) => {
    const original = originalOf(post)
    if (original === null) return []
    const reason = `Two sides changed '${original}' at the same place. The text of the remote stands there, the other is this draft until one of the two is chosen.`
    return [{ file: post.path, line: null, reason }]
  })
}

/**
 * The text as a draft that takes no other's place; null when it is no text. What cannot be read as
 * a post is the draft's text, block and all.
 */
export function draftOf(bytes: Buffer): Buffer | null {
  const text = decodeUtf8(bytes)
  if (text === null || text.includes('\0')) return null
  const state = { draft: true, aliases: undefined, published: undefined }
  return Buffer.from(withState(text, state) ?? `---\ndraft: true\n---\n\n${text}`)
}

/**
 * A copy's text as the post would have it: `draft`, `published` and `aliases` are those of the site's
 * text. Without one, or where its front matter or its flags cannot be read, it stays a draft.
 */
export function withStateOf(copy: string, site: string | null): string {
  const data = unlessFaulty(() => splitFrontMatter(plainNewlines(site ?? '')).data)
  const faults: Fault[] = []
  if (data !== null) readDraft(data, faults)
  if (site === null || data === null || faults.length > 0) return copy
  const { draft, published, aliases } = data
  const state = { draft: inputOf(draft), published: inputOf(published), aliases: inputOf(aliases) }
  return withState(copy, state) ?? copy
}

/** The text with these keys; null where it has no front matter that can be read. */
function withState(text: string, state: YamlChanges): string | null {
  return unlessFaulty(() => {
    const { open, yaml, close, body } = splitFrontMatter(text)
    return open === '' ? null : open + patchYamlMap(yaml, state) + close + body
  })
}

/** A value as it was read, to be written again. */
function inputOf(value: YamlValue | undefined): YamlInput | undefined {
  if (Array.isArray(value)) return value.filter((item) => typeof item === 'string')
  if (typeof value !== 'string') return undefined
  return /^(?:true|false)$/i.test(value) ? value.toLowerCase() === 'true' : value
}
