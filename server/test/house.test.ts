/** The order of the sources: who imports whom, what is exported for nobody, what documents say. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { expect, it } from 'vitest'
import { readSettings, SECRETS, variableOf } from '../config.ts'
import { DOCUMENTS, ROOT, tableUnder, textOf } from './documents.ts'

const README_LINES_MAX = 200
const PICTURE_BYTES_MAX = 120_000

const FILES = ['server', 'client', 'scripts'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
    posix.join(folder, name),
  ),
)
const isOfTests = (file: string) => /\.test\.tsx?$|\/test\//.test(file)
const SOURCES = FILES.filter((file) => /\.(tsx?|mjs)$/.test(file))
const TEXTS = new Map(SOURCES.map((file) => [file, textOf(file)]))
const PRODUCT = [...TEXTS.keys()].filter((file) => !isOfTests(file))

/** What every room of the server may import. */
const FOR_ALL = /^server\/(domain|workers)\/|^server\/(errors|log|state-file)\.ts$/
/** Rooms in rooms: each imports only those before it, and what stands above them all. */
const LAYERS = {
  'server/git/': ['objects', 'worktree', 'locks', 'commit', 'history', 'remote', 'open'],
  'server/content/': ['files', 'formats', 'index', 'history', 'search', 'writes'],
}
/** Packages that would reach past the room's interface. */
const PACKAGES: [room: string, refused: RegExp][] = [
  ['server/domain/', /^(?!zod$)/],
  ['client/', /^(?!react|wouter|zustand|diff$|@fontsource)/],
  ['server/git/', /^(fastify|react|yaml|js-yaml|gray-matter)/],
  ['server/content/', /^(fastify|node:child_process|simple-git|react)/],
  ['server/api/', /^(node:fs|node:child_process|simple-git|chokidar)/],
  ['server/web/', /^(node:child_process|simple-git|chokidar)/],
]

/** The paths that a file imports; packages as they are written. */
function importsOf(file: string): string[] {
  const named = (TEXTS.get(file) ?? '').matchAll(
    /(?:^import|^} from|^export .* from| from|import\() ?'([^']+)'/gm,
  )
  return [...named].map(([, from = '']) => {
    if (from.startsWith('#domain/')) return from.replace('#domain/', 'server/domain/')
    return from.startsWith('.') ? posix.join(posix.dirname(file), from) : from
  })
}

/** Room → what it may import beside what is for all, as the map of the server says. */
function roomsOfMap(): Map<string, RegExp> {
  const rows = [...textOf('server/README.md').matchAll(/^\| `(server\/\w+\/)` \|.*\| (.*) \|$/gm)]
  const rooms = rows.map(([, room = '']) => room)
  const named = (cell: string) => [
    ...rooms.filter((room) => new RegExp(`\\b${room.slice(7, -1)}\\b`).test(cell)),
    ...[...cell.matchAll(/`(client\/\w+\/)`/g)].map(([, folder = '']) => folder),
  ]
  const door = (room: string) => (room === 'server/git/' ? `${room}[^/]+$` : room)
  return new Map(
    rows.map(([, room = '', cell = '']) => [
      room,
      new RegExp(`^(?:${[room, ...named(cell).map(door)].join('|')})`),
    ]),
  )
}

function isAllowed(file: string, from: string, rooms: Map<string, RegExp>): boolean {
  if (!FILES.includes(from)) {
    return PACKAGES.every(([room, refused]) => !file.startsWith(room) || !refused.test(from))
  }
  for (const [room, layers] of Object.entries(LAYERS)) {
    if (!file.startsWith(room) || !from.startsWith(room)) continue
    const [own = '', other = ''] = [file, from].map((path) => path.slice(room.length))
    if (!own.includes('/') || !other.includes('/')) return true
    const rank = (path: string) => layers.indexOf(path.split('/', 1)[0] ?? '')
    return rank(other) <= rank(own)
  }
  if (file.startsWith('client/')) return /^(client|server\/domain)\//.test(from)
  const [, others] = [...rooms].find(([room]) => file.startsWith(room)) ?? []
  return others === undefined || FOR_ALL.test(from) || others.test(from)
}

it('rooms import only what the map of the server lets them', () => {
  const rooms = roomsOfMap()
  expect(rooms.size).toBeGreaterThan(8)
  const faults = PRODUCT.flatMap((file) =>
    importsOf(file)
      .filter((from) => !isAllowed(file, from, rooms))
      .map((from) => `${file} imports ${from}`),
  )
  expect(faults).toEqual([])
})

it('reads the environment in main.ts, takes the requests of a page by intercept()', () => {
  const using = (words: RegExp, files: string[]) =>
    files.filter((file) => !file.startsWith('scripts/') && words.test(TEXTS.get(file) ?? ''))
  expect(using(/process\.env\b/, PRODUCT)).toEqual(['server/main.ts'])
  expect(using(/\b(page|context)\.route\(/, [...TEXTS.keys()])).toEqual(['server/test/browser.ts'])
})

it('exports nothing that no other file names', () => {
  const files = new Map<string, number>()
  for (const text of TEXTS.values()) {
    for (const word of new Set(text.match(/\w+/g))) files.set(word, (files.get(word) ?? 0) + 1)
  }
  const unused = PRODUCT.flatMap((file) =>
    found(TEXTS.get(file) ?? '', /^export (?:async )?(?:function\*?|\w+) (\w+)/gm)
      .filter((name) => files.get(name) === 1)
      .map((name) => `${file}#${name}`),
  )
  expect(unused).toEqual([])
})

const found = (text: string, pattern: RegExp) =>
  [...text.matchAll(pattern)].map(([, first = '']) => first)

it('documents name sources and link to files that there are', () => {
  const faults = DOCUMENTS.flatMap((document) => {
    const text = textOf(document)
    const sources = found(text, /(?<![\w./-])((?:server|client|scripts)\/[\w./-]*\w)/g)
    const links = found(text, /\]\((?!https?:|\/)([^)#\s]+)[^)]*\)/g)
    const paths = [...sources, ...links.map((path) => join(dirname(document), path))]
    return paths.filter((path) => !existsSync(join(ROOT, path))).map((path) => [document, path])
  })
  expect(faults).toEqual([])
})

it('the README has every setting, command and secret file, and is read in one go', () => {
  const readme = textOf('README.md')
  const defaults = Object.entries(readSettings({}))
  const rows = tableUnder('README.md', 'Settings')
  const named = rows.map((row) => /^\| `(\w+)` \|/.exec(row)?.[1])
  expect(named).toEqual(defaults.map(([key]) => variableOf(key)))
  for (const [at, [key, value]] of defaults.entries()) {
    const told = { [variableOf(key)]: rows[at]?.split('|')[2]?.trim() }
    if (value !== null) expect(readSettings(told)).toMatchObject({ [key]: value })
  }
  expect(found(readme, /`([A-Z_]+_FILE)`/g).sort()).toEqual(SECRET_FILES.sort())
  const { scripts } = JSON.parse(textOf('package.json'))
  expect([...new Set(commandsIn(readme))].sort()).toEqual(Object.keys(scripts).sort())
  expect(readme.split('\n').length).toBeLessThanOrEqual(README_LINES_MAX)
  const pictures = found(readme, /(\.github\/[\w-]+\.webp)/g)
  expect(pictures).toHaveLength(5)
  const sizes = pictures.map((path) => statSync(join(ROOT, path)).size)
  expect(sizes.filter((size) => size > PICTURE_BYTES_MAX)).toEqual([])
})

const SECRET_FILES = SECRETS.map((key) => `${variableOf(key)}_FILE`)

/** Names after `npm` or `npm run`, those of npm itself left out. */
const commandsIn = (text: string) =>
  found(text, /`npm (?:(?:-s )?run )?([a-z]+)\b/g).filter((name) => !/^(ci|audit)$/.test(name))
