/**
 * `node scripts/image/try-image.mjs`: the image without an engine. Runs the Dockerfile's steps on a
 * folder, starts what its CMD says as another user, the whole machine read-only but for the volume
 * and /tmp, and uses it: log in, save a post and an image, look at the commit, end it. With `--quick`
 * it takes the project's dist/ instead of building. Exit status: 0 fine, 1 something failed.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { layOut } from './lay-out.mjs'
import { visitSite } from './visit-site.mjs'

const PROJECT = fileURLToPath(new URL('../..', import.meta.url))
const NOBODY = 65_534
const IS_ROOT = process.getuid?.() === 0
const print = (line) => console.log(line)

const into = mkdtempSync(join(tmpdir(), 'gap-image-'))
try {
  chmodSync(into, 0o755)
  const image = layOut({ project: PROJECT, into, isQuick: process.argv.includes('--quick'), print })
  printSize(image.root)
  await tryImage(image)
  checkUnits()
  print('The image works.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(into, { recursive: true, force: true })
}

function printSize(root) {
  const size = (path) => execFileSync('du', ['-sk', path], { encoding: 'utf8' }).split('\t')[0]
  const parts = ['app/dist', 'app/node_modules', 'app/content'].map(
    (path) => `${path} ${(size(join(root, path)) / 1024).toFixed(1)} MB`,
  )
  print(`Size above the base: ${(size(root) / 1024).toFixed(1)} MB (${parts.join(', ')})`)
}

async function tryImage(image) {
  const uid = IS_ROOT ? uidOf(image.user) : process.getuid?.()
  if (uid === 0) throw new Error('The image would run as root.')
  const writable = [...image.volumes, '/tmp'].map((path) => join(image.root, path))
  for (const folder of writable) {
    mkdirSync(folder, { recursive: true })
    if (IS_ROOT) chownSync(folder, uid, uid)
  }
  const server = startServer(image, { uid, writable })
  await workWith(image, { server, uid }).catch(async (error) => {
    await server.end()
    throw error
  })
  const status = await server.end()
  if (status !== 0) throw new Error(`SIGTERM ended it with ${status}:\n${server.output()}`)
}

async function workWith(image, { server, uid }) {
  const password = await server.said(/Admin password: (\S+)/)
  const address = await server.said(/G\.A\.P\. is at (\S+)/)
  await visitSite({ address, password })
  healthCheck(image, address)
  const content = join(image.root, image.env.CONTENT_DIR)
  const git = ['-c', `safe.directory=${content}`, '-C', content]
  const log = execFileSync('git', [...git, 'log', '--format=%s'], { encoding: 'utf8' }).trim()
  if (!log.startsWith('Publish essay: From the image')) throw new Error(`The log says: ${log}`)
  print(`As user ${uid} it served, saved and committed: ${log.split('\n').join(' ← ')}`)
}

function uidOf(user) {
  const found = spawnSync('id', ['-u', user], { encoding: 'utf8' })
  return found.status === 0 ? Number(found.stdout) : NOBODY
}

/** What ENTRYPOINT and CMD say, with the paths of ENV below the folder. */
function startServer(image, { uid, writable }) {
  const [entry, command] = ['ENTRYPOINT', 'CMD'].map((name) => JSON.parse(image.said[name] ?? '[]'))
  const hasEntry = spawnSync('sh', ['-c', `command -v ${entry[0]}`]).status === 0
  if (!hasEntry) print(`${entry.join(' ')} is not installed here; the command runs without it.`)
  const words = [...(hasEntry ? entry : []), ...command]
  const child = spawn(...sealed(words, { uid, writable }), {
    cwd: join(image.root, image.workdir),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env.PATH, HOME: '/nonexistent', ...envOf(image), PORT: '0' },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'close')
  return {
    output: () => output,
    async said(pattern) {
      while (!pattern.test(output)) {
        if (child.exitCode !== null) throw new Error(`It ended with ${child.exitCode}:\n${output}`)
        await new Promise((done) => setTimeout(done, 50))
      }
      return pattern.exec(output)[1]
    },
    async end() {
      child.kill('SIGTERM')
      const [status] = await ended
      return status
    },
  }
}

function envOf({ root, env }) {
  const below = ([name, value]) => [name, value.startsWith('/') ? join(root, value) : value]
  return Object.fromEntries(Object.entries(env).map(below))
}

/** As another user, on a file system that is read-only but for these folders: needs to be root. */
function sealed(words, { uid, writable }) {
  if (!IS_ROOT) {
    print('Not root: the image runs as this user, and the file system stays as it is.')
    return [words[0], words.slice(1)]
  }
  const user = ['setpriv', `--reuid=${uid}`, `--regid=${uid}`, '--clear-groups']
  const mounts = writable.map((folder) => `mount --bind '${folder}' '${folder}'`)
  const script = [
    'mount --make-rprivate /',
    ...mounts,
    'mount -o remount,bind,ro / 2>/dev/null || { mount --bind / / && mount -o remount,bind,ro /; }',
    'exec "$@"',
  ].join(' && ')
  const isPossible = spawnSync('unshare', ['-m', 'true']).status === 0
  if (isPossible) return ['unshare', ['-m', 'sh', '-c', script, 'sh', ...user, ...words]]
  print('No mount namespace can be made here: only the code is read-only, to that user.')
  return [user[0], [...user.slice(1), ...words]]
}

/** The words of HEALTHCHECK as a shell would have run them in the image. */
function healthCheck({ said }, address) {
  const command = JSON.parse(/CMD (\[.*\])/.exec(said.HEALTHCHECK)?.[1] ?? '[]')
  const env = { PATH: process.env.PATH, PORT: new URL(address).port }
  const { status } = spawnSync(command[0], command.slice(1), { env })
  if (status !== 0) throw new Error('The health check of the Dockerfile fails.')
}

/** Each systemd unit that a README shows, as systemd itself reads it. */
function checkUnits() {
  const units = ['README.md', 'server/README.md'].flatMap((file) => [
    ...readFileSync(join(PROJECT, file), 'utf8').matchAll(
      /```ini\n([\s\S]*?\[Service\][\s\S]*?)```/g,
    ),
  ])
  if (units.length === 0) throw new Error('No README shows a systemd unit.')
  for (const [, unit] of units) {
    const path = join(into, 'gap.service')
    spawnSync('tee', [path], { input: unit })
    const { status, stderr, error } = spawnSync('systemd-analyze', ['verify', path], {
      encoding: 'utf8',
    })
    if (error) print('systemd-analyze is not installed here: the unit is not checked.')
    else if (status !== 0 || stderr.includes('gap.service')) throw new Error(`The unit: ${stderr}`)
    else print('The systemd unit of the README is sound.')
  }
}
