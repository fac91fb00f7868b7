/** What in our own repository keeps an exchange with the remote waiting, in sentences for a person. */
import type { Integrated } from '../repository.ts'

/** Something in our own repository keeps an exchange waiting. */
export class LocalObstacle extends Error {
  readonly files: readonly string[]

  constructor(message: string, files: readonly string[] = []) {
    super(message)
    this.name = 'LocalObstacle'
    this.files = files
  }
}

/** Null when the fetched commit came in. */
export function obstacleOf({
  outcome,
  files,
}: Pick<Integrated, 'outcome' | 'files'>): LocalObstacle | null {
  const some = files.length === 1 ? 'A file' : `${files.length} files`
  if (outcome === 'waiting') {
    return new LocalObstacle(
      `${some} that the remote changed ${files.length === 1 ? 'is' : 'are'} being edited on this server. Commit or discard that first.`,
      files,
    )
  }
  if (outcome === 'unsupported') {
    return new LocalObstacle(
      `${some} of the remote cannot be brought in by the server: a link, a submodule, over 64 MiB, or in the place of a folder. Please run git pull there.`,
      files,
    )
  }
  if (outcome === 'unrelated') {
    return new LocalObstacle(
      'The remote holds another history than this repository. Start from a clone of it.',
    )
  }
  return null
}
