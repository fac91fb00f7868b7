/** The hooks that `content check --install-hook` writes, and what they run. */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, relative, resolve } from 'node:path'
import { plural } from '#domain/texts/plural.ts'
import { checkContent } from '../../server/content/check-content.ts'
import { printablePath } from '../../server/content/files/content-paths.ts'
import type { Problem } from '../../server/content/problem.ts'
import { authorEnvironment, Git, GitFailure } from '../../server/git/objects/git-process.ts'
import { quoted } from '../../server/git/objects/git-shell.ts'
import { findRepositoryPlace } from '../../server/git/objects/repository-place.ts'
import { CommandError, type CommandSettings, currentFolder } from '../content/command-settings.ts'
import { withContentOf } from '../content/committed-content.ts'
import { hookGit } from '../content/git.ts'
import { UsageError } from '../content/usage.ts'

/** First lines of our hooks, in every version. */
const SIGNATURE = '#!/bin/sh\n# Written by G.A.P. '

/**
 * Installs the hooks in the repository of the content folder or in the given one.
 * @param bareFolder content folder in a bare repository; empty: its top
 * @throws UsageError, CommandError
 */
export async function runInstallHook(
  [repository, ...others]: string[],
  { contentDir, program }: CommandSettings,
  bareFolder: string,
): Promise<number> {
  if (others.length > 0) throw new UsageError('Hooks are installed in one repository at a time.')
  const folder = repository === undefined ? contentDir : resolve(currentFolder(), repository)
  const { isBare, hooksFolder, isOwn, prefix } = await findPlace(folder, bareFolder)
  if (isOwn) mkdirSync(hooksFolder, { recursive: true })
  for (const hook of isBare ? ['pre-receive'] : ['pre-commit', 'pre-receive']) {
    const path = join(hooksFolder, hook)
    const run = [process.execPath, program].map(quoted).join(' ')
    const call = `${run} 'hook' '${hook}' ${quoted(prefix)}`
    if (isOwn && (!existsSync(path) || readFileSync(path, 'utf8').startsWith(SIGNATURE))) {
      // Replace the file instead of writing to it: git may be running the old one.
      rmSync(path, { force: true })
      writeFileSync(path, hookText(run, call), { mode: 0o755 })
      console.log(`${hook}: installed`)
    } else {
      const why = isOwn ? 'there is one already' : 'core.hooksPath keeps hooks elsewhere'
      console.log(`${hook}: left alone, since ${why}. Add this to ${path}:\n  ${call}`)
    }
  }
  return 0
}

async function findPlace(folder: string, bareFolder: string) {
  const at = realpathSync(folder)
  const place = findRepositoryPlace(at) ?? { top: null, gitFolder: at }
  const git = new Git({ place, cwd: at, env: authorEnvironment(process.env) })
  const args = ['rev-parse', '--path-format=absolute', '--git-common-dir', '--git-path', 'hooks']
  const answer = await git.text(args).catch((error) => {
    if (!(error instanceof GitFailure)) throw error
    throw new CommandError(
      'There is no git repository here; the first start of the site makes one.',
    )
  })
  const [commonFolder = '', hooksFolder = ''] = answer.split('\n')
  const inside = place.top === null ? bareFolder : relative(place.top, at)
  const prefix = inside.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/')
  const isOwn = `${hooksFolder}/`.startsWith(`${commonFolder}/`)
  return { isBare: place.top === null, hooksFolder, prefix, isOwn }
}

function hookText(run: string, call: string): string {
  return `${SIGNATURE}(content check --install-hook).
# Without the built command everything is let through, with a message.
for file in ${run}; do
  if [ ! -f "$file" ]; then
    echo "G.A.P.: $file is missing, so the content is not checked. Build the site again." >&2
    exit 0
  fi
done
exec ${call}
`
}

const NO_COMMIT = /^0+$/

/** A commit (null: the index) and the arguments of `git diff` for its changes. */
interface Changes {
  commit: string | null
  range: string[]
}

/**
 * Runs `hook NAME PREFIX`, called by git in the work tree's top folder, or in the git directory for
 * a push: checks the staged or pushed files. Problems in others do not block, nor does a failure.
 * @returns 1 if a changed content file has a problem
 */
export async function runHook([hook, prefix = '']: string[]): Promise<number> {
  try {
    const isCommit = hook === 'pre-commit'
    const git = hookGit()
    const staged = { commit: null, range: ['--cached'] }
    const problems: Problem[] = []
    for (const changes of isCommit ? [staged] : await pushedChanges(git, readFileSync(0, 'utf8'))) {
      problems.push(...(await problemsOfChanges(git, changes, prefix)))
    }
    if (problems.length === 0) return 0
    const [what, count] = [isCommit ? 'commit' : 'push', plural(problems.length, 'problem')]
    console.error(`G.A.P. refuses this ${what}: ${count} in the content it changes.`)
    for (const { file, line, reason } of problems) {
      // File names may contain escape sequences, which are removed.
      console.error(printablePath(`${prefix}${file}:${line ?? 1}: ${reason}`))
    }
    return 1
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    console.error(`G.A.P. could not check the content: ${reason}`)
    return 0
  }
}

/** Changes of the pushed branches, from git's input; deletions and tags are ignored. */
async function pushedChanges(git: Git, input: string): Promise<Changes[]> {
  const pushed: Changes[] = []
  for (const line of input.split('\n')) {
    const [before = '', after = '', ref = ''] = line.split(' ')
    if (!ref.startsWith('refs/heads/') || NO_COMMIT.test(after)) continue
    const base = NO_COMMIT.test(before) ? await baseOfNewBranch(git, after) : before
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
