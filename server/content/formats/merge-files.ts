/**
 * How a content file that was changed on two sides becomes one: front matter and YAML files key by
 * key, texts by lines. Used for pulls from a remote and for saves that began from an older version.
 */
import { mergeFile } from '../../git/merge-file.ts'
import type { FileChange, FileSides, MergeRules } from '../../git/repository.ts'
import { FILE_BYTES_MAX } from '../files/content-files.ts'
import { classifyPath, isProblem } from '../files/content-paths.ts'
import { copyPath, draftOf } from './conflict-copy.ts'
import { unlessFaulty } from './fault.ts'
import { splitFrontMatter } from './front-matter.ts'
import { loadYaml } from './load-yaml.ts'
import { mergeYamlMaps } from './merge-yaml.ts'
import { YAML_BYTES_MAX } from './parsed-file.ts'
import { decodeUtf8, plainNewlines } from './text-bytes.ts'

/** The three versions of a file, or of a part of it. */
export interface MergeTexts {
  base: string
  ours: string
  theirs: string
}

type Merge = (texts: MergeTexts) => Promise<string | null>

/** What both sides make of a file's base; null where they do not fit together. */
export async function mergeContentFile({
  path,
  base,
  ours,
  theirs,
}: FileSides): Promise<Buffer | null> {
  const { merge, bytesMax } = mergerOf(path)
  const sides = [base ?? Buffer.alloc(0), ours, theirs]
  if (sides.some((side) => side.length > bytesMax || side.includes(0))) return null
  const [from, mine, other] = sides.map(decodeUtf8)
  if (from == null || mine == null || other == null) return null
  const text = await merge({ base: from, ours: mine, theirs: other })
  return text === null ? null : Buffer.from(text)
}

/** What is none of the content is merged by its lines. */
function mergerOf(path: string): { merge: Merge; bytesMax: number } {
  const file = classifyPath(path)
  if (file === null || isProblem(file)) return { merge: mergeLines, bytesMax: FILE_BYTES_MAX }
  return path.endsWith('.md')
    ? { merge: mergeMarkdown, bytesMax: FILE_BYTES_MAX }
    : { merge: mergeYaml, bytesMax: YAML_BYTES_MAX }
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

/**
 * The rules for merges with a remote.
 * @param contentPath a path from the top of the work tree as one of the content folder, or null
 */
export function createMergeRules(contentPath: (path: string) => string | null): MergeRules {
  return {
    merge: (sides) => mergeContentFile({ ...sides, path: contentPath(sides.path) ?? '' }),

    copy({ path, ours }: FileSides, revision: string): FileChange | null {
      const file = classifyPath(contentPath(path) ?? '')
      if (file === null || isProblem(file) || file.kind !== 'post') return null
      const bytes = draftOf(ours)
      return bytes && { path: copyPath(path, revision), bytes }
    },
  }
}
