import { createHash } from 'node:crypto'
import * as fs from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { type Fixture, faultsOf, locksIn, makeRepository } from '../../test/git-fixture.ts'
import { blobId } from '../objects/object-id.ts'

const inGap = (author: Fixture, name: string) => join(author.folder, '.git/gap', name)

/** The repository as a kill right after the ref had moved leaves it: `posts/a.md` says B in HEAD. */
async function leaveUnfinishedWrite(author: Fixture): Promise<string> {
  const before = { mode: '100644', id: blobId(Buffer.from('A\n')) }
  author.put('posts/a.md', 'B\n')
  author.git('commit', '-q', '--only', '-m', 'Unfinished', 'posts/a.md')
  const [tip = '', id = ''] = author.git('rev-parse', 'HEAD', 'HEAD:posts/a.md').split('\n')
  author.git('update-index', '--cacheinfo', `100644,${before.id},posts/a.md`)
  author.put('posts/a.md', 'A\n')
  // A killed server leaves its socket, on which nobody listens.
  for (const name of ['server.sock', 'lock']) author.put(`.git/gap/${name}`, '')
  const file = { path: 'posts/a.md', before: before.id, after: { mode: '100644', id } }
  const files = [{ ...file, replaceable: [before] }]
  const record = JSON.stringify({ branch: 'refs/heads/main', tip, files })
  const sum = createHash('sha1').update(record).digest('hex')
  author.put('.git/gap/intent', `${sum} ${record}\n`)
  fs.linkSync(inGap(author, 'lock'), join(author.folder, '.git/index.lock'))
  return tip
}

it('the start after a crash completes file and index of a write that had moved its ref', async () => {
  const author = makeRepository()
  author.put('posts/staged.md', 'staged\n')
  author.git('add', 'posts/staged.md')
  const tip = await leaveUnfinishedWrite(author)
  for (const name of ['HEAD.lock', 'refs/heads/main.lock']) {
    fs.writeFileSync(join(author.folder, '.git', name), name === 'HEAD.lock' ? '' : `${tip}\n`)
  }
  fs.writeFileSync(inGap(author, '17-file-0'), 'left')
  // A prune that looked at the refs before the save leaves the commit in the save's folder alone.
  const objects = join(author.folder, '.git/objects')
  const [folder, name] = [tip.slice(0, 2), tip.slice(2)]
  fs.mkdirSync(join(objects, 'gap', folder), { recursive: true })
  fs.renameSync(join(objects, folder, name), join(objects, 'gap', folder, name))
  const repository = await author.open()
  expect(author.text('posts/a.md')).toBe('B\n')
  expect(author.git('status', '--porcelain')).toBe('A  posts/staged.md\n')
  expect(author.git('rev-parse', 'refs/gap/acked').trim()).toBe(tip)
  expect(fs.readdirSync(inGap(author, '')).filter((name) => /^\d|^again/.test(name))).toEqual([])
  await repository.save('posts/a.md', 'C\n')
  expect(author.git('status', '--porcelain')).toBe('A  posts/staged.md\n')
})

it.each<[string, string, (author: Fixture) => unknown]>([
  ['what the author has changed since', 'by hand\n', ({ put }) => put('posts/a.md', 'by hand\n')],
  [
    'a write that was overtaken',
    'A\n',
    ({ git }) => {
      const later = git('commit-tree', '-p', 'HEAD', '-m', 'Later', 'HEAD^^{tree}')
      git('update-ref', 'HEAD', later.trim())
    },
  ],
])('the start after a crash leaves alone %s', async (_, text, act) => {
  const author = makeRepository()
  await leaveUnfinishedWrite(author)
  act(author)
  await author.open()
  expect(author.text('posts/a.md')).toBe(text)
  expect(locksIn(author)).toEqual([])
  expect(author.git('status', '--porcelain')).toBe(text === 'A\n' ? '' : ' M posts/a.md\n')
})

it('the start after a crash waits with the completion until git can read its commit', async () => {
  const author = makeRepository()
  const tip = await leaveUnfinishedWrite(author)
  const later = author.git('commit-tree', '-p', 'HEAD', '-m', 'Later', 'HEAD^{tree}').trim()
  author.git('update-ref', 'HEAD', later)
  const object = join(author.folder, '.git/objects', tip.slice(0, 2), tip.slice(2))
  const bytes = fs.readFileSync(object)
  fs.rmSync(object)
  fs.writeFileSync(object, 'no object')
  const repository = await author.open()
  expect(author.text('posts/a.md')).toBe('A\n')
  fs.writeFileSync(object, bytes)
  await repository.save('posts/b.md', 'B\n')
  expect(author.text('posts/a.md')).toBe('B\n')
  expect(faultsOf(author)).toBe('')
})

it("the start after a crash waits with the completion while an author's command holds the index", async () => {
  const author = makeRepository()
  await leaveUnfinishedWrite(author)
  const lock = join(author.folder, '.git/index.lock')
  fs.rmSync(lock)
  fs.writeFileSync(lock, '')
  const repository = await author.open()
  expect(author.text('posts/a.md')).toBe('A\n')
  fs.rmSync(lock)
  await repository.save('posts/c.md', 'C\n')
  expect(author.text('posts/a.md')).toBe('B\n')
  expect(faultsOf(author)).toBe('')
})
