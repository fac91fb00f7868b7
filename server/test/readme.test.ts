/** What the documents say about settings and commands is what the code has, no more and no less. */
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { publicHeaders } from '../answers/public-headers.ts'
import { readSettings, SETTINGS } from '../config.ts'
import { DOCUMENTS, ROOT, tableUnder, textOf } from './documents.ts'

const readme = textOf('README.md')
const NAMES: string[] = Object.values(SETTINGS).map((row) => row.name)
const SECRETS = Object.values(SETTINGS).filter((row) => 'secret' in row)
/** Git's own. */
const OTHER_VARIABLES = ['GIT_SSH_COMMAND']
const README_LINES_MAX = 200
const PICTURE_BYTES_MAX = 120_000

describe('the README', () => {
  it('is read in one go, with two small pictures', () => {
    expect(readme.split('\n').length).toBeLessThanOrEqual(README_LINES_MAX)
    const pictures = [...readme.matchAll(/\.github\/[\w-]+\.webp/g)].map(([path]) => path)
    expect(pictures).toHaveLength(2)
    const sizes = pictures.map((path) => statSync(join(ROOT, path)).size)
    expect(sizes.filter((size) => size > PICTURE_BYTES_MAX)).toEqual([])
  })

  it('lists every setting with its default', () => {
    const rows = tableUnder('README.md', 'Settings')
    expect(rows.map((row) => /^\| `(\w+)` \|/.exec(row)?.[1])).toEqual(NAMES)
    for (const [at, setting] of Object.values(SETTINGS).entries()) {
      if ('default' in setting) expect(rows[at]?.split('|')[2]?.trim()).toBe(setting.default)
    }
  })

  it('lists exactly the secrets that a file may hold', () => {
    const named = [...readme.matchAll(/`([A-Z_]+_FILE)`/g)].map((match) => match[1])
    expect(named.sort()).toEqual(SECRETS.map((row) => `${row.name}_FILE`).sort())
  })

  it('names every command, and none that does not exist', () => {
    const { scripts } = JSON.parse(textOf('package.json'))
    const named = commandsIn(readme)
    expect([...new Set(named)].sort()).toEqual(Object.keys(scripts).sort())
  })
})

describe.each(DOCUMENTS)('%s', (document) => {
  const text = textOf(document)

  // A constant of the code is followed by its file.
  it('names only settings that there are, with values that they take', () => {
    const named = [...text.matchAll(/`([A-Z]{2,}(?:_[A-Z]+)+)(?:=([^`]+))?`(?! \(`)/g)]
    const known = [...NAMES, ...SECRETS.map((row) => `${row.name}_FILE`), ...OTHER_VARIABLES]
    expect(named.map(([, name]) => name).filter((name) => !known.includes(name ?? ''))).toEqual([])
    for (const [, name = '', value] of named) {
      if (value !== undefined) expect(() => readSettings({ [name]: value })).not.toThrow()
    }
  })

  it('names only commands that there are', () => {
    const { scripts } = JSON.parse(textOf('package.json'))
    expect(commandsIn(text).filter((name) => !(name in scripts))).toEqual([])
  })

  it('links to files and headings that there are', () => {
    const links = [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([\w-]+))?\)/g)]
      // Of examples.
      .filter(([, path = '']) => !path.startsWith('/'))
    const broken = links.filter(([, path = '', heading]) => {
      const file = path === '' ? document : join(dirname(document), path)
      if (!existsSync(join(ROOT, file))) return true
      return heading !== undefined && !headingsOf(textOf(file)).includes(heading)
    })
    expect(broken.map(([link]) => link)).toEqual([])
  })
})

it('the page about operating says for how long caches may keep an answer', () => {
  const policy = publicHeaders({ tag: '' })['cache-control']
  expect(textOf('server/OPERATING.md')).toContain(`\`${policy}\``)
})

/** Names after `npm` or `npm run`, those of npm itself left out. */
function commandsIn(text: string): string[] {
  return [...text.matchAll(/`npm (?:(?:-s )?run )?([a-z]+)\b/g)]
    .map(([, name = '']) => name)
    .filter((name) => name !== 'ci' && name !== 'audit')
}

const headingsOf = (text: string) =>
  [...text.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w -]/g, '')
      .replaceAll(' ', '-'),
  )
