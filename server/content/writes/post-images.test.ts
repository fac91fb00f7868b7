import { describe, expect, it } from 'vitest'
import { RepositoryError } from '../../errors.ts'
import { openStoreIn } from '../../test/content-store-fixture.ts'
import { faultsOf, makeRepository } from '../../test/git-fixture.ts'
import { imagesNamedIn } from './post-images.ts'

const IMAGE = 'media/2026/loaf-30x20-0123456789ab.webp'
const OTHER = 'media/2026/loaf-20x30-ba9876543210.webp'

it.each<[string, string, string[]]>([
  ['as markdown', `![Loaf](/${IMAGE} "t")`, [IMAGE]],
  ['as a link', `[large](/${IMAGE})`, [IMAGE]],
  ['with the address of the site', `<https://example.org/${IMAGE}>`, [IMAGE]],
  ['once, named twice', `![](/${IMAGE}) ![](/${IMAGE})`, [IMAGE]],
  ['several', `![](/${IMAGE})![](/${OTHER})`, [IMAGE, OTHER]],
  ['not what the author put there', '![](/media/me.png)', []],
  ['not a way out', '![](/media/2026/../../site.webp)', []],
])('images are found in a text: %s', (_, text, paths) => {
  expect(imagesNamedIn(text)).toEqual(paths)
})

/** Images that wait, in memory. */
function waiting(...paths: string[]) {
  const kept = new Map(paths.map((path) => [path, Buffer.from(`bytes of ${path}`)]))
  return {
    kept,
    read: async (path: string) => kept.get(path) ?? null,
    forget: async (forgotten: readonly string[]) => {
      for (const path of forgotten) kept.delete(path)
    },
  }
}

describe('a save whose n-th step fails', () => {
  it('has post and image or neither, and the image waits on until it has', async () => {
    const author = makeRepository({ 'site.yaml': 'time_zone: UTC\n' })
    let steps = 0
    let failing = 0
    const faults = () => {
      steps += 1
      if (steps === failing) throw Object.assign(new Error('EIO'), { code: 'EIO' })
    }
    const images = waiting()
    const repository = await author.open({ faults, lockWaitMs: 300 })
    const { store } = await openStoreIn({ ...author, open: async () => repository }, { images })
    let refused = 0
    for (failing = 1; ; failing += 1) {
      const path = IMAGE.replace('loaf', `loaf-${failing}`)
      images.kept.set(path, Buffer.from(`bytes ${failing}`))
      steps = 0
      const title = `Loaf ${failing}`
      const input = { type: 'short' as const, title, content: `![](/${path})` }
      const error = await store.posts.create(input).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      steps = Number.NaN
      expect(author.git('status', '--porcelain')).toBe('')
      const files = author.git('ls-files').split('\n')
      const exists = files.includes(path)
      expect(files.includes(`posts/2026/loaf-${failing}.md`)).toBe(exists)
      if (error === null) {
        expect([exists, images.kept.has(path)]).toEqual([true, false])
        expect(author.git('show', `HEAD:${path}`)).toBe(`bytes ${failing}`)
      } else {
        refused += 1
        expect(error).toBeInstanceOf(RepositoryError)
        expect(images.kept.has(path)).toBe(true)
      }
      if (error === null && refused > 0 && failing > 60) break
    }
    expect(refused).toBeGreaterThan(20)
    expect(faultsOf(author)).toBe('')
  }, 120_000)
})
