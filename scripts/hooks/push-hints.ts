/**
 * What git will refuse about a push right after our check, said before it in words that help: a
 * repository that takes no pushes, or edits in its folder that are in the way. Only told here;
 * git decides.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Git } from '../../server/git/objects/git-process.ts'
import { gitIn } from './tree-files.ts'

const FILES_MAX = 20
/** Values of `receive.denyCurrentBranch` with which git lets the push through by itself. */
const LENIENT = ['updateinstead', 'ignore', 'warn', 'false', 'no', 'off', '0']

/** Lines for the author who pushes `ref`; none when nothing is in the way. */
export async function pushHints(git: Git, ref: string): Promise<string[]> {
  if ((await git.text(['rev-parse', '--is-bare-repository'])) === 'true') return []
  const folder = await folderOf(git, ref)
  if (folder === null) return []
  const setting = await git.text(['config', 'receive.denyCurrentBranch']).catch(() => '')
  if (!LENIENT.includes(setting.toLowerCase())) {
    return [
      'The repository on the server does not take pushes into the branch that it shows. Run there, once:',
      '  git config receive.denyCurrentBranch updateInstead',
      'and start the site again; then push again.',
    ]
  }
  if (setting.toLowerCase() !== 'updateinstead' || (await hasCheckoutHook(git))) return []
  const edited = await editedFiles(folder)
  if (edited.length === 0) return []
  const more = edited.length - FILES_MAX
  return [
    'On the server these files have edits that are not committed, so git will refuse the push:',
    ...edited.slice(0, FILES_MAX).map((path) => `  ${path}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    'Commit or discard them there, then push again.',
  ]
}

/** The work tree in which the branch is checked out, or null. */
async function folderOf(git: Git, ref: string): Promise<string | null> {
  const blocks = (await git.text(['worktree', 'list', '--porcelain', '-z'])).split('\0\0')
  const lines = blocks.map((block) => block.split('\0'))
  const found = lines.find((block) => block.includes(`branch ${ref}`)) ?? []
  const folder = found.find((line) => line.startsWith('worktree '))?.slice('worktree '.length)
  return folder !== undefined && existsSync(folder) ? folder : null
}

/** With the site's own hook only files that the push changes are in the way, and it names them. */
async function hasCheckoutHook(git: Git): Promise<boolean> {
  const hooks = await git.text(['rev-parse', '--path-format=absolute', '--git-path', 'hooks'])
  return existsSync(join(hooks, 'push-to-checkout'))
}

/** Tracked files that differ from what is committed. */
async function editedFiles(folder: string): Promise<string[]> {
  // Git calls hooks with variables that name the repository; here the folder does.
  const others = Object.entries(process.env).filter(([name]) => !name.startsWith('GIT_'))
  const git = gitIn(folder, { ...Object.fromEntries(others), GIT_OPTIONAL_LOCKS: '0' })
  const names = await git.text(['diff', '--name-only', '-z', 'HEAD']).catch(() => '')
  return names.split('\0').filter((name) => name !== '')
}
