/** Each block of commands and settings that people are told is run, or compared with what it is for. */
import { cpSync, existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readSettings } from '../server/config.ts'
import { createContentFiles } from '../server/content/files/content-files.ts'
import { loadContent } from '../server/content/index/record-keeper.ts'
import { IMAGE_BYTES_MAX } from '../server/domain/image.ts'
import { atEnd } from '../server/test/at-end.ts'
import { blocksOf, DOCUMENTS, ROOT, tableUnder, textOf } from '../server/test/documents.ts'
import { fixtureIn, makeFolder, makeRepository, until } from '../server/test/git-fixture.ts'
import { PASSWORD, serve, startServer } from '../server/test/live-server.ts'
import { COMMANDS, usageOf } from './content/usage.ts'
import { contentCommand } from './test/hook-fixture.ts'
import { runInShell } from './test/shell-blocks.ts'

const { built } = contentCommand()
const blocks = new Map(DOCUMENTS.flatMap(blocksOf).map(({ name, text }) => [name, text]))

/** Every block there is, by its first line, and what is done with it. */
const CHECKS: Record<string, (text: string) => unknown> = {
  'README.md: npm run content -- init    # makes it yours: asks for name, title, language and the like':
    runFirstSteps,
  "README.md: cat > my-content/posts/2026/first-walk.md <<'END'": runFirstSteps,
  'README.md: git clone my-content ../elsewhere': runFirstSteps,
  'README.md: docker build -t gap .': checkDocker,
  'README.md: # compose.yaml': checkCompose,
  'README.md: # /etc/systemd/system/gap.service': checkUnit,
  'README.md: git clone https://git.example.org/me/site-content.git /srv/gap/content':
    runFromRemote,
  'content/README.md: ---': readFrontMatter,
  'content/README.md: git clone https://git.example/ann/words': verifySite,
  [`content/README.md: ${tokenLine()}`]: callApi,
  'server/OPERATING.md: CONTENT_DIR=/srv/site/content STATE_DIR=/srv/site/state npm start':
    startElsewhere,
  'server/OPERATING.md: git clone https://git.example.org/me/site-content.git content':
    runFromRemote,
  'server/OPERATING.md: # /etc/nginx/conf.d/site.conf': checkNginx,
}

it('every block of every document is checked here', () => {
  expect([...blocks.keys()].sort()).toEqual(Object.keys(CHECKS).sort())
})

/** The three blocks of the first minutes are run together, by the first that comes. */
const checks = Object.entries(CHECKS).filter(
  ([, check], index, all) =>
    all.findIndex(([, other]) => other === check) === index || check !== runFirstSteps,
)

it.each(checks)('%s works', async (name, check) => {
  await check(blocks.get(name) ?? '')
})

it('the table of the author’s commands has each, with options that its help has', () => {
  const rows = tableUnder('content/README.md', 'Commands')
  const named = rows.map((row) => COMMANDS.find((name) => row.startsWith(`| \`${name}`)))
  expect([...new Set(named)].sort()).toEqual([...COMMANDS].sort())
  for (const [index, row] of rows.entries()) {
    const usage = usageOf(named[index] ?? null)
    for (const [option] of row.matchAll(/--[a-z][a-z-]+/g)) expect(usage).toContain(option)
  }
})

async function runFirstSteps() {
  const clone = fixtureIn(join(makeFolder(), 'program'))
  cpSync(join(ROOT, 'content'), join(clone.folder, 'content'), { recursive: true })
  cpSync(dirname(built.command), join(clone.folder, 'dist'), { recursive: true })
  clone.put('.gitignore', 'dist\n.env\nmy-content\n')
  clone.git('init', '-q')
  const shell = { cwd: clone.folder, command: 'dist/content.mjs' }
  const [begin = '', file = '', push = ''] = blocksOf('README.md').map(({ text }) => text)
  expect(await runInShell(begin, shell)).toContain('G.A.P. is at http')
  const own = join(clone.folder, 'my-content')
  const env = { CONTENT_DIR: own }
  const server = await serve(fixtureIn(own), { stateDir: join(makeFolder(), 'state') })
  atEnd(() => server.app.close())
  await runInShell(file, { ...shell, env })
  await runInShell(push, shell)
  const shows = async (path: string, words: string) => (await server.page(path)).includes(words)
  await until(() => shows('/post/first-walk', 'Walked five kilometres'))
  await until(() => shows('/post/what-a-week-showed', 'That mornings work.'))
  expect(fixtureIn(own).git('log', '-1', '--format=%s')).toBe('Write about the week\n')
}

async function startElsewhere(text: string) {
  const cwd = makeFolder()
  const printed = await runInShell(text.replaceAll('/srv/site', cwd), {
    cwd,
    command: built.command,
  })
  expect(printed).toContain('G.A.P. is at http')
  expect(existsSync(join(cwd, 'content/site.yaml'))).toBe(true)
}

async function runFromRemote(text: string) {
  const remote = makeRepository({ 'site.yaml': 'time_zone: Europe/Berlin\n' })
  const cwd = makeFolder()
  const here = text
    .replaceAll('https://git.example.org/me/site-content.git', remote.folder)
    .replaceAll('/srv/gap/content', join(cwd, 'content'))
    .replaceAll('…', 'a secret of the webhook')
    .replace(/WEBHOOK_SECRET=(.*?) npm/, "WEBHOOK_SECRET='$1' npm")
  expect(await runInShell(here, { cwd, command: built.command })).toContain('G.A.P. is at http')
}

async function readFrontMatter(text: string) {
  const site = fixtureIn(makeFolder())
  site.put('posts/shipping.md', `${text}\nText.\n`)
  const files = createContentFiles(site.folder)
  const keeper = await loadContent({ files, timeZone: null, fallbackZone: 'UTC' })
  expect(keeper.problems()).toEqual([])
  const [post] = keeper.records('post')
  const keys = Object.keys(parse(text.replaceAll('---', '')))
  expect(keys).toHaveLength(11)
  expect(post).toMatchObject({ title: 'Shipping in public', type: 'essay', project: 'ship-v1' })
  expect(post).toMatchObject({ draft: true, featured: true, url: 'https://example.org/' })
}

async function verifySite(text: string) {
  const server = await startServer({
    'site.yaml': 'time_zone: Europe/Berlin\n',
    'posts/a.md': '---\ndate: 2026-01-02\n---\n\nText\n',
  })
  const here = text
    .replace('https://git.example/ann/words', server.folder)
    .replace('git clone', 'git clone -q')
    .replace('$PWD/words', `$PWD/${basename(server.folder)}`)
    .replace('https://ann.example', server.address)
  await until(async () => (await server.page('/api/record')).includes('"posted"'))
  const printed = await runInShell(here, { cwd: makeFolder(), command: built.command })
  expect(printed).toContain('Streak')
}

async function callApi(text: string) {
  const server = await startServer()
  const cwd = makeFolder()
  const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
  await picture.jpeg().toFile(join(cwd, 'loaf.jpg'))
  const here = text
    .replaceAll('localhost:3000', new URL(server.address).host)
    .replace('"…"', JSON.stringify(PASSWORD))
    .replaceAll('curl -s', 'curl -sS --fail-with-body')
  const printed = await runInShell(here, { cwd, command: built.command })
  expect(printed.match(/\{"data":/g)).toHaveLength(text.match(/^curl/gm)?.length ?? 0)
  expect(server.git('log', '-1', '--format=%s')).toBe('Save draft: Hello\n')
}

/** Ports, the volume and the settings are those of the image and the server. */
function checkDocker(text: string) {
  const dockerfile = textOf('Dockerfile')
  const [, outside, inside] = /-p (\d+):(\d+) /.exec(text) ?? []
  expect([outside, dockerfile]).toEqual([inside, expect.stringContaining(`EXPOSE ${inside}\n`)])
  const volume = /-v \w+:(\S+)/.exec(text)?.[1]
  expect(dockerfile).toContain(`VOLUME ${volume}\n`)
  const [, name, value] = /-e (\w+)=(\S+)/.exec(text) ?? []
  expect(readSettings({ [name ?? '']: value }).siteUrl).toBe(value)
}

function checkCompose(text: string) {
  const { site } = parse(text).services
  expect(site.volumes).toEqual(['site:/data'])
  const { SITE_URL, TRUST_PROXY } = site.environment
  expect(readSettings({ SITE_URL, TRUST_PROXY: String(TRUST_PROXY) })).toMatchObject({
    siteUrl: SITE_URL,
    trustProxy: 1,
  })
}

function checkUnit(text: string) {
  const pairs = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, words = '']) =>
    words.split(' ').map((word) => word.split('=')),
  )
  const { contentDir, stateDir } = readSettings(Object.fromEntries(pairs))
  const folder = /^ReadWritePaths=(.*)$/m.exec(text)?.[1]
  for (const path of [contentDir, stateDir]) expect(path.startsWith(`${folder}/`)).toBe(true)
}

async function checkNginx(text: string) {
  const size = Number(/client_max_body_size (\d+)m;/.exec(text)?.[1])
  expect(size * 1024 * 1024).toBeGreaterThan(IMAGE_BYTES_MAX)
  const [, path = ''] = /proxy_pass http:\/\/site(\/\S+);/.exec(text) ?? []
  const server = await startServer()
  const { headers } = await fetch(server.address + path)
  expect([...headers.keys()]).toContain('cache-tag')
  expect(text).toContain('$upstream_http_cache_tag')
}

function tokenLine(): string {
  return 'token=$(curl -s localhost:3000/api/auth/login --json \'{"password":"…"}\' | node -p \'JSON.parse(fs.readFileSync(0)).data.token\')'
}
