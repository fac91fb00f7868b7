import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { xml2js } from 'xml-js'
import { AppError } from '../../../errors.ts'
import { silentLog } from '../../../log.ts'
import { createSocialCards, type SocialCards } from './create-social-cards.ts'
import { readFontMetrics } from './font-metrics.ts'
import { plainTitle, type SocialCard, socialCardSvg } from './social-card-svg.ts'
import { wrapTitle } from './wrap-title.ts'

const card: SocialCard = {
  title: 'Shipping in public',
  brand: 'G.A.P.',
  badge: 'Essay',
  note: 'November 20, 2026 · 5 min read',
  author: 'The author',
  streak: 12,
  strip: [0, 1, 2, 3, 4, 1, 0, 1, 1, 2, 1, 3, 1, 1],
}

const font = readFontMetrics(
  readFileSync(
    createRequire(import.meta.url).resolve(
      '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf',
    ),
  ),
)

describe('titles', () => {
  const widthOf = (text: string, size: number) => [...text].length * size
  const sizes = [
    { size: 2, lines: 1 },
    { size: 1, lines: 2 },
  ]

  it.each<[string, string, string[], number]>([
    ['large when it fits', 'ab cd', ['ab cd'], 2],
    ['smaller over two lines', 'abcd efgh ijk', ['abcd efgh', 'ijk'], 1],
    ['cut at the end', 'abcd efgh ijkl mnop', ['abcd efgh', 'ijkl mnop'], 1],
    ['with an ellipsis', 'abcd efgh ijkl mnop qr', ['abcd efgh', 'ijkl mnop…'], 1],
    ['without spaces', 'abcdefghijklmnopqrstuvwxyz', ['abcdefghij', 'klmnopqrs…'], 1],
  ])('are %s', (_, title, lines, size) => {
    expect(wrapTitle(title, { width: 10, sizes, widthOf })).toEqual({ lines, size })
  })

  it('never have a line that is too wide', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (title) => {
        const wrapped = wrapTitle(title, { width: 10, sizes, widthOf })
        expect(wrapped.lines.length).toBeLessThanOrEqual(2)
        for (const line of wrapped.lines) {
          expect(widthOf(line, wrapped.size)).toBeLessThanOrEqual(10)
        }
      }),
    )
  })

  it('go without pictures, and are the brand when nothing is left', () => {
    expect(plainTitle('Done 🎉 👩‍💻 now', 'G.A.P.')).toBe('Done now')
    expect(plainTitle('🎉', 'G.A.P.')).toBe('G.A.P.')
  })
})

describe('the font', () => {
  it('knows the widths of its characters', () => {
    expect(font.widthOf('i', 1000)).toBeLessThan(font.widthOf('m', 1000) / 2)
    expect(font.widthOf('mm', 10)).toBeCloseTo(2 * font.widthOf('m', 10))
    expect([font.has('é'), font.has('Ж'), font.has('日'), font.has('😀')]).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it('is refused when it is none', () => {
    expect(() => readFontMetrics(new Uint8Array(64))).toThrow(RangeError)
  })
})

describe('the drawing', () => {
  it('is well-formed whatever the words', () => {
    const words = fc.string({ unit: 'binary', maxLength: 40 })
    fc.assert(
      fc.property(words, words, (title, note) => {
        xml2js(socialCardSvg({ ...card, title, note, brand: note, author: title }, font))
      }),
    )
  })
})

describe('the pictures', () => {
  const drawers: SocialCards[] = []
  const folders: string[] = []
  const drawer = (source?: string): SocialCards => {
    const folder = mkdtempSync(join(tmpdir(), 'gap-cards-'))
    folders.push(folder)
    if (source !== undefined) writeFileSync(join(folder, 'worker.mjs'), source)
    const worker = async () => pathToFileURL(join(folder, 'worker.mjs'))
    const made = createSocialCards({ log: silentLog, ...(source === undefined ? {} : { worker }) })
    drawers.push(made)
    return made
  }

  afterEach(async () => {
    await Promise.all(drawers.splice(0).map((made) => made.close()))
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })

  it('are PNG files of 1200 × 630 that differ with their words', async () => {
    const cards = drawer()
    const [first, second, again] = await Promise.all([
      cards.draw(card),
      cards.draw({ ...card, title: '日本語 & <b>' }),
      cards.draw({ ...card }),
    ])
    expect(first.subarray(1, 4).toString()).toBe('PNG')
    expect([first.readUInt32BE(16), first.readUInt32BE(20)]).toEqual([1200, 630])
    expect(second.equals(first)).toBe(false)
    expect(again).toBe(first)
    expect(await cards.draw({ ...card })).toBe(first)
  })

  it('are icons in their size too', async () => {
    const cards = drawer()
    for (const size of [192, 512]) {
      const icon = await cards.draw({ size, purpose: 'any' })
      expect([icon.readUInt32BE(16), icon.readUInt32BE(20)]).toEqual([size, size])
    }
    const [any, maskable] = await Promise.all([
      cards.draw({ size: 512, purpose: 'any' }),
      cards.draw({ size: 512, purpose: 'maskable' }),
    ])
    expect(any.equals(maskable)).toBe(false)
  })

  it('have the words in them', async () => {
    const cards = drawer()
    const full = await cards.draw(card)
    const empty = await cards.draw({ ...card, title: '.', brand: '', author: '', note: '' })
    expect(full.length).toBeGreaterThan(empty.length * 1.5)
  })

  it.each([
    ['cannot load its renderer', `throw new Error('none')`],
    ['ends at once', 'process.exit(1)'],
    [
      'dies of the card',
      `p.postMessage({ type: 'ready' }); p.on('message', () => process.exit(1))`,
    ],
  ])('are refused with 503 when the worker %s', async (_, source) => {
    const cards = drawer(`import { parentPort as p } from 'node:worker_threads'\n${source}`)
    const refused = cards.draw(card)
    await expect(refused).rejects.toBeInstanceOf(AppError)
    await expect(refused).rejects.toMatchObject({ statusCode: 503, code: 'unavailable' })
  })

  it('are refused rather than gathered without end', async () => {
    const cards = drawer(`import { parentPort as p } from 'node:worker_threads'
      p.on('message', () => setTimeout(() => p.postMessage({ type: 'reply', reply: new Uint8Array(1) }), 5))
      p.postMessage({ type: 'ready' })`)
    const asked = Array.from({ length: 60 }, (_, n) => cards.draw({ ...card, title: `${n}` }))
    const answers = await Promise.allSettled(asked)
    expect(answers.filter(({ status }) => status === 'rejected')).toHaveLength(10)
  })
})
