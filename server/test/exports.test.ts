/**
 * What a file exports is imported by another. A function with a test of its own beside it may be
 * exported for that test, as long as its own file uses it too.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = resolve(import.meta.dirname, '../..')
const files = ['server', 'client', 'scripts']
  .flatMap((folder) =>
    readdirSync(posix.join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(folder, name),
    ),
  )
  .filter((file) => /\.(tsx?|mjs)$/.test(file) && !file.endsWith('.d.ts'))
const isOfTests = (file: string) => /\.test\.tsx?$|\/test\//.test(file)
const texts = new Map(files.map((file) => [file, readFileSync(posix.join(ROOT, file), 'utf8')]))

const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm
const NAMED = /(?:import|export)\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s*from\s*['"]([^'"]+)['"]/g
/** `import * as x from`, `import()`: what takes all of a file. */
const WHOLE = /import\s+\*\s+as\s+\w+\s+from\s*['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/g

const target = (file: string, from: string) =>
  from.startsWith('#domain/')
    ? from.replace('#domain/', 'server/domain/')
    : posix.join(posix.dirname(file), from)

/** `file#name` of each name that a file imports; `file` alone where it takes all of it. */
function importedBy([file, text]: [string, string]): string[] {
  const named = [...text.matchAll(NAMED)].flatMap(([, names = '', from = '']) =>
    names
      .split(',')
      .map((name) => name.trim().replace(/^type\s+|\s+as\s.*$/g, ''))
      .map((name) => `${target(file, from)}#${name}`),
  )
  const whole = [...text.matchAll(WHOLE)].map(([, a, b]) => target(file, a ?? b ?? ''))
  return [...named, ...whole]
}

const exportsOf = ([file, text]: [string, string]) =>
  [...text.matchAll(EXPORT)].map(([, name = '']) => ({ file, name, text }))

it('exports nothing that no other file of the product imports', () => {
  const product = [...texts].filter(([file]) => !isOfTests(file))
  const imported = new Set(product.flatMap(importedBy))
  const tested = new Set([...texts].filter(([file]) => isOfTests(file)).flatMap(importedBy))
  const unused = product
    .flatMap(exportsOf)
    .filter(({ file, name }) => !imported.has(`${file}#${name}`) && !imported.has(file))
    .filter(({ file, name, text }) => {
      const uses = text.match(new RegExp(`\\b${name}\\b`, 'g'))?.length ?? 0
      return !tested.has(`${file}#${name}`) || uses < 2
    })
    .map(({ file, name }) => `${file}#${name}`)
  expect(unused).toEqual([])
})

/**
 * Doors: an interface, the name by which its users hold it, and the files behind it, which call its
 * members only to hand them on.
 */
const DOORS = [
  { file: 'server/git/repository.ts', name: 'Repository', held: 'repository', behind: 'git/open/' },
  { file: 'server/git/repository.ts', name: 'RemoteBranch', held: 'branch', behind: 'git/open/' },
]

it.each(DOORS)('$name offers nothing that only tests ask for', ({ file, name, held, behind }) => {
  const door = texts.get(file)?.split(`export interface ${name} {\n`)[1]?.split('\n}')[0] ?? ''
  const members = [...door.matchAll(/^ {2}(?:readonly )?(\w+)(?:<\w+>)?[(:]/gm)].map(
    ([, at = '']) => at,
  )
  const users = [...texts].filter(([user]) => !isOfTests(user) && !user.includes(behind))
  const isUsed = (member: string) =>
    users.some(([, text]) => new RegExp(`\\b${held}\\)?\\??\\.${member}\\b`).test(text))
  expect(members).not.toEqual([])
  expect(members.filter((member) => !isUsed(member))).toEqual([])
})
