/**
 * `content check --install-hook`: writes the hooks that run this build of the check. A hook that
 * someone else wrote is never touched; its owner is told which line to add.
 */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { GitFailure } from '../../server/git/objects/git-process.ts'
import { HOOKS, type Hook } from './run-hook.ts'
import { gitIn } from './tree-files.ts'

/** How each hook of ours begins, by this version or an older one. */
const SIGNED = '#!/bin/sh\n# Written by G.A.P. '
const NOT_A_REPOSITORY = 'There is no git repository here; the first start of the site makes one.'

/** Why no hooks can be installed, in one sentence. */
export class InstallError extends Error {}

interface HookInstall {
  /** A folder in a work tree, which is then the content folder, or a bare repository. */
  folder: string
  /** The content folder in a bare repository; the top when empty. */
  bareFolder: string
  node: string
  /** The built command, dist/content.mjs, as an absolute path. */
  command: string
  siteUrl: string | null
  timeZone: string | null
}

/** Installs the hooks and returns what was done, line by line. @throws InstallError */
export async function installHooks(install: HookInstall): Promise<string[]> {
  const place = await findPlace(install)
  const { git, hooksFolder, commonFolder, isBare } = place
  for (const key of ['siteUrl', 'timeZone'] as const) {
    if (install[key] !== null) await git.run(['config', `gap.${key}`, install[key]])
  }
  const isOwn = `${hooksFolder}/`.startsWith(`${commonFolder}/`)
  if (isOwn) mkdirSync(hooksFolder, { recursive: true })
  return HOOKS.flatMap((hook) => {
    if (isBare && hook === 'pre-commit') return []
    const path = join(hooksFolder, hook)
    const text = hookText(hook, { ...install, prefix: place.prefix })
    if (isOwn && (!existsSync(path) || readFileSync(path, 'utf8').startsWith(SIGNED))) {
      replaceFile(path, text)
      return [`${hook}: installed`]
    }
    const call = callOf(hook, { ...install, prefix: place.prefix })
    const theirs = authorsHook(path)
    if (existsSync(theirs) && readFileSync(theirs, 'utf8').includes(call)) {
      return [`${hook}: called by ${theirs}`]
    }
    const why = isOwn ? 'there is one already' : 'core.hooksPath keeps hooks elsewhere'
    return [`${hook}: left alone, since ${why}. Add this to ${theirs}:`, `  ${call}`]
  })
}

/** In one step: git may be running the hook that is there. */
function replaceFile(path: string, text: string): void {
  const whole = `${path}.${process.pid}`
  writeFileSync(whole, text)
  chmodSync(whole, 0o755)
  renameSync(whole, path)
}

/** Husky points git to `.husky/_`, which it writes itself; people write in the folder above. */
function authorsHook(path: string): string {
  return path.replace(/\/\.husky\/_(?=\/[^/]+$)/, '/.husky')
}

async function findPlace({ folder, bareFolder }: HookInstall) {
  if (!existsSync(folder)) throw new InstallError(NOT_A_REPOSITORY)
  const git = gitIn(realpathSync(folder))
  try {
    const answer = await git.text([
      'rev-parse',
      '--path-format=absolute',
      '--is-bare-repository',
      '--git-common-dir',
      '--git-path',
      'hooks',
      '--show-prefix',
    ])
    const [bare = '', commonFolder = '', hooksFolder = '', shown = ''] = answer.split('\n')
    const isBare = bare === 'true'
    const ignored =
      !isBare &&
      (await git.run(['check-ignore', '-q', '.'], LITERAL_OFF).then(
        () => true,
        () => false,
      ))
    if (ignored) throw new InstallError(NOT_A_REPOSITORY)
    const prefix = isBare ? bareFolder.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/') : shown
    return { git, isBare, commonFolder, hooksFolder, prefix }
  } catch (error) {
    if (error instanceof GitFailure) throw new InstallError(NOT_A_REPOSITORY)
    throw error
  }
}

/** `check-ignore` takes no literal pathspecs. */
const LITERAL_OFF = { env: { GIT_LITERAL_PATHSPECS: '0' } }

interface HookCall {
  node: string
  command: string
  prefix: string
}

function callOf(hook: Hook, { node, command, prefix }: HookCall): string {
  return [node, command, 'hook', hook, prefix].map(quoted).join(' ')
}

function hookText(hook: Hook, call: HookCall): string {
  return `${SIGNED}(content check --install-hook).
# Without the built command everything is let through, and says so.
for file in ${quoted(call.node)} ${quoted(call.command)}; do
  if [ ! -f "$file" ]; then
    echo "G.A.P.: $file is missing, so the content is not checked. Build the site again." >&2
    exit 0
  fi
done
exec ${callOf(hook, call)}
`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
