/**
 * What `npm start` and the server itself are called with. Plain JavaScript: on a fresh clone
 * `npm start -- --help` answers before anything is installed or built.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const EXIT_USAGE = 2

const USAGE = `Usage: npm start [-- OPTION]
  Serves the site; without an option, until it is told to end (Ctrl+C or SIGTERM).

  --check     looks at the settings and the content, prints each problem with file and
              line, and ends without serving. Exit status: 0 fine, 1 problems found.
  --version   prints the version of the program
  --help      prints this

Settings come from the environment, such as PORT, CONTENT_DIR and SITE_URL; README.md has
them all. Wrong usage ends with exit status 2.`

const CALLS = new Map([
  ['--check', 'check'],
  ['--version', 'version'],
  ['-v', 'version'],
  ['--help', 'help'],
  ['-h', 'help'],
])

/**
 * What is asked for. Help, the version and wrong usage are answered here, and end the process.
 * @param {string[]} args without the program's own name
 * @param {string} root the project's folder
 * @returns {'serve' | 'check'}
 */
export function startCall(args, root) {
  const [call, ...more] = args
  const known = call === undefined ? 'serve' : CALLS.get(call)
  if (known === undefined) end(`npm start has no option '${call}'.\n${USAGE}`, EXIT_USAGE)
  if (more.length > 0) end(`npm start takes one option at a time.\n${USAGE}`, EXIT_USAGE)
  if (known === 'help') end(USAGE, 0)
  if (known === 'version') end(versionOf(root), 0)
  return known
}

function end(text, status) {
  if (status === 0) console.log(text)
  else console.error(text)
  process.exit(status)
}

/** The version, and the commit where the program is a clone. */
function versionOf(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const parts = [`G.A.P. ${version}`]
  if (existsSync(join(root, '.git'))) {
    const git = spawnSync('git', ['-C', root, 'rev-parse', '--short', 'HEAD'], { encoding: 'utf8' })
    if (git.status === 0) parts.push(`commit ${git.stdout.trim()}`)
  }
  return [...parts, `Node ${process.versions.node}`].join(', ')
}
