/**
 * `content check --install-hook`: writes hooks that run this build of `check`. Never changes other
 * hooks; the command prints the line to add to them.
 */
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { authorEnvironment, Git, GitFailure } from '../../server/git/objects/git-process.ts'
import { findRepositoryPlace } from '../../server/git/objects/repository-place.ts'
import { CommandError, type CommandSettings, currentFolder } from '../content/command-settings.ts'
import { UsageError } from '../content/usage.ts'
import { HOOKS } from './run-hook.ts'

/** First lines of our hooks, in every version. */
const SIGNATURE = '#!/bin/sh\n# Written by G.A.P. '

/**
 * Installs the hooks in the repository of the content folder or in the given one, and reports the
 * result.
 * @param bareFolder content folder in a bare repository; empty: its top
 * @throws UsageError, CommandError
 */
export async function runInstallHook(
  [repository, ...more]: string[],
  { contentDir, program }: CommandSettings,
  bareFolder: string,
): Promise<number> {
  if (more.length > 0) {
    throw new UsageError('Hooks are installed in one repository at a time.')
  }
  const folder = repository === undefined ? contentDir : resolve(currentFolder(), repository)
  const { isBare, hooksFolder, isOwn, prefix } = await findPlace(folder, bareFolder)
  if (isOwn) mkdirSync(hooksFolder, { recursive: true })
  for (const hook of isBare ? (['pre-receive'] as const) : HOOKS) {
    const path = join(hooksFolder, hook)
    const run = [process.execPath, program].map(quoted).join(' ')
    const call = `${run} 'hook' '${hook}' ${quoted(prefix)}`
    if (isOwn && (!existsSync(path) || readFileSync(path, 'utf8').startsWith(SIGNATURE))) {
      // Replace the file instead of writing to it: git may be running the old one.
      rmSync(path, { force: true })
      writeFileSync(path, hookText(run, call), { mode: 0o755 })
      console.log(`${hook}: installed`)
    } else {
      const why = isOwn ? 'there is one already' : 'core.hooksPath keeps hooks elsewhere'
      console.log(`${hook}: left alone, since ${why}. Add this to ${path}:\n  ${call}`)
    }
  }
  return 0
}

async function findPlace(folder: string, bareFolder: string) {
  const at = realpathSync(folder)
  const place = findRepositoryPlace(at) ?? { top: null, gitFolder: at }
  const git = new Git({ place, cwd: at, env: authorEnvironment(process.env) })
  const args = ['rev-parse', '--path-format=absolute', '--git-common-dir', '--git-path', 'hooks']
  const answer = await git.text(args).catch((error) => {
    if (!(error instanceof GitFailure)) throw error
    throw new CommandError(
      'There is no git repository here; the first start of the site makes one.',
    )
  })
  const [commonFolder = '', hooksFolder = ''] = answer.split('\n')
  const inside = place.top === null ? bareFolder : relative(place.top, at)
  const prefix = inside.replace(/^\/+|\/+$/g, '').replace(/.$/, '$&/')
  const isOwn = `${hooksFolder}/`.startsWith(`${commonFolder}/`)
  return { isBare: place.top === null, hooksFolder, prefix, isOwn }
}

function hookText(run: string, call: string): string {
  return `${SIGNATURE}(content check --install-hook).
# Without the built command everything is let through, with a message.
for file in ${run}; do
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
