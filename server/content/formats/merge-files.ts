/**
 * Three-way merge of content files, for pulls and saves with a stale base: front matter and YAML by
 * key, texts by line. In a conflict ours becomes a copy beside the remote's, that of a post a draft.
 */
import { mergeFile } from '../../git/merge-file.ts'
import type { BlobId, FileChange, FileSides, MergeRules } from '../../git/repository.ts'
import { FILE_BYTES_MAX } from '../files/content-files.ts'
import { conflictCopyPath, contentFileAt, fileIdOf, idKey } from '../files/content-paths.ts'
import { type ContentError, orNull } from './content-error.ts'
import { splitFrontMatter } from './front-matter.ts'
import type { YamlMap } from './load-yaml.ts'
import { parseContentFile } from './parse-content.ts'
import { YAML_BYTES_MAX } from './parsed-file.ts'
import { cutAtKeys, hasValues, isSameValue, readMap } from './patch-yaml.ts'
import { POST_STAMPS, POSTS } from './post-fields.ts'
import { patchText } from './post-file.ts'
import { uniqueId } from './post-id.ts'
import { readDraft } from './post-values.ts'
import { decodeUtf8, plainNewlines } from './text-bytes.ts'

/** Whether a file is readable depends on no date. */
const READING = { timeZone: 'UTC', fallbackDate: 0, defaultZone: 'UTC' }

/** The three versions of a file, or of a part of it. */
interface MergeTexts {
  base: string
  ours: string
  theirs: string
}

/** The merged file; null for a conflict. */
export async function mergeContentFile(sides: FileSides): Promise<Buffer | null> {
  const { path, base, ours, theirs } = sides
  // Other files are merged by line.
  const file = contentFileAt(path)
  // Two servers' time stamps of one commit prove the same.
  if (file?.kind === 'proof') return theirs
  const isYaml = file !== null && path.endsWith('.yaml')
  const bytesMax = isYaml ? YAML_BYTES_MAX : FILE_BYTES_MAX
  const merge = isYaml ? mergeYaml : file && path.endsWith('.md') ? mergeMarkdown : mergeLines
  const versions = [base ?? Buffer.alloc(0), ours, theirs]
  if (versions.some((one) => one.length > bytesMax || one.includes(0))) return null
  const [baseText, ourText, theirText] = versions.map(decodeUtf8)
  if (baseText == null || ourText == null || theirText == null) return null
  const text = await merge({ base: baseText, ours: ourText, theirs: theirText })
  if (text === null) return null
  const merged = Buffer.from(text)
  return !file || parseContentFile(file, merged, READING).value !== null ? merged : null
}

/** Ends each text with a newline, so that an addition at the end does not change the last line. */
async function mergeLines({ base, ours, theirs }: MergeTexts): Promise<string | null> {
  if (ours === base || ours === theirs) return theirs
  if (theirs === base) return ours
  const merged = await mergeFile({ base: ended(base), ours: ended(ours), theirs: ended(theirs) })
  return merged?.toString() ?? null
}

const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

async function mergeMarkdown({ base, ours, theirs }: MergeTexts): Promise<string | null> {
  const split = (text: string) => orNull(() => splitFrontMatter(text))
  const [baseParts, ourParts, theirParts] = [split(base), split(ours), split(theirs)]
  if (!baseParts || !ourParts || !theirParts) return null
  const sides = (part: 'yaml' | 'body') => {
    return { base: baseParts[part], ours: ourParts[part], theirs: theirParts[part] }
  }
  const yaml = mergeYamlMaps(sides('yaml'))
  const body = await mergeLines(sides('body'))
  if (yaml === null || body === null) return null
  const { open, close } = theirParts.open === '' ? ourParts : theirParts
  if (open === '' && yaml !== '') return null
  return `${open}${yaml}${close}${body}`
}

const mergeYaml = (texts: MergeTexts) => mergeYamlMaps(texts) ?? mergeLines(texts)

/** The side whose lines a key gets; null for a conflict. */
function chooseSide(
  key: string,
  texts: { base: string | undefined; ours: string | undefined; theirs: string | undefined },
  values: { ours: YamlMap; theirs: YamlMap },
): 'ours' | 'theirs' | null {
  const { base, ours, theirs } = texts
  if (ours === theirs || ours === base) return 'theirs'
  if (theirs === base) return 'ours'
  const [ourValue, theirValue] = [values.ours[key], values.theirs[key]]
  if (key === '' || isSameValue(ourValue, theirValue)) return 'theirs'
  // The later time wins: it is the last edit.
  if (POST_STAMPS.some((name) => POSTS.keysOf(name).includes(key))) {
    return Date.parse(String(ourValue)) > Date.parse(String(theirValue)) ? 'ours' : 'theirs'
  }
  return null
}

/** The lines of each key, with the comments below them. */
function linesByKey(yaml: string): Map<string, string> {
  return new Map(cutAtKeys(yaml).map(({ key, lines, after }) => [key, ended(lines + after)]))
}

/** The merged YAML map; null for a conflict or unreadable YAML. */
export function mergeYamlMaps(sides: MergeTexts): string | null {
  const [baseMap, ourMap, theirMap] = [sides.base, sides.ours, sides.theirs].map(readMap)
  if (!baseMap || !ourMap || !theirMap) return null
  const [base, ours] = [linesByKey(sides.base), linesByKey(sides.ours)]
  const merged = linesByKey(sides.theirs)
  const expected: YamlMap = { ...theirMap }
  for (const key of new Set([...ours.keys(), ...merged.keys(), ...base.keys()])) {
    const texts = { base: base.get(key), ours: ours.get(key), theirs: merged.get(key) }
    const side = chooseSide(key, texts, { ours: ourMap, theirs: theirMap })
    if (side === null) return null
    if (side === 'theirs') continue
    if (texts.ours === undefined) merged.delete(key)
    else merged.set(key, texts.ours)
    expected[key] = ourMap[key] ?? null
  }
  const text = [...merged.values()].join('')
  return hasValues(text, expected) ? text : null
}

/**
 * The rules for merges with a remote.
 * @param contentPath converts a path from the top of the work tree to the content folder, or null
 */
export function createMergeRules(contentPath: (path: string) => string | null): MergeRules {
  return {
    merge: (sides) => mergeContentFile({ ...sides, path: contentPath(sides.path) ?? '' }),

    copy({ path, ours }: FileSides, revision: BlobId): FileChange {
      const isPost = contentFileAt(contentPath(path) ?? '')?.kind === 'post'
      // By the revision two servers give the copy the same name.
      return {
        path: conflictCopyPath(path, revision),
        bytes: (isPost ? draftOf(ours) : null) ?? ours,
      }
    },

    separate({ ours, theirs }, paths) {
      const keyOf = (path: string) => {
        const file = contentFileAt(contentPath(path) ?? '')
        return file?.kind === 'post' ? idKey(file) : null
      }
      const theirKeys = new Set(theirs.map(keyOf))
      const taken = new Set(paths.map(keyOf))
      const separated = new Map<string, string>()
      for (const path of ours) {
        const key = keyOf(path)
        if (key === null || !theirKeys.has(key)) continue
        const id = uniqueId(fileIdOf(path), (one) => taken.has(idKey({ kind: 'post', id: one })))
        taken.add(idKey({ kind: 'post', id }))
        separated.set(path, path.replace(/[^/]*$/, `${id}.md`))
      }
      return separated
    },
  }
}

/** The text as a draft, of an unreadable post its front matter too; null for a binary file. */
function draftOf(bytes: Buffer): Buffer | null {
  const text = decodeUtf8(bytes)
  if (text === null || text.includes('\0')) return null
  const draft = orNull(() => patchText(bytes, { draft: true }, undefined))
  return draft ?? Buffer.from(`---\ndraft: true\n---\n\n${text}`)
}

/** A conflict copy with the draft state of the site's version; a draft without a readable one. */
export function withStateOf(copy: string, site: string | null): string {
  const data = orNull(() => splitFrontMatter(plainNewlines(site ?? '')).data)
  const faults: ContentError[] = []
  const isDraft = site === null || data === null || readDraft(data, faults) || faults.length > 0
  const published = () => patchText(Buffer.from(copy), { draft: undefined }, undefined).toString()
  return isDraft ? copy : (orNull(published) ?? copy)
}
