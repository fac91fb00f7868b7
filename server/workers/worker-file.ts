/**
 * Where a worker's code lies. Built, each worker is a file beside the server's bundle; from the
 * sources (tests) it is bundled into a temporary folder at its first use.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'esbuild'

const isSource = import.meta.url.endsWith('.ts')
const bundles = new Map<string, Promise<URL>>()

/**
 * The module to give to `new Worker`. `source` is the worker's file below server/, without its
 * ending: `markdown/markdown-worker` is `markdown-worker.mjs` in a build.
 */
export function workerFile(source: string): Promise<URL> {
  const name = `${basename(source)}.mjs`
  if (!isSource) return Promise.resolve(new URL(`./${name}`, import.meta.url))
  const kept = bundles.get(source)
  if (kept) return kept
  const made = bundleWorker(source, name)
  bundles.set(source, made)
  return made
}

async function bundleWorker(source: string, name: string): Promise<URL> {
  // A name in a variable keeps the bundler out of the server's own bundle.
  const bundler = 'esbuild'
  const esbuild = (await import(bundler)) as typeof import('esbuild') // the name says which module
  const folder = mkdtempSync(join(tmpdir(), 'gap-worker-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  await esbuild.build({
    entryPoints: [join(dirname(fileURLToPath(import.meta.url)), '..', `${source}.ts`)],
    outfile: join(folder, name),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    logLevel: 'warning',
    loader: { '.ttf': 'file' },
    assetNames: '[name]',
    banner: {
      js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
    },
    plugins: [nativePackages],
  })
  return pathToFileURL(join(folder, name))
}

/** Native code stays where it is installed; a temporary folder has no node_modules of its own. */
const nativePackages: Plugin = {
  name: 'native-packages',
  setup(build) {
    build.onResolve({ filter: /^(?:@resvg\/resvg-js|sharp)$/ }, ({ path }) => ({
      path: pathToFileURL(createRequire(import.meta.url).resolve(path)).href,
      external: true,
    }))
  },
}
