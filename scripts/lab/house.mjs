/**
 * The measurements of the code itself: lines, folders, long functions, import circles, unused
 * exports, cited papers. `node scripts/lab/house.mjs` prints them; `--names` adds what they count.
 * Texts are matched, not parsed, so a function is what begins and ends at the same indent.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, posix, resolve } from 'node:path'

const ROOT = resolve(import.meta.dirname, '../..')
const FOLDERS_SHOWN = 8
const LONG = 60
const VERY_LONG = 100
const IMPORT = /^(?:import|export)\s+(?!type\b)[^'";]*?from\s*['"]([.#][^'"]+)['"]/gm
const NAMES = /^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s*from\s*['"]([.#][^'"]+)['"]/gm
const EXPORT = /^export (?:async )?(?:function\*?|const|let|class|interface|type) (\w+)/gm
const FUNCTION =
  /^(\s*)(?:export )?(?:async )?(?:function\*? |(?:const|let) \w+ = .*=> \{$|(?:async )?[#\w]+\(.*\{$)/
const NO_FUNCTION = /^\s*(?:if|for|while|switch|catch|describe|it|return)\b/
/** As server/test/maps.test.ts checks it. */
const PAPER =
  /(?<!\bRFC \d+ )\u00a7|\bpromises? \d|\b(?:write-path|visual|contract|house)\.md|\bthe (?:contract|spec)\b/i

const files = execFileSync('git', ['ls-files', 'server', 'client', 'scripts'], { cwd: ROOT })
  .toString()
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|css)$/.test(file))
const texts = new Map(files.map((file) => [file, readFileSync(posix.join(ROOT, file), 'utf8')]))
const isTest = (file) => /\.test\.|\/test\//.test(file)
const product = files.filter((file) => !isTest(file) && !file.startsWith('scripts/lab/'))
const lines = (file) => texts.get(file).split('\n').length - 1
const sum = (list) => list.reduce((total, file) => total + lines(file), 0)

row('product lines', sum(product))
row('lines of tests and of scripts/lab', sum(files) - sum(product))
for (const [folder, count] of largestFolders()) row(`files in ${folder}`, count)
const long = product.flatMap(longFunctions).sort((a, b) => b.length - a.length)
row(
  `functions over ${VERY_LONG} lines`,
  long.filter(({ length }) => length > VERY_LONG),
)
row(`functions over ${LONG} lines`, long)
row('import circles', circles())
row('exports that nothing imports', unusedExports())
row(
  'cited papers',
  files.filter((file) => !file.endsWith('maps.test.ts') && PAPER.test(texts.get(file))),
)

function row(name, found) {
  console.log(`${name.padEnd(44)}${String(found.length ?? found).padStart(7)}`)
  if (!process.argv.includes('--names') || !Array.isArray(found)) return
  for (const one of found) console.log(`    ${one.name ? `${one.length}  ${one.name}` : one}`)
}

function largestFolders() {
  const counts = new Map()
  for (const file of product) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1]).slice(0, FOLDERS_SHOWN)
}

function longFunctions(file) {
  const all = texts.get(file).split('\n')
  return all.flatMap((line, index) => {
    const indent = FUNCTION.exec(line)?.[1]
    if (indent === undefined || NO_FUNCTION.test(line)) return []
    const end = all.findIndex(
      (other, at) => at > index && other.startsWith(`${indent}}`) && !/^\s*\}[:)].*\{$/.test(other),
    )
    const length = end - index + 1
    return length > LONG ? [{ length, name: `${file}:${index + 1}` }] : []
  })
}

function target(file, from) {
  if (from.startsWith('#domain/')) return from.replace('#domain', 'server/domain')
  return posix.join(dirname(file), from)
}

/** Groups of files that reach each other (Tarjan's algorithm). */
function circles() {
  const found = []
  const order = new Map()
  const lowest = new Map()
  const path = []
  const visit = (file) => {
    order.set(file, order.size)
    lowest.set(file, order.get(file))
    path.push(file)
    for (const [, from] of texts.get(file).matchAll(IMPORT)) {
      const next = target(file, from)
      if (!texts.has(next)) continue
      if (!order.has(next)) visit(next)
      if (path.includes(next)) lowest.set(file, Math.min(lowest.get(file), lowest.get(next)))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = path.splice(path.indexOf(file))
    if (circle.length > 1) found.push(circle.join(' '))
  }
  for (const file of product) if (!order.has(file)) visit(file)
  return found
}

/** Exports that no other file of the product names, those that only a test imports included. */
function unusedExports() {
  const used = new Set()
  for (const file of files.filter((file) => !isTest(file))) {
    for (const [, names, from] of texts.get(file).matchAll(NAMES)) {
      for (const name of names.split(','))
        used.add(`${target(file, from)}#${name.trim().replace(/^type | as .*$/g, '')}`)
    }
    for (const [, from] of texts
      .get(file)
      .matchAll(/import(?: \* as \w+ from |\()['"]([.#][^'"]+)['"]/g))
      used.add(target(file, from))
  }
  return product
    .flatMap((file) => [...texts.get(file).matchAll(EXPORT)].map(([, name]) => `${file}#${name}`))
    .filter((name) => !used.has(name) && !used.has(name.split('#')[0]))
}
