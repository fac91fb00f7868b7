/**
 * A markdown file's front matter and body, read by gray-matter. Its only engine is the strict
 * reader: by default it runs the code of `---js` blocks.
 */
import matter from 'gray-matter'
import { Fault } from './fault.ts'
import { looksLikeFrontMatter } from './front-matter-look.ts'
import { isYamlMap, loadYaml, type YamlMap, type YamlValue } from './load-yaml.ts'
import { lineAt } from './text-bytes.ts'

/** The parts of a text, which together are all of it; empty strings where it has none. */
interface FrontMatter {
  /** The line of the opening fence. */
  open: string
  /** The YAML between the fences; it begins in line 2. */
  yaml: string
  /** The line of the closing fence. */
  close: string
  body: string
  /** What the YAML says. */
  data: YamlMap
}

/** Characters of front matter; more is refused unread. */
export const FRONT_MATTER_LENGTH_MAX = 16 * 1024

const UNREADABLE =
  'This looks like front matter and cannot be read as such: it must begin in the first line, with three dashes and nothing else.'
const CONFLICT = 'There is a conflict marker here.'
const CONFLICT_MARKER = /^(?:(?:<{7}|>{7}|\|{7})(?: |\r?$)|={7}\r?$)/m
const FENCE_LINE = /^---[ \t]*(?:\r?\n|$)/

/**
 * Splits and reads a text without byte order mark, with any kind of newline but a lone `\r`.
 * @throws Fault whose line counts from the first of the text
 */
export function splitFrontMatter(text: string): FrontMatter {
  const open = FENCE_LINE.exec(text)?.[0]
  if (open === undefined) return withoutFrontMatter(text)
  const end = text.indexOf('\n---', 3) + 1
  if (end === 0) throw new Fault(1, 'The front matter has no closing line of three dashes.')
  if (end - open.length > FRONT_MATTER_LENGTH_MAX) {
    throw new Fault(1, `The front matter is longer than ${FRONT_MATTER_LENGTH_MAX / 1024} KiB.`)
  }
  const close = FENCE_LINE.exec(text.slice(end))?.[0]
  if (close === undefined) {
    throw new Fault(lineAt(text, end), 'A line of front matter begins with dashes.')
  }
  const yaml = text.slice(open.length, end)
  const body = text.slice(end + close.length)
  const conflict = CONFLICT_MARKER.exec(yaml)
  if (conflict !== null) throw new Fault(lineAt(yaml, conflict.index) + 1, CONFLICT)
  // A block of nothing but comments does not get to the reader.
  const data: YamlValue = matter(text, MATTER_OPTIONS).data.value ?? {}
  if (!isYamlMap(data)) {
    throw new Fault(2, 'The front matter must be a list of `key: value` lines.')
  }
  // An empty block hides nothing: the author means the block below it.
  if (Object.keys(data).length === 0 && looksLikeFrontMatter(body)) {
    throw new Fault(lineAt(text, end + close.length), UNREADABLE)
  }
  return { open, yaml, close, body, data }
}

function refuseCode(): never {
  throw new Error('Only YAML is read as front matter.')
}

/** Given with each call: without options, gray-matter keeps what it read and shares it. */
const MATTER_OPTIONS = {
  language: 'yaml',
  engines: {
    // The block begins behind the opening dashes, so its lines count as those of the file.
    yaml: { parse: (block: string) => ({ value: loadYaml(`${block}\n`) }) },
    javascript: refuseCode,
  },
}

function withoutFrontMatter(text: string): FrontMatter {
  const [first = ''] = text.slice(0, 200).split('\n', 1)
  if (/^(?:---+[ \t]*[a-z]+\s*$|\+\+\+\s*$|\{\s*(?:"|\}|$))/i.test(first)) {
    throw new Fault(1, 'Only YAML is read as front matter, after a line of three dashes.')
  }
  if (first.startsWith('<<<<<<< ')) throw new Fault(1, CONFLICT)
  if (looksLikeFrontMatter(text)) throw new Fault(1, UNREADABLE)
  return { open: '', yaml: '', close: '', body: text, data: {} }
}
