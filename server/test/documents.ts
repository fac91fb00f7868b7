/** What people read, and the blocks of commands and settings in it. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const ROOT = resolve(import.meta.dirname, '../..')

/** All of them, the maps of the rooms too. */
export const DOCUMENTS = [
  'README.md',
  'content/README.md',
  'server/OPERATING.md',
  'SECURITY.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'server/README.md',
  'client/README.md',
  'server/git/README.md',
  'scripts/README.md',
  'scripts/lab/README.md',
]

export const textOf = (file: string) => readFileSync(join(ROOT, file), 'utf8')

export interface Block {
  name: string
  text: string
}

export function blocksOf(document: string): Block[] {
  return [...textOf(document).matchAll(/^```\w*\n(.*?)^```$/gms)].map(([, text = '']) => ({
    name: `${document}: ${text.split('\n', 1)[0]}`,
    text,
  }))
}

/** Rows of the first table below a heading, header and rule left out. */
export function tableUnder(document: string, heading: string): string[] {
  const [, section = ''] = textOf(document).split(`\n## ${heading}\n`)
  const lines = section.split('\n')
  const start = lines.findIndex((line) => line.startsWith('|'))
  const end = lines.findIndex((line, index) => index > start && !line.startsWith('|'))
  return lines.slice(start + 2, end)
}
