/**
 * How a content file that was changed here and at the remote becomes one: front matter and YAML
 * files key by key, texts by lines. Where that fails a post of ours is kept as a draft beside the
 * remote's, under a name made from its bytes, so that two servers make the same one.
 */

import { threeWayMerge } from '#domain/texts/three-way-merge.ts'
import type { FileSides, MergeRules } from '../../../git/remote/merge-by-path.ts'
import type { FileChange } from '../../../git/repository.ts'
import { FILE_BYTES_MAX } from '../../files/content-files.ts'
import { classifyPath, isProblem } from '../../files/content-paths.ts'
import { parsePostFile } from '../parse-post-file.ts'
import { DATE_KEYS } from '../post-fields.ts'
import { type Fault, loadYaml } from '../yaml/load-yaml.ts'
import { patchYamlMap } from '../yaml/patch-yaml-map.ts'
import {
  type Fences,
  FRONT_MATTER_LENGTH_MAX,
  findFences,
  splitFrontMatter,
} from '../yaml/split-front-matter.ts'
import { YAML_BYTES_MAX } from '../yaml-file.ts'
import { mergeYamlMaps } from './merge-yaml-map.ts'

const COPY_DIGITS = 7
const decoder = new TextDecoder('utf-8', { fatal: true })

function textOf(bytes: Buffer): string | null {
  try {
    const text = decoder.decode(bytes)
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

/** By lines, where adding after the last line changes no other. */
function mergeLines(base: string, ours: string, theirs: string): string | null {
  const ended = (text: string) => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
  const { clean, text } = threeWayMerge(ended(base), ended(ours), ended(theirs))
  return clean ? text : null
}

interface Parts {
  opening: string
  yaml: string
  closing: string
  body: string
}

function partsOf(text: string): Parts | null {
  const fences = findFences(text)
  if (fences === null) return { opening: '', yaml: '', closing: '', body: text }
  if ('reason' in fences) return null
  const { yamlStart, yamlEnd, bodyStart } = fences
  return {
    opening: text.slice(0, yamlStart),
    yaml: text.slice(yamlStart, yamlEnd),
    closing: text.slice(yamlEnd, bodyStart),
    body: text.slice(bodyStart),
  }
}

function mergeMarkdown(base: string, ours: string, theirs: string): string | null {
  const [from, mine, other] = [base, ours, theirs].map(partsOf)
  if (!from || !mine || !other) return null
  const yaml = mergeYamlMaps(from.yaml, mine.yaml, other.yaml)
  const body = mergeLines(from.body, mine.body, other.body)
  if (yaml === null || body === null) return null
  const { opening, closing } = other.opening === '' ? mine : other
  if (opening === '' && yaml !== '') return null
  const text = `${opening}${yaml}${closing}${body}`
  return 'reason' in splitFrontMatter(text.replace(/\r\n?/g, '\n')) ? null : text
}

function mergeYaml(base: string, ours: string, theirs: string): string | null {
  const merged = mergeYamlMaps(base, ours, theirs) ?? mergeLines(base, ours, theirs)
  return merged === null || 'reason' in loadYaml(merged.replace(/\r\n?/g, '\n')) ? null : merged
}

interface Merger {
  merge: (base: string, ours: string, theirs: string) => string | null
  /** Of each side. The merge runs where requests are answered. */
  bytesMax: number
}

/** How the file at a path of the content folder is merged: what is none of its content by lines. */
function mergerOf(path: string): Merger {
  const file = classifyPath(path)
  if (file === null || isProblem(file)) return { merge: mergeLines, bytesMax: FILE_BYTES_MAX }
  return file.path.endsWith('.md')
    ? { merge: mergeMarkdown, bytesMax: FILE_BYTES_MAX }
    : { merge: mergeYaml, bytesMax: YAML_BYTES_MAX }
}

/** What tells a draft from others, where it can be read in a block that cannot. */
const PLAIN_LINE = new RegExp(`^(?:title|${DATE_KEYS.join('|')}):[ \t]+\\S`)

/** Lines of an unreadable block that are a title or a date when they stand alone, each key once. */
function plainLines(text: string): string {
  const kept = new Map<string, string>()
  for (const line of text.slice(0, FRONT_MATTER_LENGTH_MAX).split(/\r\n?|\n/)) {
    const key = PLAIN_LINE.exec(line)?.[0].split(':', 1)[0]
    if (key === undefined || kept.has(key)) continue
    const alone = { path: 'posts/x.md', bytes: Buffer.from(`---\n${line}\n---\n`) }
    const { problems } = parsePostFile(alone, { timeZone: 'UTC', fallbackDate: 0 })
    if (problems.length === 0) kept.set(key, `${line}\n`)
  }
  return [...kept.values()].join('')
}

function isFault(fences: Fences | Fault | null): fences is Fault {
  return fences !== null && 'reason' in fences
}

/**
 * The text as a draft that takes no other's place; null when it is no text. What cannot be read as
 * a post is the draft's text, block and all, below a title and a date.
 */
function draftOf(bytes: Buffer): Buffer | null {
  const text = textOf(bytes)
  if (text === null) return null
  const fences = findFences(text)
  if ('reason' in splitFrontMatter(text.replace(/\r\n?/g, '\n')) || isFault(fences)) {
    return Buffer.from(`---\n${plainLines(text)}draft: true\n---\n\n${text}`)
  }
  if (fences === null) return Buffer.from(`---\ndraft: true\n---\n${text}`)
  const yaml = text.slice(fences.yamlStart, fences.yamlEnd)
  const draft = patchYamlMap(yaml, { draft: true, aliases: undefined, published: undefined })
  return Buffer.from(text.slice(0, fences.yamlStart) + draft + text.slice(fences.yamlEnd))
}

/**
 * The rules for one repository.
 * @param contentPath a path from the top of the work tree as one of the content folder, or null
 */
export function createMergeRules(contentPath: (path: string) => string | null): MergeRules {
  return {
    merge({ path, base, ours, theirs }: FileSides): Buffer | null {
      const { merge, bytesMax } = mergerOf(contentPath(path) ?? '')
      const sides = [base ?? Buffer.alloc(0), ours, theirs]
      if (sides.some((side) => side.length > bytesMax)) return null
      const [from, mine, other] = sides.map(textOf)
      if (from == null || mine == null || other == null) return null
      const text = merge(from, mine, other)
      return text === null ? null : Buffer.from(text)
    },

    copy({ path, ours }: FileSides, revision: string): FileChange | null {
      const file = classifyPath(contentPath(path) ?? '')
      if (file === null || isProblem(file) || file.kind !== 'post') return null
      const bytes = draftOf(ours)
      const name = `-conflict-${revision.slice(0, COPY_DIGITS)}.md`
      return bytes && { path: path.replace(/\.md$/, name), bytes }
    },
  }
}
