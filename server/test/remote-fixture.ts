/** For tests: a bare remote, and repositories that are kept the same as it. */
import { join } from 'node:path'
import { createMergeRules } from '../content/formats/merge-files.ts'
import { RemoteBranch } from '../git/remote/remote-branch.ts'
import { Sync, type SyncOptions } from '../git/remote/sync.ts'
import { silentLog } from '../log.ts'
import { atEnd } from './at-end.ts'
import { type Fixture, fixtureIn, makeFolder, makeRepository, until } from './git-fixture.ts'

export type Replica = Awaited<ReturnType<typeof replicaIn>>

/** A bare repository that holds what `files` says, on the branch main. */
export function makeRemote(files?: Record<string, string>): Fixture {
  const author = makeRepository(files)
  const folder = join(makeFolder(), 'remote.git')
  author.git('clone', '-q', '--bare', '.', folder)
  return fixtureIn(folder)
}

/** A clone of the remote. */
export function cloneOf(remote: Fixture): Fixture {
  const folder = join(makeFolder(), 'clone')
  remote.git('clone', '-q', remote.folder, folder)
  return fixtureIn(folder)
}

/** What the author commits in a clone and pushes; null removes a file. @returns the clone */
export function pushTo(remote: Fixture, files: Record<string, string | null>): Fixture {
  const author = cloneOf(remote)
  author.commitFiles(files)
  author.git('push', '-q')
  return author
}

/** A repository with a sync that pulls when asked and after 1 s of trouble. */
export async function replicaIn(
  fixture: Fixture,
  remote: string,
  options: Partial<SyncOptions> = {},
) {
  const repository = await fixture.open()
  const branch = new RemoteBranch(repository, remote)
  const sync = new Sync({
    repository,
    remote,
    pullSeconds: 1,
    rules: createMergeRules(repository.contentPath),
    log: silentLog,
    ...options,
  })
  atEnd(() => sync.close())
  /** Resolves when nothing is left to pull or push. */
  const settled = () =>
    until(() => sync.state().state === 'ok' && sync.state().ahead + sync.state().behind === 0)
  return { ...fixture, repository, branch, sync, settled }
}

/** A replica in a fresh clone. */
export const replicaOf = (remote: Fixture, options?: Partial<SyncOptions>) =>
  replicaIn(cloneOf(remote), remote.folder, options)
