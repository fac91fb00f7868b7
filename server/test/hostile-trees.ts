/** For tests: objects as bytes, which git's own commands would refuse to make. */
import { execFileSync } from 'node:child_process'
import { type Fixture, testEnv } from './git-fixture.ts'

export interface HostileEntry {
  mode: string
  name: string | Buffer
  id: string
}

/** Writes an object with these bytes, whatever they are, and returns its id. */
export function putObject({ folder }: Fixture, type: string, input: Buffer | string): string {
  const args = ['hash-object', '-t', type, '-w', '--literally', '--stdin']
  return execFileSync('git', args, { cwd: folder, env: testEnv, input }).toString().trim()
}

/** A tree of these entries in this order. */
export function putTree(fixture: Fixture, entries: readonly HostileEntry[]): string {
  const bytes = entries.map(({ mode, name, id }) =>
    Buffer.concat([
      Buffer.from(`${mode} `),
      Buffer.from(name),
      Buffer.from([0]),
      Buffer.from(id, 'hex'),
    ]),
  )
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
export function rootEntries({ git }: Fixture): HostileEntry[] {
  return git('ls-tree', '-z', 'main')
    .split('\0')
    .flatMap((line) => {
      const [, mode, id, name] = /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s.exec(line) ?? []
      return mode && id && name ? [{ mode: mode.replace(/^0/, ''), name, id }] : []
    })
}
