import { renderToString } from 'react-dom/server'
import { expect, it } from 'vitest'
import { TextDiff } from './text-diff.tsx'

it('cuts what did not change between words, and not in the middle of a character', () => {
  const words = (text: string) =>
    renderToString(<TextDiff before={`${text} a`} after={`${text} b`} />).replace(/<[^>]*>/g, '')
  const text = Array.from({ length: 200 }, (_, index) => `word${index}`).join(' ')
  const [start = '', end = ''] = words(text).split(' … ')
  expect(text).toContain(`${start}word`)
  expect(start).toMatch(/^word0 .* $/)
  expect(end).toMatch(/^ word\d+ .* word199 ab$/)
  expect(words(`a${'😀'.repeat(500)}`)).not.toMatch(/\p{Surrogate}/u)
})
