/**
 * The repository of a content folder for as long as the server runs: finds or makes it, opens it,
 * and opens it again when it was missing and is back.
 */
import { createIo } from '../objects/io.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'
import type { Repository } from '../repository.ts'
import { type FoundRepository, findRepository, type RepositoryOptions } from './find-repository.ts'
import { type OpenOptions, OpenRepository } from './open-repository.ts'
import { createPresence } from './presence.ts'
import { createReturningRepository, type PresentRepository } from './returning-repository.ts'
import { createUnusableRepository } from './unusable-repository.ts'

/**
 * The repository of a content folder, ready for use. Without git, or where nothing can be written,
 * it is `read_only`. @throws BareRepositoryError, SecondServerError
 */
export async function createRepository(options: RepositoryOptions): Promise<Repository> {
  const { contentDir, log } = options
  const all = { ...options, io: options.io ?? createIo(options.faults) }
  const found = await findRepository(all)
  if (found.fixed !== null) log.warn({}, found.fixed.message)
  if (found.git === null) return createUnusableRepository(contentDir, found.fixed)
  const { paths } = found
  const isSamePlace = ({ top, prefix }: RepositoryPaths) =>
    top === paths.top && prefix === paths.prefix
  return createReturningRepository({
    contentDir,
    gitFolder: paths.gitFolder,
    log,
    opened: await openPresent(all, found),
    async open() {
      const again = await findRepository({ ...all, isAgain: true })
      // A repository around the missing one has other content.
      return again.git !== null && isSamePlace(again.paths) ? openPresent(all, again) : null
    },
  })
}

async function openPresent(
  options: OpenOptions,
  found: FoundRepository,
): Promise<PresentRepository> {
  const presence = createPresence(options.contentDir, found.paths)
  return { presence, repository: await OpenRepository.open(options, found) }
}
