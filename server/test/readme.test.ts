/** What the README says about settings and commands is what the code has, no more and no less. */
import { readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { publicHeaders } from '../answers/public-headers.ts'
import { readSettings, SETTINGS } from '../config.ts'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..')
const readme = readFileSync(join(root, 'README.md'), 'utf8')

/** Rows of the first table below a heading, header and rule left out. */
function tableUnder(heading: string): string[] {
  const [, section = ''] = readme.split(`\n## ${heading}\n`)
  const lines = section.split('\n')
  const start = lines.findIndex((line) => line.startsWith('|'))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  return lines.slice(start + 2, end)
}

describe('the README', () => {
  it('lists every setting with its default and meaning', () => {
    const rows = Object.values(SETTINGS).map(
      (row) => `| \`${row.name}\` | ${row.default} | ${row.help} |`,
    )
    expect(tableUnder('Settings')).toEqual(rows)
  })

  it('lists exactly the secrets that a file may hold', () => {
    const secrets = Object.values(SETTINGS).filter((row) => 'secret' in row)
    const named = [...readme.matchAll(/`([A-Z_]+_FILE)`/g)].map((match) => match[1])
    expect(named.sort()).toEqual(secrets.map((row) => `${row.name}_FILE`).sort())
  })

  it('has a form to copy that names every setting once, with its default or empty', () => {
    const form = readFileSync(join(root, '.env.example'), 'utf8')
    const named = [...form.matchAll(/^([A-Z_]+)=/gm)].map((match) => match[1])
    expect(named.sort()).toEqual(
      Object.values(SETTINGS)
        .map((row) => row.name)
        .sort(),
    )
    expect(readSettings(parseEnv(form))).toEqual(readSettings({}))
  })

  it('names every command, and none that does not exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const named = [...readme.matchAll(/`npm (?:run )?([a-z]+)\b/g)]
      .map((match) => match[1])
      .filter((name) => name !== 'ci')
    expect([...new Set(named)].sort()).toEqual(Object.keys(scripts).sort())
  })
  it('says for how long caches may keep an answer', () => {
    expect(readme).toContain(`\`${publicHeaders({ tag: '' })['cache-control']}\``)
  })
})
