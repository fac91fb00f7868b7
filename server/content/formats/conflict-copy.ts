/** Drafts that a merge puts beside a post: the other version, told apart by its name and its state. */
import type { PostRecord, Problem } from '../records.ts'
import { type Fault, unlessFaulty } from './fault.ts'
import { splitFrontMatter } from './front-matter.ts'
import { patchYamlMap } from './patch-yaml.ts'
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
 * The text as a draft; null when it is no text. What cannot be read as a post is the draft's text,
 * block and all.
 */
export function draftOf(bytes: Buffer): Buffer | null {
  const text = decodeUtf8(bytes)
  if (text === null || text.includes('\0')) return null
  return Buffer.from(withDraft(text, true) ?? `---\ndraft: true\n---\n\n${text}`)
}

/**
 * A copy's text as the post would have it: a draft or not as the site's text is. Without one, or where
 * its front matter or its flags cannot be read, it stays a draft.
 */
export function withStateOf(copy: string, site: string | null): string {
  const data = unlessFaulty(() => splitFrontMatter(plainNewlines(site ?? '')).data)
  const faults: Fault[] = []
  const isDraft = site === null || data === null || readDraft(data, faults) || faults.length > 0
  return isDraft ? copy : (withDraft(copy, undefined) ?? copy)
}

/** The text with this flag; null where it has no front matter that can be read. */
function withDraft(text: string, draft: true | undefined): string | null {
  return unlessFaulty(() => {
    const { open, yaml, close, body } = splitFrontMatter(text)
    return open === '' ? null : open + patchYamlMap(yaml, { draft }) + close + body
  })
}
