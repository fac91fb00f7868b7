/** The commands that people are told work, and the settings that they are told exist. */
import { execFile } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { readSettings, SETTINGS, variableOf } from '../server/config.ts'
import { createContentFiles } from '../server/content/files/content-files.ts'
import { loadContent } from '../server/content/index/content-index.ts'
import { atEnd } from '../server/test/at-end.ts'
import { MAIN } from '../server/test/built-server.ts'
import { blocksOf, DOCUMENTS, ROOT, tableUnder, textOf } from '../server/test/documents.ts'
import { fixtureIn, makeFolder, testEnv, until } from '../server/test/git-fixture.ts'
import { PASSWORD, serve, startServer } from '../server/test/live-server.ts'
import { COMMANDS, usageOf } from './content/usage.ts'
import { COMMAND } from './test/hook-fixture.ts'

const NAMES = new Set(Object.keys(SETTINGS).map(variableOf))
const blocks = DOCUMENTS.flatMap(blocksOf)
const blockWith = (words: string) => blocks.find(({ text }) => text.includes(words))?.text ?? ''

/** An npm that runs the built command, with a name instead of a terminal, and starts the server. */
const NPM = textOf('scripts/test/npm.sh')

const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })

/** Runs a block there. @returns what it printed @throws when a command fails, with what it said */
async function runInShell(
  text: string,
  { cwd, command, env = {} }: { cwd: string; command: string; env?: Record<string, string> },
): Promise<string> {
  const programs = makeFolder()
  writeFileSync(join(programs, 'npm'), NPM, { mode: 0o755 })
  const program = { COMMAND: command, MAIN, PATH: `${programs}:${testEnv.PATH}` }
  const options = { cwd, env: { ...testEnv, ...env, ...program } }
  return (await promisify(execFile)('bash', ['-eo', 'pipefail', '-c', text], options)).stdout
}

it.each(blocks)('$name has settings that there are, with values that they take', ({ text }) => {
  const named = [...text.matchAll(/(?<![\w$])([A-Z]{2,}(?:_[A-Z]+)+)(?:=|: )([^\s"]+)/g)]
  const settings = Object.fromEntries(named.map(([, name = '', value = '']) => [name, value]))
  expect(() => readSettings(settings)).not.toThrow()
  expect(Object.keys(settings).filter((name) => !NAMES.has(name))).toEqual([])
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

it('the first steps of the README lead from a clone to a post that was pushed', async () => {
  const clone = fixtureIn(join(makeFolder(), 'program'))
  cpSync(join(ROOT, 'content'), join(clone.folder, 'content'), { recursive: true })
  cpSync(dirname(COMMAND), join(clone.folder, 'dist'), { recursive: true })
  clone.put('.gitignore', 'dist\n.env\nmy-content\n')
  clone.git('init', '-q')
  const shell = { cwd: clone.folder, command: 'dist/content.mjs' }
  const [file, push] = [blockWith('first-walk.md <<'), blockWith('git clone my-content')]
  expect(await runInShell(blockWith('content -- init  '), shell)).toContain('G.A.P. is at http')
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
})

it('the front matter of content/README.md is read without a problem, key by key', async () => {
  const text = blockWith('title: Shipping in public')
  const site = fixtureIn(makeFolder())
  site.put('posts/shipping.md', `${text}\nText.\n`)
  site.put('media/2026/loaf.webp', '')
  await picture.webp().toFile(join(site.folder, 'media/2026/loaf.webp'))
  const files = createContentFiles(site.folder)
  const keeper = await loadContent({ files, timeZone: null, fallbackZone: 'UTC' })
  expect(keeper.problems()).toEqual([])
  const [post] = keeper.recordsOf('post')
  const keys = Object.keys(parse(text.replaceAll('---', '')))
  expect(keys).toHaveLength(18)
  expect(post).toMatchObject({ title: 'Shipping in public', type: 'essay', project: 'ship-v1' })
  expect(post).toMatchObject({ draft: true, featured: true, url: 'https://example.org/' })
})

it('a reader verifies a site as content/README.md says', async () => {
  const server = await startServer({
    'site.yaml': 'time_zone: Europe/Berlin\n',
    'posts/a.md': '---\ndate: 2026-01-02\n---\n\nText\n',
  })
  const here = blockWith('verify --site')
    .replace('https://git.example/ann/words', server.folder)
    .replace('git clone', 'git clone -q')
    .replace('$PWD/words', `$PWD/${basename(server.folder)}`)
    .replace('https://ann.example', server.address)
  await until(async () => (await server.page('/api/record')).includes('"posted"'))
  const printed = await runInShell(here, { cwd: makeFolder(), command: COMMAND })
  expect(printed).toContain('Streak')
})

it('the API is called as content/README.md says', async () => {
  const text = blockWith('/api/auth/login')
  const server = await startServer()
  const cwd = makeFolder()
  await picture.jpeg().toFile(join(cwd, 'loaf.jpg'))
  const here = text
    .replaceAll('localhost:3000', new URL(server.address).host)
    .replace('"…"', JSON.stringify(PASSWORD))
    .replaceAll('curl -s', 'curl -sS --fail-with-body')
  const printed = await runInShell(here, { cwd, command: COMMAND })
  expect(printed.match(/\{"data":/g)).toHaveLength(text.match(/^curl/gm)?.length ?? 0)
  expect(server.git('log', '-1', '--format=%s')).toBe('Save draft: Hello\n')
})
