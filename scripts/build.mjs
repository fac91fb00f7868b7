/**
 * Builds dist/: the client's files with hashed names and compressed variants, the manifest for the
 * server, the server bundle, its workers and the commands. Run by `npm run build`; `npm start` and
 * `npm run dev` import it.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import * as esbuild from 'esbuild'
// @ts-expect-error: the package has no types
import subsetFont from 'subset-font'
import { stampedBuild } from './build-stamp.mjs'

const PROJECT = dirname(dirname(fileURLToPath(import.meta.url)))

/** `dependencies` are loaded at run time; all other packages are bundled. */
const { dependencies: runtimePackages } = JSON.parse(
  await readFile(join(PROJECT, 'package.json'), 'utf8'),
)

/** Script of development builds: reloads a page when its html has changed. */
const RELOADING = `{
  const page = () => fetch(location.href).then((answer) => answer.text(), () => null)
  const first = await page()
  setInterval(async () => {
    const text = await page()
    if (text !== null && text !== first) location.reload()
  }, 1000)
}`

const COMPRESSED = /\.(woff2|png|jpg|webp|avif)$/

/** @typedef {{ dev: boolean, root: string }} Options */

/**
 * Builds everything; resolves when it is on disk.
 * @param {Partial<Options>} options `dev`: readable code with React's warnings and
 *   nothing compressed; `root`: the project folder.
 */
export async function build({ dev = false, root = PROJECT } = {}) {
  const parts = [buildClient, buildServer, buildCommands].map((part) => part({ dev, root }))
  // If one fails, wait for the others, so that nothing is written after the return.
  await Promise.allSettled(parts)
  await Promise.all(parts)
}

/** @param {Options} options @returns {esbuild.BuildOptions} */
function commonOptions({ dev, root }) {
  return {
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    jsx: 'automatic',
    jsxDev: dev,
    logLevel: 'warning',
    metafile: true,
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
    sourcemap: dev ? 'linked' : false,
  }
}

/** @param {Options} options */
async function buildClient({ dev, root }) {
  const outdir = join(root, 'dist/client/assets')
  const common = commonOptions({ dev, root })
  /** @satisfies {esbuild.BuildOptions} */
  const browserOptions = {
    ...common,
    metafile: true,
    outdir,
    publicPath: '/assets/',
    entryNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    // The first with `light-dark()` and `:has()`.
    target: ['es2022', 'chrome123', 'firefox121', 'safari17.5'],
    minify: !dev,
    legalComments: 'none',
    loader: { '.woff2': 'file' },
    // React has this hook since 18; wouter includes a shim for older versions.
    alias: { 'use-sync-external-store/shim/index.js': 'react' },
    // The output is compressed, too.
    write: false,
    plugins: [latinFont],
  }
  /** @param {string} name @param {{ format?: 'iife', define?: Record<string, string> }} [options] */
  const buildOf = (name, options) =>
    esbuild.build({ ...browserOptions, entryPoints: [`client/start/${name}.ts`], ...options })
  const [site, panel] = await Promise.all([buildOf('main'), buildOf('panel')])
  const panelAssets = documentAssets(panel.metafile, 'client/start/panel.ts')
  // A separate classic script without imports, since it runs before the first paint.
  const beforePaint = await buildOf('before-paint', {
    format: 'iife',
    define: { ...common.define, PANEL: JSON.stringify(panelAssets) },
  })
  const outputs = [site, panel, beforePaint].flatMap(({ outputFiles }) => outputFiles)
  // Site and panel share the fonts.
  const files = [...new Map(outputs.map((file) => [file.path, file])).values()]
  const names = files.map(({ path }) => basename(path)).sort()
  await rm(outdir, { recursive: true, force: true })
  await mkdir(outdir, { recursive: true })
  await Promise.all(files.map((file) => writeWithVariants(file, dev)))
  const manifest = {
    site: documentAssets(site.metafile, 'client/start/main.ts'),
    panel: panelAssets,
    fonts: names.filter((name) => name.endsWith('.woff2')).map(address),
    beforePaint: address(outputOf(beforePaint.metafile, 'client/start/before-paint.ts')),
  }
  await writeFile(join(root, 'dist/client/manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** The output of an entry point. @param {esbuild.Metafile} metafile @param {string} source */
function outputOf(metafile, source) {
  const outputs = Object.entries(metafile.outputs)
  return outputs.find(([, output]) => output.entryPoint === source)?.[0] ?? ''
}

/** @param {string} output */
const address = (output) => `/assets/${basename(output)}`

/**
 * Addresses of a document's assets: see `PageAssets` in server/web/static-files.ts.
 * @param {esbuild.Metafile} metafile
 * @param {string} source
 */
function documentAssets(metafile, source) {
  const script = outputOf(metafile, source)
  return { script: address(script), sheet: address(metafile.outputs[script]?.cssBundle ?? '') }
}

/** Latin text, as ranges of hexadecimal code points; other scripts use system fonts. */
const LATIN_RANGES = '20-7e a0-ff 152-153 2010-2026 2039-203a 20ac 2122 2190-2193 2212'

/**
 * Reduces the text font to Latin letters and the weights of the style sheets, so that it loads
 * sooner.
 * @type {esbuild.Plugin}
 */
const latinFont = {
  name: 'latin-font',
  setup(build) {
    build.onLoad({ filter: /-latin-wght-normal\.woff2$/ }, async ({ path }) => {
      const letters = LATIN_RANGES.split(' ').flatMap((range) => {
        const [first = 0, last = first] = range.split('-').map((hex) => Number.parseInt(hex, 16))
        const length = last - first + 1
        return Array.from({ length }, (_, index) => String.fromCodePoint(first + index))
      })
      const contents = await subsetFont(await readFile(path), letters.join(''), {
        targetFormat: 'woff2',
        variationAxes: { wght: { min: 400, max: 800 } },
      })
      return { contents, loader: 'file' }
    })
  },
}

/** @param {esbuild.OutputFile} file @param {boolean} dev */
async function writeWithVariants({ path, contents }, dev) {
  const isStart = dev && /^(?:main|panel)-\w+\.js$/.test(basename(path))
  await writeFile(path, isStart ? Buffer.concat([contents, Buffer.from(RELOADING)]) : contents)
  if (dev || COMPRESSED.test(path)) return
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(contents),
    promisify(gzip)(contents, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
}

/** Options of bundles for Node. @param {Options} options @returns {esbuild.BuildOptions} */
export function nodeOptions({ dev, root }) {
  return {
    ...commonOptions({ dev, root }),
    platform: 'node',
    target: 'node20.19',
    outExtension: { '.js': '.mjs' },
    // Packages with native code cannot be bundled.
    external: Object.keys(runtimePackages),
    // Fonts of pictures are copied beside the server; it does not use style sheets.
    loader: { '.ttf': 'file', '.css': 'empty' },
    assetNames: '[name]',
    minifySyntax: !dev,
    // Bundled CommonJS packages call `require`, which an ES module lacks.
    banner: {
      js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
    },
  }
}

/** @param {Options} options */
async function buildServer({ dev, root }) {
  const outdir = join(root, 'dist/server')
  const sources = await readdir(join(root, 'server'), { recursive: true })
  const workers = sources.filter((path) => path.endsWith('-worker.ts'))
  // A failed build leaves no server of the previous build.
  await rm(outdir, { recursive: true, force: true })
  const options = {
    ...nodeOptions({ dev, root }),
    entryNames: '[name]',
    outdir,
    // Names are kept for readable stack traces.
    minifyWhitespace: !dev,
    lineLimit: 120,
    // Dynamic imports become separate files.
    splitting: true,
    chunkNames: 'part-[name]-[hash]',
  }
  // Separate builds, so that none shares chunks with the others.
  await Promise.all([
    // `content export` starts the app itself.
    esbuild.build({ ...options, entryPoints: ['server/main.ts', 'server/app.ts'] }),
    esbuild.build({ ...options, entryPoints: workers.map((path) => `server/${path}`) }),
  ])
}

/** @param {Options} options */
async function buildCommands({ dev, root }) {
  if (!existsSync(join(root, 'scripts/content/content.ts'))) return
  await esbuild.build({
    ...nodeOptions({ dev, root }),
    // `check` and `import` render in this worker.
    entryPoints: ['scripts/content/content.ts', 'server/markdown/markdown-worker.ts'],
    entryNames: '[name]',
    outdir: join(root, 'dist'),
  })
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const started = performance.now()
  try {
    // With the stamp, `npm start` skips the build.
    await stampedBuild(build, PROJECT)
    console.log(`Built dist/ in ${Math.round(performance.now() - started)} ms`)
  } catch (error) {
    // esbuild has printed the faults already.
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
