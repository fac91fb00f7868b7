/** Bundles workers and programs once: a thread of Node 20 cannot read TypeScript. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import type { TestProject } from 'vitest/node'
import { nodeOptions } from '../../../scripts/build.mjs'
import { ROOT } from '../documents.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    workers: string
  }
}

export async function setup({ provide }: TestProject): Promise<() => void> {
  // Packages with native code are found from there.
  const dist = join(ROOT, 'dist')
  mkdirSync(dist, { recursive: true })
  const folder = mkdtempSync(join(dist, 'test-'))
  const names = readdirSync(join(ROOT, 'server'), { recursive: true, encoding: 'utf8' })
  const workers = names.filter((name) => name.endsWith('-worker.ts'))
  await build({
    ...nodeOptions({ dev: false, root: ROOT }),
    entryPoints: [...workers.map((name) => `server/${name}`), 'scripts/content/content.ts'],
    entryNames: '[name]',
    outdir: folder,
    splitting: true,
  })
  provide('workers', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
