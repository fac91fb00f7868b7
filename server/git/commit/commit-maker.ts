/** Makes trees and commits by git, which converts the files as for `git add`. */
import { dirname, join } from 'node:path'
import { RepositoryError } from '../../errors.ts'
import { mapConcurrently } from '../../workers/turns.ts'
import { type CommitAuthor, type CommitText, formatMessage } from '../objects/commit-object.ts'
import { GitFailure } from '../objects/git-process.ts'
import { type ShellCommand, shellSteps } from '../objects/git-shell.ts'
import { OpenCommand } from '../objects/open-command.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import { foldersAbove } from '../objects/repository-paths.ts'
import { permissionsOf, type TreeEntry } from '../objects/tree.ts'
import type { CommitId } from '../repository.ts'

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

export interface MadeTree {
  tree: string
  /** Its entries for the files; null for one that was removed. */
  entries: ReadonlyMap<string, TreeEntry | null>
  /** Path of the index that holds the tree. */
  index: string
}

/** The maker of one repository. */
export class CommitMaker {
  readonly #access: RepositoryAccess
  readonly #author: CommitAuthor
  readonly #commits: OpenCommand

  constructor(access: RepositoryAccess, author: CommitAuthor) {
    this.#access = access
    this.#author = author
    const args = [...SETTINGS, 'hash-object', '-w', '--no-filters', '-t', 'commit', '--stdin-paths']
    this.#commits = new OpenCommand(access.git, args, { env: access.newObjects.writing })
  }

  /**
   * Makes a tree, in an index at `<folder>-index`.
   * @param from an index without staged changes to copy, or the tree to change; null for an empty one
   * @param folder to be laid out like the work tree, with the new files in it, unflushed
   * @returns the changed tree with its entries for the files
   * @throws RepositoryError when a filter fails; GitFailure
   */
  async makeTree(
    from: { index: string } | string | null,
    folder: string,
    files: readonly NewFile[],
  ): Promise<MadeTree> {
    const { io, newObjects, reader } = this.#access
    const index = `${folder}-index`
    const names = `${folder}-names`
    for (const path of [folder, index, names]) await io.removeAll(path)
    await this.#writeFiles(folder, files)
    const list = files.map(({ path }) => `${path}\0`).join('')
    await io.writeNew(names, Buffer.from(list), 0o600)
    const env = { ...newObjects.writing, GIT_INDEX_FILE: index, GIT_WORK_TREE: folder }
    const git = (args: readonly string[], input = '/dev/null'): ShellCommand => {
      return { args: [...SETTINGS, ...args], env, input }
    }
    const isCopied = from !== null && typeof from === 'object'
    const second = isCopied ? await io.copyIndex(from.index, index) : null
    const output = await shellSteps(this.#access, [
      ...(isCopied ? [] : [git(['read-tree', from ?? '--empty'])]),
      git(['update-index', '--add', '--remove', '--replace', '-z', '--stdin'], names),
      git(['write-tree']),
    ]).catch((error: unknown) => {
      throw conversionError(error, files)
    })
    // Git could not read the author's files again here, so it has to later.
    if (second !== null) await io.setTime(index, second)
    const tree = lastId(output)
    const entries = await mapConcurrently(files, async ({ path, mode }) => {
      const id = await reader.idOf(`${tree}:${path}`)
      return [path, id === null ? null : { mode, id }] as const
    })
    return { tree, entries: new Map(entries), index }
  }

  /** @param time seconds since 1970 and zone, as `1700000000 +0130` @returns the new commit @throws GitFailure */
  async makeCommit(
    tree: string,
    { parents, text, time }: { parents: readonly CommitId[]; text: CommitText; time: string },
  ): Promise<CommitId> {
    const { io } = this.#access
    const { name, email } = this.#author
    const lines = [
      `tree ${tree}`,
      ...parents.map((parent) => `parent ${parent}`),
      `author ${name} <${email}> ${time}`,
      `committer ${name} <${email}> ${time}`,
      '',
      formatMessage(text),
    ]
    const file = join(this.#access.paths.gap, 'commit')
    await io.removeAll(file)
    await io.writeNew(file, Buffer.from(lines.join('\n')), 0o600)
    io.step('git hash-object')
    const id = await this.#commits.request(`${file}\n`, (answer) => answer.line())
    io.step('git hash-object answered')
    return id
  }

  /** Resolves when the process has ended. */
  close(): Promise<void> {
    return this.#commits.close()
  }

  /** Git takes the attributes of the work tree, and those that are not there from the index. */
  async #writeFiles(folder: string, files: readonly NewFile[]): Promise<void> {
    const { io, paths } = this.#access
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
}

/** The id that a command printed last, after its warnings. */
function lastId(output: string): string {
  const [id] = /[0-9a-f]{40}$/.exec(output) ?? []
  if (id === undefined) throw new Error(`git printed no id: ${output}`)
  return id
}

/** A filter that failed gets a sentence: its words could be taken for those of a missing object. */
function conversionError(error: unknown, files: readonly NewFile[]): unknown {
  if (!(error instanceof GitFailure) || !/filter|encod/.test(error.stderr)) return error
  const what = files.length === 1 ? `“${files[0]?.path}”` : `${files.length} files`
  return new RepositoryError(
    'read_only',
    `Git could not convert ${what} with the filters and attributes that are set in the repository, so nothing was saved.`,
    new Error(error.message),
  )
}
