/** The content as HEAD has it, put into a temporary folder: nothing in the clone is read or changed beside it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { classifyPath } from '../../../server/content/files/content-paths.ts'
import type { Git } from '../../../server/git/objects/git-process.ts'
import type { OpenHistory } from '../open-history.ts'

/** Tens of thousands of files on a slow disk. */
const timeLimitMs = 10 * 60_000
const END_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

interface CommittedContent {
  /** The temporary content folder. */
  folder: string
  /** How many content files it has. */
  files: number
  remove(): void
}

/** The caller removes it. */
export async function checkOutContent(
  { git, paths }: Pick<OpenHistory, 'git' | 'paths'>,
  head: string,
): Promise<CommittedContent> {
  const { place, remove } = makePlace()
  try {
    const folder = join(place, 'content')
    // An index of its own: that of the clone stays as it is.
    const env = { GIT_INDEX_FILE: join(place, 'index') }
    const tree = await treeOf(git, `${head}:${paths.prefix.replace(/\/$/, '')}`)
    // From the top of the work tree: below it git would leave out all beside the folder it is in.
    const at = ['-C', paths.top]
    const listing = [...at, 'ls-tree', '-r', '-z', '--name-only', tree]
    const names = await git.text(listing, { timeLimitMs })
    const content = names.split('\0').filter(isContentName)
    await git.run([...at, 'read-tree', tree], { env, timeLimitMs })
    const prefix = `--prefix=${folder}/`
    const input = content.map((name) => `${name}\0`).join('')
    const checkout = [...at, 'checkout-index', '-z', '--stdin', prefix]
    await git.run(checkout, { env, input, timeLimitMs })
    return { folder, files: content.length, remove }
  } catch (error) {
    remove()
    throw error
  }
}

/** A temporary folder that a signal which ends the process removes too. */
function makePlace() {
  const place = mkdtempSync(join(tmpdir(), 'gap-verify-'))
  const onEnd = (signal: NodeJS.Signals) => {
    remove()
    // Without a listener it ends the process, with the status of its own.
    process.kill(process.pid, signal)
  }
  const remove = () => {
    for (const signal of END_SIGNALS) process.off(signal, onEnd)
    // git may be writing into it still.
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  }
  for (const signal of END_SIGNALS) process.on(signal, onEnd)
  return { place, remove }
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
