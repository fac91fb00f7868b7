/**
 * Puts the browser's entry and all chunks that it imports into one file. esbuild gives each set of
 * modules that the same entries share a chunk of its own; with a chunk for every screen that makes a
 * dozen small files of the start, which compress apart. Here they become one, and the chunks that
 * come later import from it.
 */
import { createHash } from 'node:crypto'
import { basename, dirname, join } from 'node:path'
import * as esbuild from 'esbuild'

/** The joined file while it has no name. */
const JOINED = './joined-start'

/**
 * @param {object} options
 * @param {readonly import('esbuild').OutputFile[]} options.files scripts and sheets as esbuild
 *   splits and minifies them.
 * @param {import('esbuild').Metafile} options.metafile what it says about them.
 * @param {string} options.entry the entry's path in the metafile.
 * @returns {Promise<{ files: { path: string, contents: Uint8Array }[], names: Map<string, string> }>}
 *   what to write, and each script's new name by its old one.
 */
export async function joinStartChunks({ files, metafile, entry }) {
  const isScript = ({ path }) => path.endsWith('.js')
  const scripts = new Map(files.filter(isScript).map(({ path, text }) => [basename(path), text]))
  const parts = staticImports(metafile, entry).map((path) => basename(path))
  const exportsOf = (part) =>
    Object.entries(metafile.outputs).find(([path]) => basename(path) === part)?.[1].exports ?? []
  const start = { entry: basename(entry), parts, scripts, exportsOf }
  const later = await importFromJoined(start)
  const joined = await joinParts(start, [...later.values()])
  const texts = new Map([[start.entry, joined], ...later])
  const names = newNames(texts)
  for (const part of parts) names.set(part, names.get(start.entry))
  const folder = dirname(files.find(isScript).path)
  return {
    names,
    files: [
      ...files.filter((file) => !isScript(file)),
      ...[...texts].map(([name, text]) => ({
        path: join(folder, names.get(name)),
        contents: new TextEncoder().encode(withNames(text, names, start.entry)),
      })),
    ],
  }
}

/** Chunks that an output cannot run without, found through all of them. */
export function staticImports(metafile, entry) {
  const found = new Set()
  const visit = (output) => {
    for (const { path, kind } of metafile.outputs[output]?.imports ?? []) {
      if (kind !== 'import-statement' || found.has(path)) continue
      found.add(path)
      visit(path)
    }
  }
  visit(entry)
  return [...found]
}

/** The scripts that are no part of the start, with their imports from its parts turned to it. */
async function importFromJoined({ entry, parts, scripts, exportsOf }) {
  const later = [...scripts.keys()].filter((name) => name !== entry && !parts.includes(name))
  if (later.length === 0) return new Map()
  const { outputFiles } = await bundle({
    entryPoints: later.map((name) => `./${name}`),
    entry: (name) => scripts.get(name),
    load: (name) => {
      // What they import from each other stays a file of its own, with one state.
      const index = parts.indexOf(name)
      if (index < 0) return undefined
      const list = exportsOf(name).map((one) => `${joinedName(index, one)} as ${one}`)
      return `export { ${list} } from '${JOINED}'`
    },
  })
  return new Map(outputFiles.map(({ path, text }) => [basename(path), text]))
}

/** The entry with all of its parts, and what the scripts after it import. */
async function joinParts({ entry, parts, scripts, exportsOf }, laterTexts) {
  const imports = laterTexts.flatMap((text) => [
    ...text.matchAll(/import\{([^}]*)\}from"([^"]*)"/g),
  ])
  const wanted = new Set(
    imports
      .filter(([, , from]) => from === JOINED)
      .flatMap(([, list]) => list.split(',').map((one) => one.split(' as ')[0])),
  )
  const exported = parts.flatMap((part, index) =>
    exportsOf(part)
      .filter((name) => wanted.has(joinedName(index, name)))
      .map((name) => `export { ${name} as ${joinedName(index, name)} } from './${part}'`),
  )
  const { outputFiles } = await bundle({
    entryPoints: ['./start'],
    entry: () => [`import './${entry}'`, ...exported].join('\n'),
    load: (name) => scripts.get(name),
  })
  return outputFiles[0].text
}

const joinedName = (index, name) => `$${index}${name}`

/**
 * One bundle of each entry point, out of memory: `entry` has their texts, `load` those of what they
 * import. What it does not know stays outside.
 */
function bundle({ entryPoints, entry, load }) {
  return esbuild.build({
    entryPoints,
    outdir: 'out',
    bundle: true,
    format: 'esm',
    target: 'es2022',
    minify: true,
    write: false,
    logLevel: 'warning',
    plugins: [
      {
        name: 'from-memory',
        setup(build) {
          build.onResolve({ filter: /.*/ }, ({ path, kind }) => {
            const name = basename(path)
            if (kind === 'entry-point') return { path: name, namespace: 'entry' }
            return kind === 'import-statement' && load(name) !== undefined
              ? { path: name, namespace: 'part' }
              : { path, external: true }
          })
          build.onLoad({ filter: /.*/, namespace: 'entry' }, ({ path }) => ({
            contents: entry(path),
          }))
          build.onLoad({ filter: /.*/, namespace: 'part' }, ({ path }) => ({
            contents: load(path),
          }))
        },
      },
    ],
  })
}

/**
 * The scripts name each other in a circle, so no name can be made of a script's own text alone: all
 * of them change when one does.
 */
function newNames(texts) {
  const all = createHash('sha256')
    .update([...texts.values()].join('\n'))
    .digest('hex')
  const hashOf = (name) =>
    createHash('sha256').update(all).update(name).digest('hex').slice(0, 8).toUpperCase()
  return new Map(
    [...texts.keys()].map((name) => [
      name,
      name.replace(/-[A-Z0-9]{8}\.js$/, `-${hashOf(name)}.js`),
    ]),
  )
}

function withNames(text, names, entry) {
  let named = text.replaceAll(`"${JOINED}"`, `"./${names.get(entry)}"`)
  for (const [before, after] of names) named = named.replaceAll(before, after)
  return named
}
