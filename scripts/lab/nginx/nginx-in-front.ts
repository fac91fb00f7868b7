/** Starts the nginx of server/OPERATING.md, and no other, on ports and folders of this run. */
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { until } from '../built-server.ts'

const START_MS_MAX = 10_000

interface Nginx {
  address: string
  stop(): Promise<void>
}

/** The configuration as that page shows it. @throws Error when it shows none */
export function shownConfig(): string {
  const page = readFileSync('server/OPERATING.md', 'utf8')
  const config = /```nginx\n(.*?)```/s.exec(page)?.[1]
  if (config === undefined) throw new Error('server/OPERATING.md shows no nginx configuration.')
  return config
}

/**
 * Runs nginx with a configuration like that page's, in which only the places of this run differ.
 * @throws Error when nginx ends at once, or when one of those places is not in it
 */
export async function startNginx({
  config,
  folder,
  servers,
}: {
  config: string
  /** For its caches and logs. */
  folder: string
  /** Addresses of the two servers, `http://…`. */
  servers: readonly [string, string]
}): Promise<Nginx> {
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const places = {
    '127.0.0.1:3001': new URL(servers[0]).host,
    '127.0.0.1:3002': new URL(servers[1]).host,
    'listen 80;': `listen 127.0.0.1:${port};`,
    '/var/cache/nginx/site': join(folder, 'cache'),
  }
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, surrounded(placed(config, places), folder))
  const child = spawn('nginx', ['-p', folder, '-c', file, '-e', join(folder, 'error.log')], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = new Promise<void>((resolve, reject) => {
    child.on('exit', () => resolve()).on('error', reject)
  })
  const address = `http://127.0.0.1:${port}`
  await Promise.race([
    until(() => isUp(address), START_MS_MAX),
    ended.then(() => {
      throw new Error(
        `nginx ended at its start:\n${readFileSync(join(folder, 'error.log'), 'utf8')}`,
      )
    }),
  ])
  return {
    address,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

function isUp(address: string): Promise<boolean> {
  return fetch(address).then(
    () => true,
    () => false,
  )
}

function placed(config: string, places: Record<string, string>): string {
  let text = config
  for (const [from, to] of Object.entries(places)) {
    if (!text.includes(from)) throw new Error(`The nginx configuration has no "${from}".`)
    text = text.replace(from, to)
  }
  return text
}

/** What a system's own nginx.conf has around the files in conf.d. */
function surrounded(config: string, folder: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join('\n')
  // The folder is this user's alone.
  const user = process.getuid?.() === 0 ? 'user root;' : ''
  return `${user}
daemon off;
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log;
events {}
http {
access_log off;
${temporary}
${config}
}
`
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address()
      server.close(() => resolve(typeof bound === 'object' && bound ? bound.port : 0))
    })
  })
}
