/** Whatever reads a text on the way of a request takes at most three times as long for twice the text. */
import { expect, it } from 'vitest'
import { characterCount } from '#domain/post.ts'
import { mergeYamlMaps } from '../content/formats/merge-files.ts'
import { composePostFile, parsePostFile, patchPostFile } from '../content/formats/post-file.ts'
import { foldText, snippetOf } from '../content/search/search.ts'
import { excerptText, readingText } from '../markdown/plain-text.ts'
import { countWordsOf } from '../markdown/words.ts'
import { growthOf } from './growth.ts'
import { HOSTILE_TEXTS } from './hostile-texts.ts'

const BYTES = 64 * 1024
const READING = { timeZone: 'Europe/Berlin', fallbackDate: 0 }
const UPDATED = '2026-11-20T00:00:00+01:00'

const fileOf = (content: string) => ({
  path: 'posts/a.md',
  bytes: composePostFile({ type: 'essay', title: 'A', content }, UPDATED),
})

/** The text with a word added in every tenth line, or in its middle when it is one line. */
function edited(text: string): string {
  const lines = text.split('\n')
  if (lines.length > 1) return lines.map((line, n) => (n % 10 ? line : `${line} x`)).join('\n')
  return `${text.slice(0, text.length / 2)} x ${text.slice(text.length / 2)}`
}

/** What is done with a text, by name. */
const WORK: Record<string, (text: string) => unknown> = {
  'counting words': (text) => countWordsOf(readingText(text)),
  'its reading text': readingText,
  'its text under a title': (text) => readingText(`# ${text}`, { title: 'A' }),
  'its excerpt': (text) => excerptText(text, 200),
  'counting characters': characterCount,
  'reading a post': (text) => parsePostFile(fileOf(text), READING),
  'changing a post': (text) =>
    patchPostFile(fileOf(text), () => ({ content: edited(text) }), READING),
  'merging keys': (text) =>
    mergeYamlMaps({ base: text, ours: `${text}\nx: 1\n`, theirs: `${text}\ny: 2\n` }),
  'folding words': foldText,
  'a snippet': (text) => snippetOf(text, ['nowhere']),
}

const texts = Object.entries({
  ...HOSTILE_TEXTS,
  'marks out of order': (bytes: number) => `a${'\u0301\u0323'.repeat(bytes / 4)}`,
})

it.each(Object.entries(WORK))(
  '%s takes no more than three times as long for twice the text',
  async (_, work) => {
    const steep: string[] = []
    for (const [text, textOf] of texts) {
      const { half, whole, isBounded } = await growthOf(work, textOf(BYTES), textOf(2 * BYTES))
      if (!isBounded) steep.push(`${text}: ${half.toFixed(1)} ms, ${whole.toFixed(1)} ms`)
    }
    expect(steep).toEqual([])
  },
  120_000,
)
