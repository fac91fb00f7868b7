/**
 * Tries what server/OPERATING.md, "Behind nginx or a CDN", says: its nginx before two servers on one remote.
 * Run by hand, with nginx installed, after a build; 2 minutes:
 * `node scripts/lab/run-ts.mjs scripts/lab/nginx/try-nginx.ts`. Exit status 1 if that page is wrong.
 */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type BuiltServer, until } from '../built-server.ts'
import { shownConfig, startNginx } from './nginx-in-front.ts'
import { login, makeRemote, startReplica, take } from './nginx-site.ts'

/** Until brotli forms are made, which are never waited for. */
const IDLE_MS = 1_500
/** What that page says of a save that nginx shows by its `Cache-Tag`, and time to fetch it. */
const BY_TAG_MS_MAX = 2_500
const BY_TIME_MS_MAX = 60_000
const PULL_MS_MAX = 20_000

const KINDS: Record<string, string> = {
  'home page': '/',
  list: '/essays?tag=none',
  post: '/post/a',
  search: '/search?q=words',
  'not found': '/nothing',
  'old address': '/post/old',
  'API list': '/api/posts/public/essay?limit=20',
  'API post': '/api/posts/a',
  'API streak': '/api/posts/streak',
  'API document': '/api/openapi.json',
  Atom: '/feed.xml',
  RSS: '/rss.xml',
  'JSON feed': '/feed.json',
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  calendar: '/deadlines.ics',
  badge: '/streak.svg',
  icon: '/favicon.svg',
  manifest: '/manifest.webmanifest',
  'social card': '/og/a.png',
  image: '/media/a.png',
}
const PRIVATE = ['/admin', '/api/posts/admin', '/healthz']

const faults: string[] = []
function check(isRight: boolean, what: string): void {
  if (isRight) return
  faults.push(what)
  console.log(`WRONG: ${what}`)
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'gap-nginx-')))
const stops: (() => Promise<unknown>)[] = []
try {
  makeRemote(folder)
  const first = await start(1)
  const second = await start(2)
  const config = shownConfig()
  const nginx = (name: string, text: string) =>
    startNginx({
      config: text,
      folder: join(folder, name),
      servers: [first.address, second.address],
    })
  const whole = await nginx('nginx', config)
  stops.push(whole.stop)
  const withoutTag = await nginx(
    'nginx-by-time',
    config.replace('$content_tag$request_uri', '$request_uri'),
  )
  stops.push(withoutTag.stop)

  await askTwice(whole.address, first)
  await askPrivately(whole.address, first)
  await sameFromBoth(first, second)
  await saveByTag(whole.address, first)
  await saveByTime(withoutTag.address, first)
  await killFirst(whole.address, first, second)
} finally {
  for (const stop of stops.reverse()) await stop()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.log(
  faults.length === 0 ? '\nAll as server/OPERATING.md says.' : `\n${faults.length} faults`,
)
process.exitCode = faults.length === 0 ? 0 : 1

async function start(number: number, port?: string): Promise<BuiltServer> {
  const server = await startReplica(folder, { number, ...(port !== undefined && { port }) })
  stops.push(() => server.stop())
  return server
}

/** Each kind twice: the second from the cache, 304 to who has it, compressed once. */
async function askTwice(address: string, server: BuiltServer): Promise<void> {
  const asset = /\/assets\/[^"]+\.js/.exec(await server.text('/'))?.[0] ?? ''
  const kinds = { ...KINDS, asset }
  for (const path of Object.values(kinds)) await server.text(path)
  await sleep(IDLE_MS)
  console.log(['kind', 'first', 'second', '304', 'br', 'gzip'].map(column).join(''))
  for (const [kind, path] of Object.entries(kinds)) {
    const url = address + path
    const once = await take(url, { 'accept-encoding': 'identity' })
    const twice = await take(url, { 'accept-encoding': 'identity' })
    const etag = twice.headers.get('etag') ?? ''
    const known = await take(url, { 'accept-encoding': 'identity', 'if-none-match': etag })
    const [br, gzip] = [
      await take(url, { 'accept-encoding': 'gzip, br' }),
      await take(url, { 'accept-encoding': 'gzip' }),
    ]
    const unchanged = etag === '' || once.status !== 200 ? '-' : `${known.status} ${known.cache}`
    console.log(
      [kind, once.cache, twice.cache, unchanged, br.encoding, gzip.encoding].map(column).join(''),
    )
    check(once.cache === 'MISS' && twice.cache === 'HIT', `${kind}: ${once.cache}, ${twice.cache}`)
    check(['-', '304 HIT'].includes(unchanged), `${kind}: ${unchanged} to who has it`)
    const same = [twice, br, gzip].every(({ text }) => text === once.text)
    check(same, `${kind}: another text by another encoding`)
    check(once.headers.get('set-cookie') === null, `${kind}: sets a cookie`)
  }
}

function column(text: string): string {
  return text.padEnd(15)
}

/** What is the admin's, or shows a token, is never from the cache nor in it. */
async function askPrivately(address: string, server: BuiltServer): Promise<void> {
  const paths = [...PRIVATE, '/api/posts/public/essay?limit=20', '/post/a']
  for (const path of paths) {
    const token = { authorization: 'Bearer of nothing' }
    const answers = [await take(address + path, token), await take(address + path, token)]
    for (const { cache, headers } of answers) {
      check(cache === 'BYPASS', `${path} with a token: ${cache}`)
      check(headers.get('cache-control') === 'no-store', `${path} with a token may be kept`)
    }
  }
  for (const path of PRIVATE) {
    const answers = [await take(address + path), await take(address + path)]
    check(
      answers.every(({ cache }) => cache === 'MISS'),
      `${path} is kept`,
    )
  }
  await server.call('GET', '/posts/admin')
  console.log(`\nwith a token: always from a server; ${PRIVATE.join(', ')}: never kept`)
}

async function sameFromBoth(first: BuiltServer, second: BuiltServer): Promise<void> {
  // An image put there by hand has the time of its file as its ETag.
  const paths = Object.values(KINDS).filter((path) => !path.startsWith('/media/'))
  for (const path of paths) {
    const [one, two] = [await take(first.address + path), await take(second.address + path)]
    const etags = [one, two].map(({ headers }) => headers.get('etag'))
    check(one.text === two.text && etags[0] === etags[1], `${path} differs between the servers`)
  }
  console.log(`two servers: the same ETag and bytes for ${paths.length} addresses`)
}

/** A save, then asking as a visitor would, every 20 ms. */
async function saveByTag(address: string, server: BuiltServer): Promise<void> {
  const took: number[] = []
  for (let round = 1; round <= 5; round += 1) {
    await take(`${address}/post/b`)
    const text = `Seen by its name ${round}.`
    await server.call('PUT', '/posts/b', { content: text })
    took.push(await msUntilShown(`${address}/post/b`, text, BY_TAG_MS_MAX))
  }
  console.log(`\na save shows by Cache-Tag after ${took.join(', ')} ms (said: within two seconds)`)
}

/** The same without the tag in the key, as a cache does that goes by `Cache-Control` alone. */
async function saveByTime(address: string, server: BuiltServer): Promise<void> {
  const [visited, once] = [`${address}/post/b`, `${address}/post/b?visited=seldom`]
  const quiet = `${address}/post/b?visited=never`
  for (const url of [visited, once, quiet]) await take(url)
  const began = performance.now()
  const text = 'Seen when it is time.'
  await server.call('PUT', '/posts/b', { content: text })
  const later = async () => {
    await sleep(BY_TIME_MS_MAX / 2)
    const stale = await take(once)
    check(stale.cache === 'STALE', `half a minute later: ${stale.cache}`)
    await sleep(1_000)
    const fresh = await take(once)
    check(fresh.text.includes(text), 'the visit after the stale one has the old text')
    console.log(`visited after 30 s: ${stale.cache}, at once; and the next visit has the new text`)
    await sleep(BY_TIME_MS_MAX - (performance.now() - began))
    const last = await take(quiet)
    check(last.text.includes(text), 'the old text is older than a minute')
    console.log(`visited after 60 s: ${last.cache}, with the new text`)
  }
  const [took] = await Promise.all([msUntilShown(visited, text, BY_TIME_MS_MAX), later()])
  console.log(
    `a save shows by Cache-Control alone after ${took} ms while others visit (said: within ${BY_TIME_MS_MAX / 1000} s)`,
  )
}

async function msUntilShown(url: string, text: string, msMax: number): Promise<number> {
  const began = performance.now()
  const isShown = async () => {
    await sleep(20)
    return (await take(url)).text.includes(text)
  }
  await until(isShown, msMax).catch(() => check(false, `"${text}" was not shown`))
  return Math.round(performance.now() - began)
}

/** The second answers and saves alone; nothing of an outage is kept; the first catches up. */
async function killFirst(address: string, first: BuiltServer, second: BuiltServer): Promise<void> {
  const isSame = async () =>
    (await take(`${first.address}/robots.txt`)).headers.get('cache-tag') ===
    (await take(`${second.address}/robots.txt`)).headers.get('cache-tag')
  await until(isSame, PULL_MS_MAX)
  const before = await take(`${address}/post/a`)
  const etag = before.headers.get('etag') ?? ''
  await first.stop('SIGKILL')
  await sleep(2_100)
  const unseen = await take(`${address}/stats`)
  const known = await take(`${address}/post/a`, { 'if-none-match': etag })
  check(unseen.status === 200, `with one server gone: ${unseen.status}`)
  check(known.status === 304, `an ETag of the first server: ${known.status} from the second`)
  const token = await login(address)
  const saved = await fetch(`${address}/api/posts/b`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ content: 'Saved on the second.' }),
  })
  check(saved.status === 200, `a save with one server gone: ${saved.status} ${await saved.text()}`)
  const shown = await msUntilShown(`${address}/post/b`, 'Saved on the second.', BY_TAG_MS_MAX)
  console.log(`\nfirst server killed: pages 200, its ETags 304, a save shows after ${shown} ms`)

  await second.stop('SIGKILL')
  await sleep(2_100)
  const [kept, lost] = [await take(`${address}/post/b`), await take(`${address}/about`)]
  console.log(
    `both killed: a page that was kept ${kept.status} ${kept.cache}, another ${lost.status}`,
  )
  check(kept.status === 200 && kept.text.includes('Saved on the second.'), 'a kept page is gone')
  check(lost.status >= 500, `a page that was not kept: ${lost.status}`)
  await start(1, new URL(first.address).port)
  const isBack = async () => (await take(`${address}/about`)).status === 200
  await until(isBack, PULL_MS_MAX).catch(() => check(false, 'the error of an outage is kept'))
  await msUntilShown(`${address}/post/b`, 'Saved on the second.', PULL_MS_MAX)
  console.log('first server back: answers, and has what was saved on the second')
}
