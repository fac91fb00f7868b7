/**
 * The content folder as git has it, in a commit or in the index: a hook judges what is committed or
 * pushed, whatever the work tree holds. The hook's own environment is kept, so that a push is read
 * where git has put it aside until it is accepted (quarantine).
 */
import { FILE_BYTES_MAX } from '../../server/content/files/content-files.ts'
import { createGit, type Git } from '../../server/git/objects/git-process.ts'

/** A file in git. */
export interface TreeFile {
  /** Relative to the content folder. */
  path: string
  /** `100644`, `120000` for a link, … */
  mode: string
  blob: string
}

/** Bytes of files that are in memory at a time. */
const GROUP_BYTES_MAX = 32 * 1024 * 1024
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const NO_COMMIT = /^0+$/

/** Git in this folder, with paths taken to the letter. */
export function gitIn(cwd: string, env: NodeJS.ProcessEnv = process.env): Git {
  const known = Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : []))
  return createGit({
    cwd,
    env: { ...Object.fromEntries(known), LC_ALL: 'C', GIT_LITERAL_PATHSPECS: '1' },
    config: ['core.quotePath=false'],
  })
}

/** Every file of the content folder in a commit. @param prefix empty, or ending in `/` */
export async function filesInCommit(git: Git, commit: string, prefix: string): Promise<TreeFile[]> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit, ...pathArguments(prefix)]
  return parseListing(await git.text(args), /^(\d+) \w+ ([0-9a-f]+)\t(.*)$/s, prefix)
}

/** Every file of the content folder that is in the index. */
export async function filesInIndex(git: Git, prefix: string): Promise<TreeFile[]> {
  const args = ['ls-files', '--stage', '-z', ...pathArguments(prefix)]
  return parseListing(await git.text(args), /^(\d+) ([0-9a-f]+) \d\t(.*)$/s, prefix)
}

/** Whether a file is new, other than it was, or gone. */
export type Change = 'A' | 'M' | 'D'

/** What differs in the content folder between two commits; zeros stand for none. */
export async function changesBetween(
  git: Git,
  range: { before: string; after: string; prefix: string },
): Promise<Map<string, Change>> {
  const before = NO_COMMIT.test(range.before) ? EMPTY_TREE : range.before
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-status', before, range.after]
  return parseChanges(await git.text([...args, ...pathArguments(range.prefix)]), range.prefix)
}

/** What the commit that is being made changes in the content folder. */
export async function stagedChanges(git: Git, prefix: string): Promise<Map<string, Change>> {
  const head = await git.text(['rev-parse', '-q', '--verify', 'HEAD']).catch(() => EMPTY_TREE)
  const args = ['diff-index', '--cached', '-z', '--no-renames', '--name-status', head]
  return parseChanges(await git.text([...args, ...pathArguments(prefix)]), prefix)
}

/** Files with their bytes by blob; null for one above the size that is read. */
interface FileGroup {
  files: readonly TreeFile[]
  blobs: ReadonlyMap<string, Buffer | null>
}

/** All of the files with their bytes, so many at a time that they cost little memory. */
export async function* readFiles(
  git: Git,
  files: readonly TreeFile[],
): AsyncGenerator<FileGroup, void> {
  const sizes = await blobSizes(git, files)
  let group: TreeFile[] = []
  let bytes = 0
  for (const file of files) {
    const size = sizes.get(file.blob) ?? 0
    if (group.length > 0 && bytes + size > GROUP_BYTES_MAX) {
      yield await readGroup(git, group, sizes)
      group = []
      bytes = 0
    }
    group.push(file)
    if (size <= FILE_BYTES_MAX) bytes += size
  }
  if (group.length > 0) yield await readGroup(git, group, sizes)
}

async function readGroup(
  git: Git,
  files: readonly TreeFile[],
  sizes: ReadonlyMap<string, number>,
): Promise<FileGroup> {
  const ids = [...new Set(files.map(({ blob }) => blob))]
  const isLarge = (id: string) => (sizes.get(id) ?? 0) > FILE_BYTES_MAX
  const blobs: Map<string, Buffer | null> = await readBlobs(
    git,
    ids.filter((id) => !isLarge(id)),
  )
  for (const id of ids) if (isLarge(id)) blobs.set(id, null)
  return { files, blobs }
}

/** Nothing is known of a blob that git does not have, such as a submodule's commit. */
async function blobSizes(git: Git, files: readonly TreeFile[]): Promise<Map<string, number>> {
  const ids = [...new Set(files.map(({ blob }) => blob))]
  if (ids.length === 0) return new Map()
  const out = await git.text(['cat-file', '--batch-check'], { input: `${ids.join('\n')}\n` })
  return new Map(
    out.split('\n').flatMap((line) => {
      const [, id, size] = /^([0-9a-f]+) blob (\d+)$/.exec(line) ?? []
      return id === undefined ? [] : [[id, Number(size)] as const]
    }),
  )
}

/** The bytes of blobs by id. */
async function readBlobs(git: Git, wanted: readonly string[]): Promise<Map<string, Buffer>> {
  const blobs = new Map<string, Buffer>()
  if (wanted.length === 0) return blobs
  const out = await git.run(['cat-file', '--batch'], { input: `${wanted.join('\n')}\n` })
  for (let at = 0; at < out.length; ) {
    const end = out.indexOf(10, at)
    const [id = '', , size = '0'] = out.subarray(at, end).toString().split(' ')
    const length = Number(size)
    if (Number.isInteger(length)) blobs.set(id, out.subarray(end + 1, end + 1 + length))
    at = end + 1 + (Number.isInteger(length) ? length + 1 : 0)
  }
  return blobs
}

function pathArguments(prefix: string): string[] {
  return prefix === '' ? [] : ['--', prefix]
}

function parseListing(text: string, line: RegExp, prefix: string): TreeFile[] {
  return text.split('\0').flatMap((entry) => {
    const [, mode, blob, path] = line.exec(entry) ?? []
    if (!mode || !blob || !path?.startsWith(prefix)) return []
    return [{ path: path.slice(prefix.length), mode, blob }]
  })
}

function parseChanges(text: string, prefix: string): Map<string, Change> {
  const fields = text.split('\0')
  const changes = new Map<string, Change>()
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [status = '', path = ''] = [fields[at], fields[at + 1]]
    if (!path.startsWith(prefix)) continue
    changes.set(path.slice(prefix.length), status === 'A' || status === 'D' ? status : 'M')
  }
  return changes
}
