/** Turns what the system or git reports during a write into the errors that the API names. */
import { AppError, isStorageFull, RepositoryError } from '../../errors.ts'
import { GitFailure } from './git-process.ts'
import { errorCode } from './io.ts'

const FULL_IN_WORDS = /No space left on device|Disk quota exceeded/

const VANISHED = new Set(['ENOENT', 'ESTALE'])
const VANISHED_IN_WORDS =
  /nonexistent object|missing|unable to read|not a valid object|bad object|cannot be accessed/

/**
 * Whether a refused write met something that was there a moment before: a `git gc` or `repack` beside
 * it moves objects and removes folders. Done again from its first step it finds them elsewhere.
 */
export function hasVanished(error: unknown): boolean {
  const cause = error instanceof RepositoryError ? error.cause : error
  if (cause instanceof GitFailure) {
    return cause.command === 'cat-file' || VANISHED_IN_WORDS.test(cause.stderr)
  }
  return VANISHED.has(errorCode(cause))
}

/** A write that did not take place: nothing was changed. What went wrong is the error's cause. */
export function refusedWrite(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = errorCode(error)
  const words = error instanceof GitFailure ? error.stderr : ''
  if (isStorageFull(error) || FULL_IN_WORDS.test(words)) {
    return new RepositoryError('storage_full', 'The disk is full. Nothing was changed.', error)
  }
  if (code !== '' || error instanceof GitFailure) {
    return new RepositoryError(
      'read_only',
      'The repository could not be written. Nothing was changed; the log of the server has the reason.',
      error,
    )
  }
  return error
}
