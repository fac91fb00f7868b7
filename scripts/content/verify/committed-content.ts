/** HEAD's content in a temporary folder. Nothing else in the clone is read, nothing is changed. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { classifyPath } from '../../../server/content/files/content-paths.ts'
import type { Git } from '../../../server/git/objects/git-process.ts'
import type { OpenHistory } from '../open-history.ts'

/** Tens of thousands of files on a slow disk. */
const timeLimitMs = 10 * 60_000
/** Of the temporary place, beside the index. */
const FOLDER = 'content'
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface CommittedContent {
  /** The temporary content folder. */
  folder: string
  /** How many content files it has. */
  files: number
  remove(): void
}

/** The caller removes it; a signal that ends the process does so too. */
export async function checkOutContent(
  { git, paths }: Pick<OpenHistory, 'git' | 'paths'>,
  head: string,
): Promise<CommittedContent> {
  const onEnd = async (signal: NodeJS.Signals) => {
    // What git still writes would stay.
    await writing.catch(() => {})
    remove()
    // Without a listener it ends the process, with a status of its own.
    process.kill(process.pid, signal)
  }
  const remove = () => {
    for (const signal of END_SIGNALS) process.off(signal, onEnd)
    rmSync(place, { recursive: true, force: true })
  }
  // Before there is anything to remove.
  for (const signal of END_SIGNALS) process.on(signal, onEnd)
  const place = mkdtempSync(join(tmpdir(), 'gap-verify-'))
  const writing = writeContent(git, { head, prefix: paths.prefix, place })
  try {
    return { folder: join(place, FOLDER), files: await writing, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** Returns how many files it wrote. */
async function writeContent(
  git: Git,
  { head, prefix, place }: { head: string; prefix: string; place: string },
): Promise<number> {
  const tree = await treeOf(git, `${head}:${prefix.replace(/\/$/, '')}`)
  const names = await git.text(['ls-tree', '-r', '-z', '--name-only', tree], { timeLimitMs })
  const content = names.split('\0').filter(isContentName)
  // An index of its own: that of the clone stays as it is.
  const env = { GIT_INDEX_FILE: join(place, 'index') }
  await git.run(['read-tree', tree], { env, timeLimitMs })
  const input = content.map((name) => `${name}\0`).join('')
  const checkout = ['checkout-index', '-z', '--stdin', `--prefix=${join(place, FOLDER)}/`]
  await git.run(checkout, { env, input, timeLimitMs })
  return content.length
}

/** The id of the folder's tree; that of an empty one where the commit has no such folder. */
async function treeOf(git: Git, name: string): Promise<string> {
  const found = await git.text(['rev-parse', '--verify', '-q', name]).catch(() => '')
  return found || git.text(['hash-object', '-t', 'tree', '--stdin'], { input: '' })
}

/** A name that is not UTF-8 is none of a content file, and could not be named to git again. */
function isContentName(name: string): boolean {
  return name !== '' && !name.includes('\ufffd') && classifyPath(name) !== null
}
