/**
 * Expected errors. The error handler answers them with their status and `{error, code}`; any other
 * error is a bug: logged and answered with 500.
 */

interface ErrorParts {
  details?: Record<string, unknown>
  headers?: Record<string, string>
  /** The error of the system or of a library, only for the log. */
  cause?: unknown
}

export class AppError extends Error {
  readonly statusCode: number
  /** Stable identifier for API clients. */
  readonly code: string
  /** Members of the answer besides `error` and `code`. */
  readonly details: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(
    statusCode: number,
    code: string,
    message: string,
    { details = {}, headers = {}, ...options }: ErrorParts = {},
  ) {
    super(message, options)
    this.name = new.target.name
    this.statusCode = statusCode
    this.code = code
    this.details = details
    this.headers = headers
  }
}

export class BadRequestError extends AppError {
  constructor(message: string, code = 'bad_request') {
    super(400, code, message)
  }
}

/** Invalid fields, each with a sentence for the user. */
export class ValidationError extends AppError {
  constructor(fields: Record<string, string>) {
    const message = Object.values(fields)[0] ?? 'The input is not valid.'
    super(400, 'validation', message, { details: { fields } })
  }
}

export class UnauthorizedError extends AppError {
  constructor(message = 'Please log in.') {
    super(401, 'unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } })
  }
}

export class NotFoundError extends AppError {
  constructor(message = 'Not found') {
    super(404, 'not_found', message)
  }
}

/** The file changed since the editor loaded it; nothing was overwritten. */
export class ConflictError extends AppError {
  constructor(message: string, details: Record<string, unknown> = {}) {
    super(409, 'conflict', message, { details })
  }
}

export class TooManyRequestsError extends AppError {
  constructor(message: string, retryAfterSeconds: number) {
    const headers = { 'retry-after': String(retryAfterSeconds) }
    super(429, 'too_many_requests', message, { headers })
  }
}

const REPOSITORY_STATUS = {
  repository_locked: 503,
  repository_busy: 503,
  wrong_branch: 503,
  read_only: 503,
  storage_full: 507,
  outcome_unknown: 500,
}
type RepositoryErrorCode = keyof typeof REPOSITORY_STATUS

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Whether a write failed because the disk or quota is full. */
export function isStorageFull(error: unknown): boolean {
  return error instanceof Error && 'code' in error && FULL.has(String(error.code))
}

/** The answer needs the history, which the server is still reading. */
export class HistoryPendingError extends AppError {
  constructor() {
    super(503, 'history_pending', 'The history is still being read. Please try again in a moment.')
  }
}

/** A commit that failed, or whose outcome is unknown. */
export class RepositoryError extends AppError {
  constructor(code: RepositoryErrorCode, message: string, cause?: unknown) {
    super(REPOSITORY_STATUS[code], code, message, cause === undefined ? {} : { cause })
  }
}

/** sysexits.h: the configuration is at fault. */
const EXIT_CONFIG = 78

/** The server cannot start, for a reason that its owner can fix. */
export class StartError extends Error {
  readonly exitCode: number

  /** @param message for the owner, a line for each fault */
  constructor(message: string, exitCode = EXIT_CONFIG) {
    super(message)
    this.name = new.target.name
    this.exitCode = exitCode
  }
}
