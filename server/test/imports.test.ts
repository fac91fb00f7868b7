/** Who may import whom, room by room: server/README.md has the map. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** What every room of the server may use. */
const SHARED = [
  'server/errors.ts',
  'server/log.ts',
  'server/state-file.ts',
  'server/domain/',
  'server/workers/',
]
const GIT = 'server/git/repository.ts'
const CONTENT = ['content-store', 'store', 'records', 'live-content', 'content-writer'].map(
  (name) => `server/content/${name}.ts`,
)

/**
 * Room → what its files may import beside their own room, by path prefix. The longest room that fits
 * a file counts. A room that needs more has grown a second job: split it or move it.
 */
const MAY_IMPORT: Record<string, string[]> = {
  'server/domain/': [],
  'server/workers/': [],
  'server/markdown/': [],
  'server/auth/': [],
  'server/media/': [],
  'server/answers/': [],
  'server/api/': [
    'server/answers/',
    'server/api/',
    'server/auth/',
    ...CONTENT,
    'server/content/formats/',
    'server/content/index/',
    'server/content/writes/',
    GIT,
    'server/markdown/',
    'server/media/',
    'server/queries/',
  ],
  'server/content/': ['server/content/', GIT, 'server/markdown/'],
  'server/content/files/': [...CONTENT, GIT],
  'server/content/formats/': [
    ...CONTENT,
    'server/content/files/',
    GIT,
    'server/git/merge-file.ts',
    'server/markdown/',
  ],
  'server/content/history/': [
    ...CONTENT,
    'server/content/files/',
    'server/content/formats/',
    'server/content/index/',
    GIT,
  ],
  'server/content/index/': [
    ...CONTENT,
    'server/content/files/',
    'server/content/formats/',
    GIT,
    'server/markdown/',
  ],
  'server/content/search/': [...CONTENT, 'server/content/index/', 'server/markdown/'],
  'server/content/writes/': [
    ...CONTENT,
    'server/content/files/',
    'server/content/formats/',
    'server/content/history/',
    'server/content/index/',
    GIT,
  ],
  'server/git/commit/': [GIT, 'server/git/locks/', 'server/git/objects/', 'server/git/worktree/'],
  'server/git/history/': [
    GIT,
    'server/git/locks/',
    'server/git/merge-file.ts',
    'server/git/objects/',
  ],
  'server/git/locks/': [GIT, 'server/git/objects/'],
  'server/git/open/': [
    GIT,
    'server/git/commit/',
    'server/git/history/',
    'server/git/locks/',
    'server/git/objects/',
    'server/git/remote/',
    'server/git/worktree/',
  ],
  'server/git/remote/': [
    GIT,
    'server/git/commit/',
    'server/git/history/',
    'server/git/locks/',
    'server/git/objects/',
    'server/git/worktree/',
  ],
  'server/git/worktree/': ['server/git/objects/'],
  'server/queries/': [
    'server/answers/',
    ...CONTENT,
    'server/content/history/',
    'server/content/index/',
    'server/markdown/',
  ],
  'server/web/': [
    'client/data/',
    'client/start/',
    'server/answers/',
    'server/content/files/',
    'server/content/formats/',
    'server/content/index/',
    'server/queries/',
  ],
  'server/web/feeds/': [
    // The sitemap lists the rows of the page table.
    'client/start/',
    'server/answers/',
    ...CONTENT,
    'server/content/index/',
    'server/queries/',
    'server/web/',
    'server/web/feeds/pictures/',
  ],
  'server/web/feeds/pictures/': [...CONTENT, 'server/content/index/', 'server/web/feeds/'],
  'client/': ['server/domain/'],
}

/** Folder → the packages its files may import; folders not named may import any. */
const MAY_USE: Record<string, RegExp> = {
  'server/domain/': /^$/,
  'server/domain/answers/': /^zod$/,
  'client/': /^(react|react-dom|wouter|zustand|diff|node-diff3|@fontsource)/,
}

/** Packages that would reach past the interface a folder is given. */
const MUST_NOT_USE: Record<string, RegExp> = {
  'server/git/': /^(fastify|react|yaml|js-yaml|gray-matter)/,
  'server/content/': /^(fastify|node:child_process|simple-git|react)/,
  'server/api/': /^(node:fs|node:child_process|simple-git|chokidar)/,
  'server/web/': /^(node:child_process|simple-git|chokidar)/,
}

const files = ['server', 'client']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(folder, name),
    ),
  )
  .filter((file) => /\.tsx?$/.test(file))
const sources = files.filter(
  (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('server/test/'),
)

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:^|\n)import\s*['"]([^'"]+)['"]/g

function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? match[3] ?? '')
}

/** The project file an import names, or null for a package. */
function projectFile(file: string, specifier: string): string | null {
  if (specifier.startsWith('#domain/')) return `server/domain/${specifier.slice(8)}`
  if (specifier.startsWith('.')) return posix.join(posix.dirname(file), specifier)
  return null
}

/** The rule of the longest folder that holds the file. */
function ruleOf<Rule>(file: string, table: Record<string, Rule>): Rule | undefined {
  const folders = Object.keys(table).filter((folder) => file.startsWith(folder))
  const [longest] = folders.sort((a, b) => b.length - a.length)
  return longest === undefined ? undefined : table[longest]
}

function isAllowed(file: string, specifier: string): boolean {
  const target = projectFile(file, specifier)
  if (target !== null) {
    if (posix.dirname(target) === posix.dirname(file)) return true
    const may = ruleOf(file, MAY_IMPORT)
    const shared = file.startsWith('client/') ? ['client/'] : SHARED
    return may === undefined || [...may, ...shared].some((prefix) => target.startsWith(prefix))
  }
  const only = ruleOf(file, MAY_USE)
  return (!only || only.test(specifier)) && !ruleOf(file, MUST_NOT_USE)?.test(specifier)
}

it('finds the sources', () => {
  expect(sources).toContain('server/domain/days/day.ts')
})

it('the door of git imports nothing of its own room', () => {
  const own = importsOf(GIT).map((specifier) => projectFile(GIT, specifier))
  expect(own.filter((file) => file?.startsWith('server/git/'))).toEqual([])
})

it('imports only what the folder may', () => {
  const faults = sources.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => !isAllowed(file, specifier))
      .map((specifier) => `${file} imports ${specifier}`),
  )
  expect(faults).toEqual([])
})

it('reads the environment only in main.ts and config.ts', () => {
  const readers = sources.filter((file) =>
    /process\.env\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(readers.filter((file) => !['server/main.ts', 'server/config.ts'].includes(file))).toEqual(
    [],
  )
})

it('takes the requests of a page only through intercept()', () => {
  const takers = files.filter((file) =>
    /\b(page|context)\.route\(/.test(readFileSync(join(root, file), 'utf8')),
  )
  expect(takers).toEqual(['server/test/browser.ts'])
})
