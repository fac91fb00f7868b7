/** Whatever reads a text on the way of a request takes at most three times as long for twice the text. */
import { expect, it } from 'vitest'
import { characterCount } from '#domain/post.ts'
import { mergeYamlMaps } from '../content/formats/merge-files.ts'
import { composePostFile, parsePostFile, patchPostFile } from '../content/formats/post-file.ts'
import { foldText, snippetOf } from '../content/search/search.ts'
import { countWordsOf, excerptText, readingText } from '../markdown/plain-text.ts'

/** Times below it are the machine's, or a bounded effort that the smaller input did not use up. */
const NOISE_MS = 60
const GROWTH_MAX = 3
/** A busy machine slows down some rounds; the fastest one says what the work takes. */
const ROUNDS = 3
const ROUNDS_MAX = 9

/** Measures the work for both inputs; more often where it looks slow, which may be the machine's. */
async function growthOf<Input>(work: (input: Input) => unknown, half: Input, whole: Input) {
  const growth = { half: Infinity, whole: Infinity, isBounded: false }
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    growth.half = Math.min(growth.half, await timeOf(work, half))
    growth.whole = Math.min(growth.whole, await timeOf(work, whole))
    growth.isBounded = growth.whole <= Math.max(growth.half, NOISE_MS) * GROWTH_MAX
    // A short time only gets shorter.
    if (growth.whole <= NOISE_MS * GROWTH_MAX || (growth.isBounded && round >= ROUNDS)) break
  }
  return growth
}

async function timeOf<Input>(work: (input: Input) => unknown, input: Input): Promise<number> {
  const start = process.cpuUsage()
  await work(input)
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const LIMIT = { timeout: 120_000 }
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

const WORK = Object.entries<(text: string) => unknown>({
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
})

const filled = (unit: string, bytes: number) =>
  unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))))

const REPEATED =
  '>¦]¦[a](¦*a **a ¦a\n=\n¦- item\n¦a\nb\n\n¦<a b="¦<p>a <b>b\n¦ภาษาไทย¦漢字¦a¦a\u0301\u0323'.split(
    '¦',
  )
const LEVELS = Array.from({ length: 200 }, (_, level) => `${' '.repeat(2 * level)}- a\n`)

/** Texts of about so many bytes, each made to be slow. */
const HOSTILE_TEXTS: ((bytes: number) => string)[] = [
  ...REPEATED.map((unit) => (bytes: number) => filled(unit, bytes)),
  (bytes) => `| a | b |\n|---|---|\n${filled('| c | d |\n', bytes - 20)}`,
  (bytes) => ['|a', '|-', '|b'].map((cell) => `${filled(cell, bytes / 3 - 2)}|\n`).join(''),
  (bytes) => filled(LEVELS.join(''), bytes),
  (bytes) => Array.from({ length: bytes / 16 }, (_, n) => `[a${n}]: /x`).join('\n'),
  (bytes) => `a${filled('\n', bytes - 2)}b`,
  (bytes) => `<script>${filled('</script ', bytes - 8)}`,
  (bytes) => `a${filled(' ', bytes - 5)}b: 1`,
  (bytes) => `a${filled('\u0301', bytes - 1)}`,
]

it.each(WORK)('%s takes at most three times as long for twice the text', LIMIT, async (_, work) => {
  const steep: string[] = []
  for (const textOf of HOSTILE_TEXTS) {
    const { half, whole, isBounded } = await growthOf(work, textOf(BYTES), textOf(2 * BYTES))
    const times = `${half.toFixed(1)} ms, ${whole.toFixed(1)} ms`
    if (!isBounded) steep.push(`${JSON.stringify(textOf(BYTES).slice(0, 40))}: ${times}`)
  }
  expect(steep).toEqual([])
})

const PIECES =
  ']¦*¦>¦> ¦[¦`¦`a``b```¦- ¦~a¦_a¦<¦<a ¦<a b="¦<!--¦<p>¦</p¦<p a="¦<script>¦\n\n<h1>¦a <svg> ¦\n\n<p>&amp;<!-- ¦' +
  '![¦](¦[a](¦[a](b "¦&¦\\¦|¦|-¦# ¦*_¦a**b¦1. ¦[^1]¦[a][¦\n- ¦\n>¦a\n-\n¦ ¦\t¦今日は晴れです¦ก'

it('plain text is made in one pass of whatever is repeated', async () => {
  const read = (text: string) => [countWordsOf(readingText(text)), excerptText(text, 200)]
  const repeated = (piece: string, bytes: number) => `${piece.repeat(bytes / piece.length)}x`
  for (const piece of PIECES.split('¦')) {
    const [half, whole] = [repeated(piece, 100_000), repeated(piece, 200_000)]
    expect(await growthOf(read, half, whole), piece).toMatchObject({ isBounded: true })
  }
}, 120_000)
