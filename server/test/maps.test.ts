/** The maps (README.md of the rooms) name only what is there, and comments cite only the repository. */
import { existsSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { DOCUMENTS, MAPS, ROOT, textOf } from './documents.ts'

const SOURCES = ['server', 'client', 'scripts']
  .flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  )
  .filter((file) => /\.(tsx?|mjs|css|md)$/.test(file))

/** Paths in code spans: what has a slash or the ending of a source file. */
function namedPaths(map: string): string[] {
  return [...textOf(map).matchAll(/`([\w./-]+)`/g)]
    .map(([, name]) => name ?? '')
    .filter((name) => /\.(tsx?|mjs|css|md)$|^[\w-]+\/[\w./-]*$/.test(name))
    .filter((name) => !/^(refs|dist|content)\//.test(name))
}

/** `name` of each step that is written as "`name` in `file.ts`". */
function namedFunctions(map: string): [string, string][] {
  return [...textOf(map).matchAll(/`(\w+)` \(`([\w./-]+\.(?:tsx?|mjs))`\)/g)].map(
    ([, name = '', file = '']) => [name, file],
  )
}

const placeOf = (map: string, name: string) =>
  [join(dirname(map), name), name].find((path) => existsSync(join(ROOT, path)))

describe.each(MAPS)('%s', (map) => {
  it('names files and folders that exist', () => {
    expect(namedPaths(map).filter((name) => placeOf(map, name) === undefined)).toEqual([])
  })

  it('names functions that their files define', () => {
    const missing = namedFunctions(map).filter(([name, file]) => {
      const place = placeOf(map, file)
      return place === undefined || !new RegExp(`\\b${name}\\b`).test(textOf(place))
    })
    expect(missing).toEqual([])
  })
})

it.each(DOCUMENTS)('%s names sources that exist', (document) => {
  const named = [...textOf(document).matchAll(/(?<![\w./-])(?:server|client|scripts)\/[\w./-]*\w/g)]
  expect(named.map(([path]) => path).filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
})

it('cites no paper that is not in the repository', () => {
  // `house.mjs` counts by the same rule.
  const CITES =
    /(?<!\bRFC \d+ )§|\bpromises? \d|\b(?:write-path|visual|contract|house)\.md|\bthe (?:contract|spec)\b/i
  const citing = [...new Set([...SOURCES, ...DOCUMENTS])]
    .filter((file) => !file.endsWith('maps.test.ts'))
    .filter((file) => CITES.test(textOf(file)))
  expect(citing).toEqual([])
})
