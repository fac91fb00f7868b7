/** For tests: objects as bytes, which git takes only literally. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Fixture, testEnv } from './git-fixture.ts'

const FOLDER = '40000'
const FILE = '100755'
const EVIL = '[core]\n\thooksPath = /tmp/evil\n[filter "x"]\n\tclean = touch pwned\n'

interface Entry {
  mode: string
  name: string
  id: string
}

/** Writes an object with these bytes, whatever they are, and returns its id. */
export function putObject({ folder }: Fixture, type: string, input: Buffer | string): string {
  const args = ['hash-object', '-w', '-t', type, '--literally', '--stdin']
  return execFileSync('git', args, { cwd: folder, env: testEnv, input, encoding: 'utf8' }).trim()
}

/** A tree of these entries in this order. */
export function putTree(fixture: Fixture, entries: readonly Entry[]): string {
  const bytes = entries.flatMap(({ mode, name, id }) => [
    Buffer.from(`${mode} ${name}\0`),
    Buffer.from(id, 'hex'),
  ])
  return putObject(fixture, 'tree', Buffer.concat(bytes))
}

/** A commit of a tree on top of the branch main, which then names it. */
export function putCommit(fixture: Fixture, tree: string): string {
  const parent = fixture.git('rev-parse', 'main').trim()
  const commit = fixture.git('commit-tree', tree, '-p', parent, '-m', 'Hostile').trim()
  fixture.git('update-ref', 'refs/heads/main', commit)
  return commit
}

/** The entries of the branch main's root. */
export function rootEntries({ git }: Fixture): Entry[] {
  return git('ls-tree', '-z', 'main')
    .split('\0')
    .flatMap((line) => {
      const [, mode, id, name] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
      return mode && id && name ? [{ mode: mode.replace(/^0/, ''), name, id }] : []
    })
}

/** Entries of the root with one more: a folder of this name with hostile files, or such a file. */
export function hostileRoot(fixture: Fixture, name: string, kind: 'folder' | 'file'): Entry[] {
  const blob = putObject(fixture, 'blob', EVIL)
  const file = (of: string) => ({ mode: FILE, name: of, id: blob })
  const hooks = { mode: FOLDER, name: 'hooks', id: putTree(fixture, [file('pre-commit')]) }
  const inner = putTree(fixture, [file('config'), hooks, file('written-outside')])
  const entry = kind === 'file' ? file(name) : { mode: FOLDER, name, id: inner }
  return [...rootEntries(fixture), entry]
}

/** The tree of the branch main with a folder `zz` more. */
export const withFolder = (fixture: Fixture, id: string) =>
  putTree(fixture, [...rootEntries(fixture), { mode: FOLDER, name: 'zz', id }])

/** The same, with a tree that holds itself `width` times over, so deep. */
export function withNested(fixture: Fixture, depth: number, width: number): string {
  const x = { mode: '100644', name: 'x.md', id: putObject(fixture, 'blob', 'x\n') }
  let id = putTree(fixture, [x])
  for (let level = 0; level < depth; level += 1) {
    const copies = Array.from({ length: width }, (_, at) => ({ mode: FOLDER, name: `f${at}`, id }))
    id = putTree(fixture, copies)
  }
  return withFolder(fixture, id)
}

/** Everything that stands beside and in the repository, with the text of git's own settings. */
export function surroundings({ folder }: Fixture) {
  const git = join(folder, '.git')
  return {
    beside: readdirSync(dirname(folder)).sort(),
    top: readdirSync(folder).sort(),
    config: readFileSync(join(git, 'config'), 'utf8'),
    hooks: readdirSync(join(git, 'hooks')).sort(),
    posts: readdirSync(join(folder, 'posts')).sort(),
  }
}
