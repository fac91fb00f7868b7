/**
 * Errors of an exchange with the remote. Messages are for a person and contain no path or secret.
 */

/** A fetch or push that failed; `cause` is for the log. */
export class RemoteFailure extends Error {}

/** An exchange has to wait for something in our repository. */
export class LocalObstacle extends Error {
  readonly files: readonly string[]

  constructor(message: string, files: readonly string[] = []) {
    super(message)
    this.files = files
  }
}

/** Files of the remote that only a person's `git pull` can bring in. */
export const unsupportedFiles = (files: readonly string[]) =>
  new LocalObstacle(
    `${numberOf(files)} of the remote cannot be brought in by the server: a link, a submodule, over 64 MiB, with a name that is not UTF-8, or in the place of a folder. Please run git pull there.`,
    files,
  )

export const numberOf = (files: readonly string[]) =>
  files.length === 1 ? 'A file' : `${files.length} files`

/** First match wins: what git prints last is often only a consequence. */
const REASONS: readonly (readonly [RegExp, string])[] = [
  [
    /Authentication failed|Permission denied \(|could not read (?:Username|Password)|terminal prompts disabled|returned error: 40[13]|Host key verification failed/,
    'The remote refuses the login of this server.',
  ],
  [/hook declined|pre-receive|protected branch/, 'A hook or rule of the remote refuses the push.'],
  [
    /branch is currently checked out|refusing to update checked out/,
    'The remote takes no pushes to the branch that it has checked out.',
  ],
  [/shallow update not allowed/, 'This clone is shallow. Please run git fetch --unshallow in it.'],
  [/No space left|disk quota/i, 'There is no room left on a disk.'],
  [
    /Permission denied|unable to create temporary|insufficient permission|unpacker error/,
    'The remote does not let this server write.',
  ],
  [
    /not resolve host|Connection (?:refused|reset|timed out)|timed out|timeout|unable to access|not appear to be a git repository|does not exist|not found|Could not read from remote|No route|unreachable|hung up/i,
    'The remote cannot be reached.',
  ],
]

const OTHER = 'The remote did not take part; the log of the server has the reason.'

/** Removes the credentials of URLs from git's output. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/(?<![\w+.-])([\w+.-]+:\/\/)[^\s/]*@/g, '$1')
    .replace(/([?&][^=\s&?]*=)[^\s&'"]+/g, '$1…')
}

/** Maps git's output to a reason; `cause` contains no secrets. */
export function remoteFailure(error: unknown): RemoteFailure {
  const text = error instanceof Error ? error.message : String(error)
  const reason = REASONS.find(([pattern]) => pattern.test(text))?.[1] ?? OTHER
  return new RemoteFailure(reason, { cause: withoutSecrets(text).slice(0, 2_000) })
}
