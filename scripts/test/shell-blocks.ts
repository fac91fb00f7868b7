/** For tests: runs a document's commands in a shell, with an npm that starts what the test has built. */
import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MAIN } from '../../server/test/built-server.ts'
import { makeFolder, testEnv } from '../../server/test/git-fixture.ts'

/**
 * `npm run content --` runs the built command, which cannot ask without a terminal and is told a
 * name; `npm start` starts the server, and ends it once it has said what it serves.
 */
const NPM = (command: string) => `#!/bin/sh
[ "$1 $2" = 'run -s' ] && shift 2 && set -- run "$@"
case "$1 $2" in
'run content')
  shift 3
  [ "$*" = init ] && set -- init --name Ada
  exec node '${command}' "$@" ;;
'start ')
  set -a
  [ -f .env ] && . ./.env
  PORT=0 node '${MAIN}' >start.log 2>&1 &
  for second in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    grep -q 'G.A.P. is at' start.log && break
    sleep 1
  done
  kill $!
  wait $!
  cat start.log
  rm start.log
  exit 0 ;;
esac
exit 64
`

/** Runs a block there. @returns what it printed @throws when a command fails, with what it said */
export async function runInShell(
  text: string,
  { cwd, command, env = {} }: { cwd: string; command: string; env?: Record<string, string> },
): Promise<string> {
  const programs = join(makeFolder(), 'bin')
  mkdirSync(programs)
  writeFileSync(join(programs, 'npm'), NPM(command))
  chmodSync(join(programs, 'npm'), 0o755)
  const run = await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', text], {
    cwd,
    env: { ...testEnv, ...env, PATH: `${programs}:${testEnv.PATH}` },
  })
  return run.stdout
}
