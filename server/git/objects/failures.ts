/** Converts errors of the system and of git during a write into errors of the API. */
import { AppError, isStorageFull, RepositoryError } from '../../errors.ts'
import { GitFailure } from './git-process.ts'
import { errorCode } from './io.ts'

/** The last is git's own, for an index. */
const FULL_PATTERN = /No space left on device|Disk quota exceeded|Out of diskspace/

const VANISHED_CODES = new Set(['ENOENT', 'ESTALE'])
const VANISHED_PATTERN =
  /nonexistent object|missing|unable to read|not a valid object|bad object|cannot be accessed/

/**
 * Whether a write that changed nothing may succeed when it is tried again: a concurrent `git gc`
 * moves objects and removes folders, and a git command may have been killed.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof RepositoryError && error.code === 'outcome_unknown') return false
  const cause = error instanceof RepositoryError ? error.cause : error
  if (cause instanceof GitFailure) {
    if (cause.exitCode === null || cause.command === 'cat-file') return true
    return VANISHED_PATTERN.test(cause.stderr)
  }
  return VANISHED_CODES.has(errorCode(cause))
}

/** Converts the error of a write that changed nothing; the original is its `cause`. */
export function refusedWrite(error: unknown): unknown {
  if (error instanceof AppError) return error
  const code = errorCode(error)
  const stderr = error instanceof GitFailure ? error.stderr : ''
  if (isStorageFull(error) || FULL_PATTERN.test(stderr)) {
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
