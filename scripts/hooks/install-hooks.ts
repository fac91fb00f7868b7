/**
 * `content check --install-hook`: writes the hooks that run this build of the check. A hook that
 * someone else wrote is never touched; its owner is told which line to add.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { git, gitOr } from '../content/git.ts'
import { PlaceError } from '../content/place.ts'
import { HOOKS } from './run-hook.ts'

/** The beginning of each hook of ours, by this version or an older one. */
const SIGNATURE = '#!/bin/sh\n# Written by G.A.P. '

interface HookInstall {
  /** A folder in a work tree, which is then the content folder, or a bare repository. */
  folder: string
  /** The content folder in a bare repository; the top when empty. */
  bareFolder: string
  node: string
  /** The built command, dist/content.mjs, as an absolute path. */
  command: string
  timeZone: string | null
}

/** Installs the hooks and returns what was done, line by line. @throws PlaceError */
export function installHooks(install: HookInstall): string[] {
  const { isBare, hooksFolder, isOwn, prefix } = findPlace(install)
  if (install.timeZone !== null) git(install.folder, ['config', 'gap.timeZone', install.timeZone])
  if (isOwn) mkdirSync(hooksFolder, { recursive: true })
  return HOOKS.flatMap((hook) => {
    if (isBare && hook === 'pre-commit') return []
    const path = join(hooksFolder, hook)
    const call = [install.node, install.command, 'hook', hook, prefix].map(quoted).join(' ')
    if (isOwn && (!existsSync(path) || readFileSync(path, 'utf8').startsWith(SIGNATURE))) {
      // A new file: git may be running the present one.
      rmSync(path, { force: true })
      writeFileSync(path, hookText(install, call), { mode: 0o755 })
      return [`${hook}: installed`]
    }
    const why = isOwn ? 'there is one already' : 'core.hooksPath keeps hooks elsewhere'
    return [`${hook}: left alone, since ${why}. Add this to ${path}:`, `  ${call}`]
  })
}

function findPlace({ folder, bareFolder }: HookInstall) {
  const absolute = ['rev-parse', '--path-format=absolute']
  const flags = ['--is-bare-repository', '--git-common-dir', '--git-path', 'hooks', '--show-prefix']
  const answer = existsSync(folder) && gitOr(null, realpathSync(folder), [...absolute, ...flags])
  const [bare, commonFolder = '', hooksFolder = '', inTree = ''] = (answer || '').split('\n')
  const isBare = bare === 'true'
  // `check-ignore` takes no literal pathspecs.
  const env = { GIT_LITERAL_PATHSPECS: '0' }
  const isIgnored = () => gitOr(null, folder, ['check-ignore', '-q', '.'], { env }) !== null
  if (!answer || (!isBare && isIgnored())) {
    throw new PlaceError('There is no git repository here; the first start of the site makes one.')
  }
  const prefix = isBare ? bareFolder.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/') : inTree
  return { isBare, hooksFolder, prefix, isOwn: `${hooksFolder}/`.startsWith(`${commonFolder}/`) }
}

function hookText({ node, command }: HookInstall, call: string): string {
  return `${SIGNATURE}(content check --install-hook).
# Without the built command everything is let through, with a message.
for file in ${quoted(node)} ${quoted(command)}; do
  if [ ! -f "$file" ]; then
    echo "G.A.P.: $file is missing, so the content is not checked. Build the site again." >&2
    exit 0
  fi
done
exec ${call}
`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
