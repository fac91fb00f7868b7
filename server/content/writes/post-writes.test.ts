import { expect, it } from 'vitest'
import { RepositoryError } from '../../errors.ts'
import { openStoreIn } from '../../test/content-store-fixture.ts'
import { faultsOf, makeRepository } from '../../test/git-fixture.ts'
import { imagesNamedIn } from './post-writes.ts'

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

it('an image waits on until a commit has it', async () => {
  const author = makeRepository({ 'site.yaml': 'time_zone: UTC\n' })
  let isFailing = false
  const faults = () => {
    if (isFailing) throw Object.assign(new Error('EIO'), { code: 'EIO' })
  }
  const kept = new Map([[IMAGE, Buffer.from('An image')]])
  const images = {
    read: async (path: string) => kept.get(path) ?? null,
    forget: async (paths: readonly string[]) => void paths.map((path) => kept.delete(path)),
  }
  const repository = await author.open({ faults, lockWaitMs: 300 })
  const { store } = await openStoreIn({ ...author, open: async () => repository }, { images })
  const input = { type: 'short' as const, title: 'Loaf', content: `![](/${IMAGE})` }
  isFailing = true
  await expect(store.posts.create(input)).rejects.toBeInstanceOf(RepositoryError)
  expect([author.git('ls-files'), kept.has(IMAGE)]).toEqual(['site.yaml\n', true])
  isFailing = false
  await store.posts.create(input)
  expect([author.git('show', `HEAD:${IMAGE}`), kept.has(IMAGE)]).toEqual(['An image', false])
  expect(faultsOf(author)).toBe('')
})
