/**
 * How a content file that was changed on two sides becomes one: front matter and YAML files key by
 * key, texts by lines. Used for pulls from a remote and for saves that began from an older version.
 * Of a key all lines come from one side, so comments and quoting survive. Where two texts of a post do
 * not fit together, one is kept as a draft beside the other, told apart by its name and its state.
 */
import { mergeFile } from '../../git/merge-file.ts'
import type { FileChange, FileSides, MergeRules } from '../../git/repository.ts'
import { FILE_BYTES_MAX } from '../files/content-files.ts'
import { contentFileAt } from '../files/content-paths.ts'
import type { PostRecord, Problem } from '../records.ts'
import { type Fault, unlessFaulty } from './fault.ts'
import { splitFrontMatter } from './front-matter.ts'
import { loadYaml, type YamlMap } from './load-yaml.ts'
import { YAML_BYTES_MAX } from './parsed-file.ts'
import { cutAtKeys, hasValues, isSameValue, patchYamlMap, readMap } from './patch-yaml.ts'
import { POST_FIELDS, readDraft } from './post-fields.ts'
import { decodeUtf8, plainNewlines } from './text-bytes.ts'

const COPY_ID = /^(.+)-conflict-[0-9a-f]{7}$/

/** The three versions of a file, or of a part of it. */
interface MergeTexts {
  base: string
  ours: string
  theirs: string
}

/** What both sides make of a file's base; null where they do not fit together. */
export async function mergeContentFile({
  path,
  base,
  ours,
  theirs,
}: FileSides): Promise<Buffer | null> {
  // What is none of the content is merged by its lines.
  const isContent = contentFileAt(path) !== null
  const isYaml = isContent && !path.endsWith('.md')
  const bytesMax = isYaml ? YAML_BYTES_MAX : FILE_BYTES_MAX
  const merge = isYaml ? mergeYaml : isContent ? mergeMarkdown : mergeLines
  const sides = [base ?? Buffer.alloc(0), ours, theirs]
  if (sides.some((side) => side.length > bytesMax || side.includes(0))) return null
  const [from, mine, other] = sides.map(decodeUtf8)
  if (from == null || mine == null || other == null) return null
  const text = await merge({ base: from, ours: mine, theirs: other })
  return text === null ? null : Buffer.from(text)
}

/** A newline at the end of each, so that adding after the last line changes no other. */
async function mergeLines({ base, ours, theirs }: MergeTexts): Promise<string | null> {
  if (ours === base || ours === theirs) return theirs
  if (theirs === base) return ours
  const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
  const merged = await mergeFile({ base: ended(base), ours: ended(ours), theirs: ended(theirs) })
  return merged?.toString() ?? null
}

async function mergeMarkdown({ base, ours, theirs }: MergeTexts): Promise<string | null> {
  const split = (text: string) => unlessFaulty(() => splitFrontMatter(text))
  const [from, mine, other] = [split(base), split(ours), split(theirs)]
  if (!from || !mine || !other) return null
  const yaml = mergeYamlMaps({ base: from.yaml, ours: mine.yaml, theirs: other.yaml })
  const body = await mergeLines({ base: from.body, ours: mine.body, theirs: other.body })
  if (yaml === null || body === null) return null
  const { open, close } = other.open === '' ? mine : other
  if (open === '' && yaml !== '') return null
  const text = `${open}${yaml}${close}${body}`
  return split(plainNewlines(text)) && text
}

async function mergeYaml(texts: MergeTexts): Promise<string | null> {
  const merged = mergeYamlMaps(texts) ?? (await mergeLines(texts))
  return unlessFaulty(() => {
    loadYaml(plainNewlines(merged ?? ''))
    return merged
  })
}

/** Which side's lines a key gets; null when both changed it in different ways. */
function chooseSide(
  key: string,
  texts: { base: string | undefined; ours: string | undefined; theirs: string | undefined },
  values: { ours: YamlMap; theirs: YamlMap },
): 'ours' | 'theirs' | null {
  const { base, ours, theirs } = texts
  if (ours === theirs || ours === base) return 'theirs'
  if (theirs === base) return 'ours'
  const [mine, other] = [values.ours[key], values.theirs[key]]
  if (key === '' || isSameValue(mine, other)) return 'theirs'
  // Of two times the later is when the text was last edited.
  if (POST_FIELDS.updated.keys.includes(key)) {
    return Date.parse(String(mine)) > Date.parse(String(other)) ? 'ours' : 'theirs'
  }
  return null
}

/** The lines of each key, with the comments below them. */
function linesByKey(yaml: string): Map<string, string> {
  return new Map(
    cutAtKeys(yaml).map(({ key, lines, after }) => {
      const text = lines + after
      return [key, text === '' || text.endsWith('\n') ? text : `${text}\n`]
    }),
  )
}

/** The map with both changes in it; null when both changed one key, or it cannot be told. */
export function mergeYamlMaps(sides: MergeTexts): string | null {
  const [from, mine, other] = [readMap(sides.base), readMap(sides.ours), readMap(sides.theirs)]
  if (!from || !mine || !other) return null
  const [base, ours] = [linesByKey(sides.base), linesByKey(sides.ours)]
  const merged = linesByKey(sides.theirs)
  const expected: YamlMap = { ...other }
  for (const key of new Set([...ours.keys(), ...merged.keys(), ...base.keys()])) {
    const texts = { base: base.get(key), ours: ours.get(key), theirs: merged.get(key) }
    const side = chooseSide(key, texts, { ours: mine, theirs: other })
    if (side === null) return null
    if (side === 'theirs') continue
    if (texts.ours === undefined) merged.delete(key)
    else merged.set(key, texts.ours)
    expected[key] = mine[key] ?? null
  }
  const text = [...merged.values()].join('')
  return hasValues(text, expected) ? text : null
}

/**
 * The rules for merges with a remote.
 * @param contentPath a path from the top of the work tree as one of the content folder, or null
 */
export function createMergeRules(contentPath: (path: string) => string | null): MergeRules {
  return {
    merge: (sides) => mergeContentFile({ ...sides, path: contentPath(sides.path) ?? '' }),

    copy({ path, ours }: FileSides, revision: string): FileChange | null {
      if (contentFileAt(contentPath(path) ?? '')?.kind !== 'post') return null
      const bytes = draftOf(ours)
      return bytes && { path: copyPath(path, revision), bytes }
    },
  }
}

/** The path of a copy beside a post; its revision makes two servers give it the same name. */
function copyPath(path: string, revision: string): string {
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
function draftOf(bytes: Buffer): Buffer | null {
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
