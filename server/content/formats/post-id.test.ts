import fc from 'fast-check'
import { expect, it } from 'vitest'
import { idFromTitle, slugOf, uniqueId } from './post-id.ts'

it.each([
  ['Shipping in public', 'shipping-in-public'],
  ['Hello Wörld & more', 'hello-woerld-and-more'],
  ["Don't use JavaScript", 'dont-use-javascript'],
  ['\u200fצה״ל ב-2025', 'צה-ל-ב-2025'],
  ['हिन्दी में लिखना', 'हिन्दी-में-लिखना'],
  ['日本語のブログー', '日本語のブログー'],
  ['React 入門：ＡＩ編', 'react-入門-ai編'],
  ['Об’єкт О\u02bcНіл', 'об-єкт-оʼніл'],
  ['ו\u05b9\u05bcא', 'ו\u05b9\u05bcא'.normalize('NFC')],
  ["L'été à 5 µm 🎉", 'l-ete-a-5-m'],
  [`${'word '.repeat(20)}`, `${'word-'.repeat(16).slice(0, -1)}`],
  [`a ${'b'.repeat(100)}`, `a-${'b'.repeat(78)}`],
])('an id of %j is %s', async (title, id) => {
  expect(await idFromTitle(title, '2026-11-20')).toBe(id)
})

it('an id of a title with nothing to slug is the day and a random part', async () => {
  expect(await idFromTitle('🎉 — !', '2026-11-20')).toMatch(/^2026-11-20-[0-9a-z]{4}$/)
})

it.each([
  [[], 'a', 'a'],
  [['a'], 'a', 'a-2'],
  [['कि'.repeat(33)], 'कि'.repeat(33), `${'कि'.repeat(33)}-2`],
  [[], 'admin', 'admin-2'],
  [['tags-2'], 'tags', 'tags-3'],
  [['x'.repeat(80)], 'x'.repeat(80), `${'x'.repeat(78)}-2`],
])('an id that is free beside %j for %s is %s', (taken, base, id) => {
  expect(uniqueId(base, (one) => (taken as string[]).includes(one))).toBe(id)
})

it('an id is always words of letters with their marks and digits, and its own slug', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', maxLength: 200 }), async (title) => {
      const id = uniqueId(await idFromTitle(title, '2026-11-20'), () => false)
      expect(id).toMatch(/^(?=.{1,80}$)[^-]+(?:-[^-]+)*$/u)
      expect(id).toBe(id.toLowerCase())
      expect(id).toMatch(/^[\p{L}\p{M}\p{N}-]+$/u)
      expect(Buffer.byteLength(id)).toBeLessThanOrEqual(200)
      expect(id.normalize('NFC')).toBe(id)
      expect(await slugOf(id)).toBe(id)
    }),
    { numRuns: 1_000 },
  )
})
