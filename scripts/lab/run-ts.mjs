/** Bundles and runs a TypeScript file, which Node 20 cannot run; builds dist/ if stale. */
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildIfStale, PrepareError, ROOT, runCommand } from '../prepare.mjs'

await runCommand(async ({ release }) => {
  const [, , script, ...rest] = process.argv
  if (!script) throw new PrepareError('Usage: node scripts/lab/run-ts.mjs SCRIPT.ts [ARGUMENT…]')
  await buildIfStale()
  process.chdir(ROOT)
  const outfile = join(ROOT, 'dist/scripts', `${basename(script, '.ts')}.mjs`)
  const esbuild = await import('esbuild')
  await esbuild.build({
    entryPoints: [resolve(script)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    logLevel: 'warning',
  })
  process.argv = [process.execPath, outfile, ...rest]
  release()
  await import(pathToFileURL(outfile).href)
})
