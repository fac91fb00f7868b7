/** The content as HEAD has it, put into a temporary folder: nothing in the clone is read or changed beside it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { classifyPath } from '../../../server/content/files/content-paths.ts'
import type { OpenHistory } from '../open-history.ts'

/** Tens of thousands of files on a slow disk. */
const CHECKOUT_MS_MAX = 10 * 60_000

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
  const place = mkdtempSync(join(tmpdir(), 'gap-verify-'))
  const remove = () => rmSync(place, { recursive: true, force: true })
  try {
    const folder = join(place, 'content')
    // An index of its own: that of the clone stays as it is.
    const env = { GIT_INDEX_FILE: join(place, 'index') }
    const tree = `${head}:${paths.prefix.replace(/\/$/, '')}`
    const at = ['-C', paths.top]
    const names = await git.text([...at, 'ls-tree', '-r', '-z', '--name-only', '--full-tree', tree])
    const content = names.split('\0').filter((name) => name !== '' && classifyPath(name) !== null)
    await git.run([...at, 'read-tree', tree], { env })
    const prefix = `--prefix=${folder}/`
    const input = content.map((name) => `${name}\0`).join('')
    const checkout = [...at, 'checkout-index', '-z', '--stdin', prefix]
    await git.run(checkout, { env, input, timeLimitMs: CHECKOUT_MS_MAX })
    return { folder, files: content.length, remove }
  } catch (error) {
    remove()
    throw error
  }
}
