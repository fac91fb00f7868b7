/**
 * What the author's settings and attributes do to a file between the work tree and git. Read once
 * and kept while the files that say it are the same, so that a repository without any of it costs a
 * save a few stat calls and no process.
 */

import { dirname, isAbsolute, join } from 'node:path'
import type { Git } from '../objects/git-process.ts'
import type { RepositoryAccess } from '../objects/repository-access.ts'
import type { RepositoryPaths } from '../objects/repository-paths.ts'

/** What may be other bytes in the work tree than in git. */
export interface Conversion {
  /** A filter of the author's, an encoding or `ident`: only git can tell the bytes. */
  isForeign: boolean
  /** Whether CRLF becomes LF on the way to git, and LF becomes CRLF on the way back. */
  takesCrlf: boolean
  writesCrlf: boolean
  /** Git looks at what is committed first: a file with CRLF there keeps them. */
  isGuess: boolean
  /** A filter hides the text, so what git holds is not for reading. */
  isFiltered: boolean
}

interface Config {
  values: ReadonlyMap<string, string>
  /** The files that it was read from or may come from. */
  files: readonly string[]
}

interface Known<T> {
  key: string
  value: T
}

const ATTRIBUTES = ['text', 'crlf', 'eol', 'ident', 'filter', 'working-tree-encoding'] as const
/** What attributes of a path are set to. */
type Found = ReadonlyMap<string, string>

interface Question {
  path: string
  resolve(found: Found): void
  reject(error: unknown): void
}

const KNOWN_PATHS_MAX = 10_000
const UNSET = new Set(['unspecified', 'unset'])

/** Paths are those from the top of the work tree. */
export class Attributes {
  readonly #deps: RepositoryAccess
  #config: Known<Config> | null = null
  readonly #known = new Map<string, Known<Conversion | null>>()
  /** Not asked yet. */
  readonly #questions: Question[] = []
  #isAsking = false

  constructor(deps: RepositoryAccess) {
    this.#deps = deps
  }

  /** What happens to the file; null for nothing. @throws GitFailure */
  async of(path: string): Promise<Conversion | null> {
    const { git, paths, io } = this.#deps
    const current = await this.#currentConfig()
    const files = attributeFiles(path, { config: current, git, paths })
    const identities = await Promise.all(files.map((file) => io.identity(file)))
    if (identities.every((identity) => identity === null)) {
      return conversionOf(() => 'unspecified', current.values)
    }
    const key = JSON.stringify(identities)
    const last = this.#known.get(path)
    if (last?.key === key) return last.value
    const value = await this.#read(path, current)
    if (this.#known.size >= KNOWN_PATHS_MAX) this.#known.clear()
    this.#known.set(path, { key, value })
    return value
  }

  async #keyOf(files: readonly string[]): Promise<string> {
    return JSON.stringify(await Promise.all(files.map((file) => this.#deps.io.identity(file))))
  }

  async #readConfig(): Promise<Config> {
    const { io, git, paths } = this.#deps
    io.step('git config')
    const listed = (await git.run(['config', '--list', '--show-origin', '-z'])).toString()
    const fields = listed.split('\0')
    const values = new Map<string, string>()
    const files = new Set(usualConfigFiles(git.env, paths))
    for (let at = 0; at + 1 < fields.length; at += 2) {
      const [key = '', ...value] = (fields[at + 1] ?? '').split('\n')
      values.set(key, value.join('\n'))
      const [, file] = /^file:(.+)$/s.exec(fields[at] ?? '') ?? []
      if (file) files.add(isAbsolute(file) ? file : join(paths.top, file))
    }
    return { values, files: [...files] }
  }

  async #currentConfig(): Promise<Config> {
    const { git, paths } = this.#deps
    if (this.#config !== null && (await this.#keyOf(this.#config.value.files)) === this.#config.key)
      return this.#config.value
    const before = await this.#keyOf(usualConfigFiles(git.env, paths))
    const value = await this.#readConfig()
    // Changed while it was read: not kept, so that the next question reads it again.
    const isSteady = (await this.#keyOf(usualConfigFiles(git.env, paths))) === before
    this.#config = isSteady ? { key: await this.#keyOf(value.files), value } : null
    this.#known.clear()
    return value
  }

  async #read(path: string, { values }: Config): Promise<Conversion | null> {
    const found = await new Promise<Found>((resolve, reject) => {
      this.#questions.push({ path, resolve, reject })
      if (!this.#isAsking) void this.#askAll()
    })
    return conversionOf((name) => found.get(name) ?? 'unspecified', values)
  }

  /** What is asked for while git answers is its next question: a process a file takes minutes. */
  async #askAll(): Promise<void> {
    this.#isAsking = true
    while (this.#questions.length > 0) {
      const asked = this.#questions.splice(0)
      try {
        const answers = await this.#ask(asked.map(({ path }) => path))
        for (const [at, { resolve }] of asked.entries()) resolve(answers[at] ?? new Map())
      } catch (error) {
        for (const { reject } of asked) reject(error)
      }
    }
    this.#isAsking = false
  }

  async #ask(paths: readonly string[]): Promise<Found[]> {
    const { io, git } = this.#deps
    io.step('git check-attr')
    const input = paths.map((path) => `${path}\0`).join('')
    const answer = await git.run(['check-attr', '-z', '--stdin', ...ATTRIBUTES], { input })
    // For each path and attribute in turn: the path, the attribute, its value.
    const fields = answer.toString().split('\0')
    return paths.map((_, at) => {
      const value = (n: number) => fields[3 * (at * ATTRIBUTES.length + n) + 2] ?? ''
      return new Map(ATTRIBUTES.map((name, n) => [name, value(n)]))
    })
  }
}

function usualConfigFiles(env: Readonly<Record<string, string>>, paths: RepositoryPaths): string[] {
  const { HOME = '/', XDG_CONFIG_HOME = join(HOME, '.config') } = env
  return [
    env.GIT_CONFIG_SYSTEM ?? '/etc/gitconfig',
    env.GIT_CONFIG_GLOBAL ?? join(HOME, '.gitconfig'),
    join(XDG_CONFIG_HOME, 'git/config'),
    join(paths.commonFolder, 'config'),
    join(paths.gitFolder, 'config.worktree'),
  ]
}

/** Every file that may hold attributes of the path. */
function attributeFiles(
  path: string,
  { config, git, paths }: { config: Config; git: Git; paths: RepositoryPaths },
): string[] {
  const { HOME = '/', XDG_CONFIG_HOME = join(HOME, '.config') } = git.env
  const own = config.values.get('core.attributesfile')
  const files = [
    '/etc/gitattributes',
    own?.replace(/^~\//, `${HOME}/`) ?? join(XDG_CONFIG_HOME, 'git/attributes'),
    join(paths.commonFolder, 'info/attributes'),
    join(paths.top, '.gitattributes'),
  ]
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    files.push(join(paths.top, folder, '.gitattributes'))
  }
  return files
}

/** As git puts attributes and settings together (its convert.c). */
function conversionOf(
  attribute: (name: string) => string,
  values: ReadonlyMap<string, string>,
): Conversion | null {
  const filter = attribute('filter')
  const hasDriver = [...values.keys()].some((key) => key.startsWith(`filter.${filter}.`))
  const isFiltered = !UNSET.has(filter) && hasDriver
  const others = ['ident', 'working-tree-encoding'].map(attribute)
  const isForeign = isFiltered || others.some((value) => !UNSET.has(value))
  const autocrlf = (values.get('core.autocrlf') ?? 'false').toLowerCase()
  const isAuto = !['false', 'no', 'off', '0'].includes(autocrlf)
  const [text, crlf, eol] = ['text', 'crlf', 'eol'].map(attribute)
  const said = text === 'unspecified' ? crlf : text
  const hasEol = eol === 'lf' || eol === 'crlf'
  const takesCrlf = said !== 'unset' && (said !== 'unspecified' || hasEol || isAuto)
  if (!takesCrlf && !isForeign) return null
  const isByDefault = isAuto ? autocrlf !== 'input' : values.get('core.eol') === 'crlf'
  return {
    isForeign,
    isFiltered,
    takesCrlf,
    writesCrlf: takesCrlf && said !== 'input' && (hasEol ? eol === 'crlf' : isByDefault),
    isGuess: said === 'auto' || (said === 'unspecified' && !hasEol),
  }
}
