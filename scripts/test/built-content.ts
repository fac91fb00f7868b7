/** For tests: dist/content.mjs built into a temporary folder, as `npm run build` would. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import * as esbuild from 'esbuild'

export interface BuiltContent {
  /** The absolute path of the command. */
  command: string
  remove(): void
}

/** Builds the command. */
export async function buildContentCommand(): Promise<BuiltContent> {
  const folder = mkdtempSync(join(tmpdir(), 'gap-command-'))
  const command = join(folder, 'content.mjs')
  await esbuild.build({
    absWorkingDir: resolve(import.meta.dirname, '../..'),
    entryPoints: ['scripts/content/content.ts', 'server/markdown/markdown-worker.ts'],
    entryNames: '[name]',
    outExtension: { '.js': '.mjs' },
    outdir: folder,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    banner: {
      js: "import { createRequire as $createRequire } from 'node:module'; const require = $createRequire(import.meta.url);",
    },
  })
  return { command, remove: () => rmSync(folder, { recursive: true, force: true }) }
}
