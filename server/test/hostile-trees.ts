/** For tests: objects as bytes, which git's own commands would refuse to make. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Fixture } from './git-fixture.ts'

export interface HostileEntry {
  mode: string
  name: string | Buffer
  id: string
}

/** Writes a loose object with these bytes, whatever they are, and returns its id. */
export function putObject({ folder }: Fixture, type: string, input: Buffer | string): string {
  const body = Buffer.from(input)
  const bytes = Buffer.concat([Buffer.from(`${type} ${body.length}\0`), body])
  const id = createHash('sha1').update(bytes).digest('hex')
  const objects = join(folder, existsSync(join(folder, '.git')) ? '.git/objects' : 'objects')
  const file = join(objects, id.slice(0, 2), id.slice(2))
  if (existsSync(file)) return id
  mkdirSync(join(objects, id.slice(0, 2)), { recursive: true })
  writeFileSync(file, deflateSync(bytes))
  return id
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
