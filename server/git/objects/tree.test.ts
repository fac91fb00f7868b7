import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { changeTree } from './change-tree.ts'
import { createIo } from './io.ts'
import { blobId, gitObject, ObjectWriter } from './objects.ts'
import { entryAt, type TreeEntry } from './tree.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gap-tree-'))
  execFileSync('git', ['init', '-q'], { cwd: folder })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const git = (args: string[], input?: string) =>
  execFileSync('git', args, { cwd: folder, input, env: { ...process.env, GIT_INDEX_FILE: 'own' } })

const stored = new Map<string, Buffer>()

const trees = {
  async read(id: string): Promise<Buffer> {
    const tree = stored.get(id) ?? git(['cat-file', 'tree', id])
    stored.set(id, tree)
    return tree
  },
}

const name = fc.constantFrom('a', 'a.b', 'a-b', 'ab', 'a0', 'é', 'z', 'Z', '1', '100644 x')
const path = fc.oneof(
  name.map((file) => `${file}.md`),
  fc.tuple(name, name).map(([inside, file]) => `${inside}/${file}`),
  fc.tuple(name, name, name).map((names) => names.join('.d/')),
)
const entry = fc.record({
  mode: fc.constantFrom('100644', '100755', '120000'),
  id: fc.nat(50).map((n) => blobId(Buffer.from(`${n}`))),
})

/** The tree git itself makes of these files. */
function treeByGit(files: Record<string, TreeEntry>): string {
  rmSync(join(folder, 'own'), { force: true })
  const lines = Object.entries(files).map(([file, { mode, id }]) => `${mode} ${id}\t${file}\0`)
  git(['update-index', '-z', '--add', '--index-info'], lines.join(''))
  return git(['write-tree', '--missing-ok']).toString().trim()
}

it('ends as git would have made it, for any set of changes', async () => {
  const writer = new ObjectWriter({ io: createIo(), folder: join(folder, '.git/objects') })
  await fc.assert(
    fc.asyncProperty(
      fc.dictionary(path, entry, { minKeys: 1, maxKeys: 20 }),
      fc.dictionary(path, fc.option(entry), { maxKeys: 8 }),
      async (before, changes) => {
        const root = treeByGit(before)
        const changed = await changeTree(trees, root, new Map(Object.entries(changes)))
        await writer.write(changed.objects)
        for (const object of changed.objects) stored.set(object.id, object.body)
        const after: Record<string, TreeEntry> = { ...before }
        for (const [file, value] of Object.entries(changes)) {
          if (value === null) delete after[file]
          else after[file] = value
        }
        for (const file of Object.keys(after)) {
          expect(await entryAt(trees, changed.id, file)).toEqual(after[file])
        }
        expect(changed.id).toBe(treeByGit(after))
      },
    ),
    { numRuns: 40 },
  )
})

it('is the empty tree after the last file went', async () => {
  const root = treeByGit({ 'x/y/z': { mode: '100644', id: blobId(Buffer.from('1')) } })
  const changed = await changeTree(trees, root, new Map([['x/y/z', null]]))
  expect(changed.id).toBe(gitObject('tree', Buffer.alloc(0)).id)
})
