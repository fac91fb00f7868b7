import { describe, expect, it } from 'vitest'
import { type GeneratedFile, generateContent } from './generated-content.ts'

const posts = (files: readonly GeneratedFile[]) =>
  files.filter(({ path }) => path.startsWith('posts/'))

describe('the generated site', () => {
  const files = [...generateContent({ posts: 1000, seed: 1 })]

  it('has the same bytes for the same seed, and others for another', () => {
    expect([...generateContent({ posts: 1000, seed: 1 })]).toEqual(files)
    expect([...generateContent({ posts: 1000, seed: 2 })]).not.toEqual(files)
  })

  it('has essays, shorts and links as 5 : 4 : 1', () => {
    const share = (type: string) =>
      posts(files).filter(({ text }) => text.includes(`\ntype: ${type}\n`)).length / 1000
    expect(share('essay')).toBeCloseTo(0.5, 1)
    expect(share('short')).toBeCloseTo(0.4, 1)
    expect(share('link')).toBeCloseTo(0.1, 1)
  })

  it('has a median of about 300 words', () => {
    const lengths = posts(files)
      .map(({ text }) => (text.split('\n---\n')[1] ?? '').split(/\s+/).length)
      .sort((a, b) => a - b)
    expect(lengths[500]).toBeGreaterThan(250)
    expect(lengths[500]).toBeLessThan(350)
  })
})
