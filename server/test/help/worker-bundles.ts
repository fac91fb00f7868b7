/**
 * Vitest's global setup: workers and programs that tests start as files, bundled once for all tests.
 * Tests run the sources, and a thread of Node 20 cannot read TypeScript.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the bundled workers. */
    workers: string
  }
}

const SERVER = resolve(import.meta.dirname, '../..')

export async function setup({ provide }: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'gap-workers-'))
  await build({
    entryPoints: readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('-worker.ts'))
      .map((name) => join(SERVER, name))
      .concat(join(SERVER, '../scripts/content/content.ts')),
    entryNames: '[name]',
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
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
  provide('workers', folder)
  return () => rmSync(folder, { recursive: true, force: true })
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
