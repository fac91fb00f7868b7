/** Makes trees and commits by git, which converts the files as for `git add`. */
import { dirname, join } from 'node:path'
import { cleanLines } from '#domain/texts/control-characters.ts'
import { mapConcurrently } from '../../workers/turns.ts'
import {
  type CommitText,
  formatCommitTime,
  formatMessage,
  parseCommitTime,
} from '../objects/commit-object.ts'
import type { Git } from '../objects/git-process.ts'
import { type ShellCommand, shellSteps } from '../objects/git-shell.ts'
import { OpenCommand, type OpenOptions } from '../objects/open-command.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { foldersAbove } from '../objects/repository-paths.ts'
import { permissionsOf } from '../objects/tree.ts'
import type { CommitId, LogCommit } from '../types.ts'
import { conversionError } from '../worktree/conversion.ts'

const ATTRIBUTES = '.gitattributes'
const SETTINGS = [
  // `NewObjects` flushes what is kept.
  'core.fsync=none',
  // Irreversible line end conversions are fine: the work tree keeps the bytes.
  'core.safecrlf=false',
  // Every object in a file of its own.
  'core.bigFileThreshold=100g',
].flatMap((setting) => ['-c', setting])

/** A file of a new tree. */
export interface NewFile {
  /** From the top of the work tree. */
  path: string
  /** Null removes it. */
  bytes: Buffer | null
  mode: string
}

/**
 * Makes a tree, in an index at `<folder>-index`.
 * @param from.base the tree to change, null for an empty one
 * @param from.index an index of it to copy; null where git has to read the tree
 * @param folder to be laid out like the work tree, with the new files in it, unflushed
 * @returns the tree, and the path of its index @throws RepositoryError when a filter fails; GitFailure
 */
export async function makeTree(
  access: RepositoryAccess,
  from: { base: string | null; index: string | null },
  folder: string,
  files: readonly NewFile[],
): Promise<{ tree: string; index: string }> {
  const { io, newObjects } = access
  const index = `${folder}-index`
  const names = `${folder}-names`
  for (const path of [folder, index, names]) await io.removeAll(path)
  await writeFiles(access, folder, files)
  const list = files.map(({ path }) => `${path}\0`).join('')
  await io.writeNew(names, Buffer.from(list), 0o600)
  const env = { ...newObjects.writing, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder }
  const git = (args: readonly string[], input = '/dev/null'): ShellCommand => {
    return { args: [...SETTINGS, ...args], env, input }
  }
  const second = from.index === null ? null : await io.copyIndex(from.index, index)
  const output = await shellSteps(access, [
    ...(from.index === null ? [git(['read-tree', from.base ?? '--empty'])] : []),
    git(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], names),
    git(['write-tree']),
  ]).catch((error: unknown) => {
    throw conversionError(
      error,
      files.map(({ path }) => path),
    )
  })
  // Git could not read the author's files again here, so it has to later.
  if (second !== null) await io.setTime(index, second)
  // After warnings.
  const [tree] = /[0-9a-f]{40}$/.exec(output) ?? []
  if (tree === undefined) throw new Error(`git printed no id: ${output}`)
  return { tree, index }
}

/** The process for `makeCommit`. @param env added to git's environment */
export const openCommits = (git: Git, env: OpenOptions['env']): OpenCommand => {
  const args = ['hash-object', '-w', '-t', 'commit', '--no-filters', '--stdin-paths']
  return new OpenCommand(git, [...SETTINGS, ...args], { env })
}

/** @throws GitFailure */
export async function makeCommit(
  access: RepositoryAccess,
  tree: string,
  parents: readonly CommitId[],
  text: CommitText,
): Promise<Omit<LogCommit, 'changes'>> {
  const { io, paths, commits } = access
  const { name, email } = access.author
  const time = formatCommitTime(new Date())
  const message = formatMessage(text)
  const lines = [
    `tree ${tree}`,
    ...parents.map((id) => `parent ${id}`),
    `author ${name} <${email}> ${time}`,
    `committer ${name} <${email}> ${time}`,
  ]
  const file = join(paths.gap, 'commit')
  await io.removeAll(file)
  await io.writeNew(file, Buffer.from(`${lines.join('\n')}\n\n${message}`), 0o600)
  io.step('git hash-object')
  const commit = await commits.request(`${file}\n`, (answer) => answer.line())
  const { date, at } = parseCommitTime(time)
  const [subject = ''] = message.split('\n', 1)
  const body = cleanLines(text.body ?? '')
  const times = { date, authoredAt: at, committedAt: at }
  return { commit, parents, author: name, ...times, subject, body }
}

/** Git takes the attributes of the work tree, and those that are not there from the index. */
async function writeFiles(
  { io, paths }: RepositoryAccess,
  folder: string,
  files: readonly NewFile[],
): Promise<void> {
  await io.makeFolder(folder)
  await mapConcurrently(files, async ({ path, bytes, mode }) => {
    if (bytes === null) return
    await io.makeFolder(dirname(join(folder, path)))
    await io.writeNew(join(folder, path), bytes, permissionsOf(mode))
  })
  const changed = new Set(files.map(({ path }) => path))
  const attributes = [...changed].flatMap((path) =>
    foldersAbove(path).map((name) => join(name, ATTRIBUTES)),
  )
  await mapConcurrently([...new Set(attributes)], async (name) => {
    const file = changed.has(name) ? null : await io.read(join(paths.top, name))
    if (file === null) return
    await io.makeFolder(dirname(join(folder, name)))
    await io.writeNew(join(folder, name), file.bytes, permissionsOf('100644'))
  })
}
