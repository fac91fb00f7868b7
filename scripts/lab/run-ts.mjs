/**
 * Runs a script of this folder that is written in TypeScript and uses the server's own modules:
 * `node scripts/lab/run-ts.mjs scripts/lab/generate-posts.ts --posts 1000`. Node 20 cannot read it as it is.
 */
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkNode, installIfNeeded, PrepareError, ROOT, runCommand } from '../prepare.mjs'

await runCommand(async ({ release }) => {
  checkNode()
  const [, , script, ...rest] = process.argv
  if (!script) throw new PrepareError('Usage: node scripts/lab/run-ts.mjs SCRIPT.ts [ARGUMENT…]')
  await installIfNeeded()
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
  process.argv = [process.argv[0], outfile, ...rest]
  release()
  await import(pathToFileURL(outfile).href)
})
