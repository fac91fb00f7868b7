/**
 * Runs in the installed hooks: `content check` on the staged or pushed files. Problems in unchanged
 * files do not block a commit or push, nor does a failure of the check itself.
 */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { plural } from '#domain/texts/plural.ts'
import { checkContent } from '../../server/content/check-content.ts'
import { printablePath } from '../../server/content/files/content-paths.ts'
import type { Problem } from '../../server/content/records.ts'
import { type Git, GitFailure } from '../../server/git/objects/git-process.ts'
import { withContentOf } from '../content/committed-content.ts'
import { hookGit } from '../content/git.ts'

export const HOOKS = ['pre-commit', 'pre-receive'] as const

const NO_COMMIT = /^0+$/

/** A commit (null: the index) and the arguments of `git diff` for its changes. */
interface Changes {
  commit: string | null
  range: string[]
}

/**
 * Runs `hook NAME PREFIX`, called by git in the work tree's top folder, or in the git directory for a push.
 * @returns 1 if a changed content file has a problem
 */
export async function runHook([hook, prefix = '']: string[]): Promise<number> {
  try {
    const isCommit = hook === 'pre-commit'
    const problems: Problem[] = []
    const git = hookGit()
    const staged = { commit: null, range: ['--cached'] }
    for (const changes of isCommit ? [staged] : await pushedChanges(git, readFileSync(0, 'utf8'))) {
      problems.push(...(await problemsOfChanges(git, changes, prefix)))
    }
    return refuse(isCommit ? 'commit' : 'push', prefix, problems)
  } catch (error) {
    console.error(
      `G.A.P. could not check the content: ${error instanceof Error ? error.message : error}`,
    )
    return 0
  }
}

/** Changes of the pushed branches, from git's input; deletions and tags are ignored. */
async function pushedChanges(git: Git, input: string): Promise<Changes[]> {
  const pushed: Changes[] = []
  for (const line of input.split('\n')) {
    const [before = '', after = '', ref = ''] = line.split(' ')
    if (!ref.startsWith('refs/heads/') || NO_COMMIT.test(after)) continue
    // A new branch is compared with its merge base with HEAD.
    const isNew = NO_COMMIT.test(before)
    const base = isNew ? await baseOfNewBranch(git, after) : before
    pushed.push({ commit: after, range: [base, after] })
  }
  return pushed
}

/** The merge base with HEAD, or the empty tree, whose id depends on the repository's format. */
async function baseOfNewBranch(git: Git, commit: string): Promise<string> {
  try {
    return await git.text(['merge-base', 'HEAD', commit])
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    return git.text(['hash-object', '-t', 'tree', '--stdin'], { input: '' })
  }
}

async function problemsOfChanges(
  git: Git,
  { commit, range }: Changes,
  prefix: string,
): Promise<Problem[]> {
  const diff = ['diff', '-z', '--name-only', '--no-renames', '--diff-filter=d', ...range]
  const listed = await git.text([...diff, '--', prefix || '.'], { timeLimitMs: 0 })
  if (listed === '') return []
  const changed = listed.split('\0').map((path) => path.slice(prefix.length))
  const paths = new Set(changed)
  // Of two files with the same id the check reports the second, which may be the unchanged one.
  const names = new Set(changed.map((path) => basename(path).toLowerCase()))
  const isChosen = (path: string) => paths.has(path) || names.has(basename(path).toLowerCase())
  return withContentOf({ git, prefix, commit }, async ({ folder }) => {
    return (await checkContent({ contentDir: folder, timeZone: null }, isChosen)).problems
  })
}

/** Prints the problems to stderr. File names may contain escape sequences, which are removed. */
function refuse(what: string, prefix: string, problems: readonly Problem[]): number {
  if (problems.length === 0) return 0
  const count = plural(problems.length, 'problem')
  console.error(`G.A.P. refuses this ${what}: ${count} in the content it changes.`)
  for (const { file, line, reason } of problems) {
    console.error(printablePath(`${prefix}${file}:${line ?? 1}: ${reason}`))
  }
  return 1
}
