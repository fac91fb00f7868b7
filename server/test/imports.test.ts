/** Who may import whom. A folder that needs more has grown a second job: split it or move it. */
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, posix, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')

/** Files that every part of the server may use. */
const SHARED = ['server/errors.ts', 'server/log.ts', 'server/domain/', 'server/worker-file.ts']

/** Folder → what its files may import of the project, by path prefix. */
const MAY_IMPORT: Record<string, string[]> = {
  'server/domain/': ['server/domain/'],
  'client/': ['client/', 'server/domain/'],
  'server/git/': ['server/git/', ...SHARED],
  'server/markdown/': ['server/markdown/', ...SHARED],
  'server/content/': ['server/content/', 'server/git/', 'server/markdown/', ...SHARED],
  'server/auth/': ['server/auth/', ...SHARED],
  'server/media/': ['server/media/', ...SHARED],
  'server/api/': [
    'server/api/',
    'server/auth/',
    'server/content/',
    'server/git/',
    'server/markdown/',
    'server/media/',
    ...SHARED,
  ],
  'server/web/': [
    'server/web/',
    'server/api/public-headers.ts',
    'server/api/queries.ts',
    'server/api/ready-answer.ts',
    'server/api/ready-answers.ts',
    'server/api/moment.ts',
    'server/content/',
    'client/',
    ...SHARED,
  ],
}

/** Folder → the packages its files may import; folders not named may import any. */
const MAY_USE: Record<string, RegExp> = {
  'server/domain/': /^$/,
  'client/': /^(react|react-dom|wouter|zustand|@fontsource)/,
}

/** Packages that would reach past the interface a folder is given. */
const MUST_NOT_USE: Record<string, RegExp> = {
  'server/git/': /^(fastify|react|yaml|js-yaml|gray-matter)/,
  'server/content/': /^(fastify|node:child_process|simple-git|react)/,
  'server/api/': /^(node:fs|node:child_process|simple-git|chokidar)/,
  'server/web/': /^(node:child_process|simple-git|chokidar)/,
}

const sources = ['server', 'client']
  .flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(folder, name),
    ),
  )
  .filter((file) => /(?<!\.test)\.tsx?$/.test(file) && !file.startsWith('server/test/'))

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

const ruleOf = <Rule>(file: string, table: Record<string, Rule>): Rule | undefined =>
  Object.entries(table).find(([folder]) => file.startsWith(folder))?.[1]

function isAllowed(file: string, specifier: string): boolean {
  const target = projectFile(file, specifier)
  if (target !== null) {
    return ruleOf(file, MAY_IMPORT)?.some((prefix) => target.startsWith(prefix)) ?? true
  }
  const only = ruleOf(file, MAY_USE)
  return (!only || only.test(specifier)) && !ruleOf(file, MUST_NOT_USE)?.test(specifier)
}

it('finds the sources', () => {
  expect(sources).toContain('server/domain/day.ts')
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
