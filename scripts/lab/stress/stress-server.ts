/**
 * Long runs against the built server as a process, to be started by hand:
 * `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-server.ts --fuzz 100000 --logins 1000 --load 20 --ends 200`.
 * Each prints what it counted.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type BuiltServer, startBuiltServer } from '../../../server/test/built-server.ts'
import { makeSite } from '../bench/measured-site.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { endUnderLoad } from './ends.ts'
import { fuzz } from './fuzz.ts'
import { loadWithWrites } from './load.ts'
import { loginsAtOnce } from './logins.ts'

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    /** Requests. */
    fuzz: { type: 'string', default: '0' },
    /** Attempts at once. */
    logins: { type: 'string', default: '0' },
    /** Seconds. */
    load: { type: 'string', default: '0' },
    /** Times that a server is ended while it is written to. */
    ends: { type: 'string', default: '0' },
  },
})

interface Folders {
  contentDir: string
  stateDir: string
}

await inTemporaryFolder('stress', stress)

async function stress(folder: string): Promise<void> {
  const seed = Number(values.seed)
  const { contentDir, posts } = await makeSite({ folder, posts: Number(values.posts), seed })
  const folders = { contentDir, stateDir: join(folder, 'state') }
  const ids = posts.map(({ id }) => id)
  const [requests, logins, seconds, times] = [
    Number(values.fuzz),
    Number(values.logins),
    Number(values.load),
    Number(values.ends),
  ]
  if (requests) await onServer(folders, 'fuzzed', (server) => fuzz({ server, ids, requests, seed }))
  if (logins) await onServer(folders, 'logins at once', (server) => loginsAtOnce(server, logins))
  if (seconds) await onServer(folders, 'load', (server) => loadWithWrites({ server, ids, seconds }))
  if (times) report(contentDir, 'ended under load', await endUnderLoad({ ...folders, times }))
}

async function onServer(
  folders: Folders,
  name: string,
  work: (server: BuiltServer) => Promise<object>,
): Promise<void> {
  const server = await startBuiltServer({ ...folders, env: { LOG_LEVEL: 'error' } })
  try {
    report(folders.contentDir, name, await work(server))
  } finally {
    await server.stop()
  }
}

function report(contentDir: string, name: string, counts: object): void {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: contentDir, encoding: 'utf8' }).trim()
  const faults = git('fsck', '--full', '--strict', '--no-dangling') + git('status', '--porcelain')
  console.log(name, { ...counts, 'what git says': faults || 'nothing' })
}
