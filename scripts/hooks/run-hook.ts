/**
 * What the installed hooks run. Before a commit and before a push is taken only the changed files
 * are judged; after a push the author is told what it did. A fault of ours never blocks anybody.
 */
import { printablePath } from '../../server/content/files/content-paths.ts'
import type { Problem } from '../../server/content/records.ts'
import type { Git } from '../../server/git/objects/git-process.ts'
import { pushAnswer } from './push-answer.ts'
import { pushHints } from './push-hints.ts'
import {
  type Change,
  changesBetween,
  filesInCommit,
  filesInIndex,
  readFiles,
  stagedChanges,
  type TreeFile,
} from './tree-files.ts'
import { changedProblems } from './tree-problems.ts'
import { contextOf, readRecords } from './tree-records.ts'

export const HOOKS = ['pre-commit', 'pre-receive', 'post-receive'] as const
export type Hook = (typeof HOOKS)[number]

interface HookDeps {
  git: Git
  /** The content folder in the repository, empty or ending in `/`. */
  prefix: string
  /** The setting TIME_ZONE, null without. */
  timeZone: string | null
  siteUrl: string | null
  /** Milliseconds since 1970. */
  now: number
  print(line: string): void
}

interface PushedRef {
  before: string
  after: string
  ref: string
}

/** Runs one hook. @param input what git gives it on stdin. @returns the exit status */
export async function runHook(hook: Hook, input: string, given: HookDeps): Promise<number> {
  // A name in a repository may hold what moves the cursor of the terminal that shows it.
  const deps = { ...given, print: (line: string) => given.print(printablePath(line)) }
  if (hook === 'pre-commit') return refuseProblems(await stagedProblems(deps), 'commit', deps)
  const refs = pushedBranches(input)
  if (hook === 'post-receive') return answerPush(refs, deps)
  const problems: Problem[] = []
  for (const ref of refs) {
    for (const problem of await pushedProblems(ref, deps)) problems.push(problem)
  }
  if (problems.length === 0) {
    for (const { ref } of refs) for (const line of await pushHints(deps.git, ref)) deps.print(line)
  }
  return refuseProblems(problems, 'push', deps)
}

/** Branches that get a commit; what is deleted, and tags, show nothing. */
function pushedBranches(input: string): PushedRef[] {
  return input.split('\n').flatMap((line) => {
    const [before = '', after = '', ref = ''] = line.split(' ')
    return ref.startsWith('refs/heads/') && !/^0+$/.test(after) ? [{ before, after, ref }] : []
  })
}

async function stagedProblems(deps: HookDeps): Promise<Problem[]> {
  const { git, prefix } = deps
  const [files, changes] = [await filesInIndex(git, prefix), await stagedChanges(git, prefix)]
  return problemsIn(files, changes, deps)
}

async function pushedProblems({ before, after }: PushedRef, deps: HookDeps): Promise<Problem[]> {
  const { git, prefix } = deps
  const files = await filesInCommit(git, after, prefix)
  const known = /^0+$/.test(before) ? await branchPoint(git, after) : before
  return problemsIn(files, await changesBetween(git, { before: known, after, prefix }), deps)
}

/** A new branch is judged by what it adds to the one that is there; zeros when there is none. */
async function branchPoint(git: Git, commit: string): Promise<string> {
  return git.text(['merge-base', 'HEAD', commit]).catch(() => '0')
}

async function problemsIn(
  files: readonly TreeFile[],
  changes: ReadonlyMap<string, Change>,
  { git, timeZone, now }: HookDeps,
): Promise<Problem[]> {
  const changed = files.filter(({ path }) => changes.has(path))
  if (changed.length === 0) return []
  const context = await contextOf(git, files, { timeZone, now })
  const problems: Problem[] = []
  for await (const group of readFiles(git, changed)) {
    const judged = new Set(group.files.map(({ path }) => path))
    const isChanged = (path: string) => judged.has(path)
    for (const one of changedProblems({ files, isChanged, blobs: group.blobs, context })) {
      problems.push(one)
    }
  }
  return problems.sort(byFileAndLine)
}

function byFileAndLine(a: Problem, b: Problem): number {
  return a.file === b.file ? (a.line ?? 0) - (b.line ?? 0) : a.file < b.file ? -1 : 1
}

function refuseProblems(
  problems: readonly Problem[],
  what: 'commit' | 'push',
  { prefix, print }: HookDeps,
): number {
  if (problems.length === 0) return 0
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`
  print(`G.A.P. refuses this ${what}: ${count} in the content it changes.`)
  for (const { file, line, reason } of problems) print(`${prefix}${file}:${line ?? 1}: ${reason}`)
  return 1
}

async function answerPush(refs: readonly PushedRef[], deps: HookDeps): Promise<number> {
  const { git, prefix, timeZone, now } = deps
  const head = await git.text(['symbolic-ref', '-q', 'HEAD']).catch(() => '')
  const isBare = (await git.text(['rev-parse', '--is-bare-repository'])) === 'true'
  const pushed = refs.find(({ ref }) => ref === head)
  if (pushed === undefined) return 0
  const { before, after } = pushed
  const changes = await changesBetween(git, { before, after, prefix })
  if (changes.size === 0) return 0
  const files = await filesInCommit(git, after, prefix)
  const context = await contextOf(git, files, { timeZone, now })
  const records = await readRecords(git, files, { context, prefix, commit: after })
  const { siteUrl } = deps
  const site = { ...context.site, time_zone: context.timeZone }
  const push = { ...records, changes, now, site, siteUrl, isServed: !isBare }
  for (const line of pushAnswer(push)) deps.print(line)
  return 0
}
