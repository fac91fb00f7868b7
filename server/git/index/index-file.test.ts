import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { blobId } from '../objects/objects.ts'
import type { TreeEntry } from '../objects/tree.ts'
import {
  changeIndex,
  findIndexEntry,
  formatIndex,
  type GitIndex,
  hasNameClash,
  parseIndex,
} from './index-file.ts'

let folder: string
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: ['pipe', 'pipe', 'pipe'] })
const indexPath = () => join(folder, '.git/index')

function readIndex(): GitIndex {
  const index = parseIndex(readFileSync(indexPath()))
  if (index === null) throw new Error('git wrote an index that we cannot read')
  return index
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gap-index-'))
  git('init', '-q')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Names that sort differently as bytes, as UTF-16 and as folders.
const name = fc.constantFrom('a', 'a.b', 'a-b', 'ab', 'b', 'é', 'z', 'Z', '𝒳', '\uffee', ' x')
const path = fc.oneof(
  name.map((file) => `${file}.md`),
  fc.tuple(name, name).map(([inside, file]) => `${inside}/${file}.md`),
  fc.nat(70).map((length) => `long/${'n'.repeat(length)}.md`),
  fc.constant(`deep/${'x'.repeat(4200)}`),
)
const entry = fc.record({
  mode: fc.constantFrom('100644', '100755'),
  id: fc.nat(50).map((n) => blobId(Buffer.from(`${n}`))),
})
const entries = fc.dictionary(path, entry, { maxKeys: 30 })
const edits = fc.dictionary(path, fc.option(entry), { maxKeys: 10 })

function fillIndex(wanted: Record<string, TreeEntry>): void {
  rmSync(indexPath(), { force: true })
  const lines = Object.entries(wanted).map(([file, { mode, id }]) => `${mode} ${id}\t${file}\0`)
  execFileSync('git', ['update-index', '-z', '--add', '--index-info'], {
    cwd: folder,
    input: lines.join(''),
  })
}

const listing = () => git('ls-files', '-s', '-z')

describe('the index', () => {
  it('ends as git would have left it, for any set of changes', async () => {
    await fc.assert(
      fc.asyncProperty(entries, edits, async (before, changes) => {
        fillIndex(before)
        if (Object.keys(before).length === 0) git('read-tree', '--empty')
        const changed = await changeIndex(readIndex(), new Map(Object.entries(changes)), 0)
        const after: Record<string, TreeEntry> = { ...before }
        for (const [file, value] of Object.entries(changes)) {
          if (value === null) delete after[file]
          else after[file] = value
        }
        for (const file of Object.keys({ ...before, ...changes })) {
          expect(findIndexEntry(changed, file)).toEqual(after[file] ?? null)
        }
        writeFileSync(indexPath(), formatIndex(changed))
        const ours = listing()
        fillIndex(after)
        expect(ours).toBe(listing())
      }),
      { numRuns: 60 },
    )
  })

  it('is read with flags of version 3 and keeps them', async () => {
    fillIndex({ 'a.md': { mode: '100644', id: blobId(Buffer.from('1')) } })
    writeFileSync(join(folder, 'b.md'), 'b')
    git('add', '-N', 'b.md')
    const index = readIndex()
    expect(index.version).toBe(3)
    const id = blobId(Buffer.from('2'))
    const changes = new Map([['a.md', { mode: '100644', id }]])
    writeFileSync(indexPath(), formatIndex(await changeIndex(index, changes, 0)))
    expect(git('ls-files', '-s', 'a.md')).toContain(id)
    expect(git('ls-files', '--debug', 'b.md')).toContain('flags: 20004000')
    rmSync(join(folder, 'b.md'))
  })

  it('says nothing about versions and extensions that only git knows', () => {
    fillIndex({ 'a.md': { mode: '100644', id: blobId(Buffer.from('1')) } })
    git('update-index', '--index-version', '4')
    expect(parseIndex(readFileSync(indexPath()))).toBeNull()
    git('update-index', '--index-version', '2')
    git('update-index', '--split-index')
    expect(parseIndex(readFileSync(indexPath()))).toBeNull()
    git('update-index', '--no-split-index')
    const broken = readFileSync(indexPath())
    broken[20] = (broken[20] ?? 0) ^ 1
    expect(parseIndex(broken)).toBeNull()
  })

  it('shows an edit that was made in the second of the last git add', async () => {
    rmSync(indexPath())
    writeFileSync(join(folder, 'racy.md'), 'one')
    git('add', 'racy.md')
    git('commit', '-qm', 'x', '--author=a <a@b>')
    writeFileSync(join(folder, 'racy.md'), 'two')
    const index = readIndex()
    const changed = await changeIndex(index, new Map(), index.entries.readUInt32BE(8))
    expect(changed.entries.readUInt32BE(36)).toBe(0)
    const later = await changeIndex(index, new Map(), index.entries.readUInt32BE(8) + 1)
    expect(later.entries.readUInt32BE(36)).toBe(3)
  })

  it.each<[string, boolean]>([
    ['a.md/b', true],
    ['posts', true],
    ['posts/a.md/x/y', true],
    ['post', false],
    ['posts/b.md', false],
    ['posts/a.md', false],
  ])('knows whether %s stands in the way of another name: %s', (file, clashes) => {
    const id = blobId(Buffer.from('1'))
    fillIndex({ 'a.md': { mode: '100644', id }, 'posts/a.md': { mode: '100644', id } })
    expect(hasNameClash(readIndex(), file)).toBe(clashes)
  })
})
