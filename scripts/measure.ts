/**
 * Measures the built server on a generated site, beside git and Hugo on the same posts:
 * `node scripts/run-ts.mjs scripts/measure.ts --posts 10000`. Times are of this machine at this
 * moment; the ratios are what counts.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startBuiltServer } from './built-server.ts'
import { bestOf, createFigures } from './figures.ts'
import { makeSite } from './measured-site.ts'
import {
  measureChanges,
  measureCommandLine,
  measureHugo,
  measurePush,
  measureSaves,
} from './measurements.ts'

const STARTS = 3
const SAVES = 200
const CHANGES = 30
const PUSHED_FILES = [1, 1000]

const { values } = parseArgs({
  options: {
    posts: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
  },
})

const folder = mkdtempSync(join(tmpdir(), 'gap-measure-'))
try {
  await measure()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function measure(): Promise<void> {
  const figures = createFigures()
  const site = await makeSite({ folder, posts: Number(values.posts), seed: Number(values.seed) })
  const folders = { contentDir: site.contentDir, stateDir: join(folder, 'state') }
  const startMs = async (): Promise<number> => {
    const server = await startBuiltServer(folders)
    await server.stop()
    return server.readyMs
  }
  figures.add(
    'start to ready, cold',
    await bestOf(STARTS, () => {
      rmSync(folders.stateDir, { recursive: true, force: true })
      return startMs()
    }),
  )
  figures.add('start to ready, warm', await bestOf(STARTS, startMs))

  const server = await startBuiltServer(folders)
  try {
    figures.add('memory when ready', { value: server.rssMb(), unit: 'MB' })
    figures.addAll(await measureSaves({ server, site, count: SAVES }))
    figures.addAll(await measureCommandLine({ site, count: SAVES }))
    figures.addAll(await measureChanges({ server, site, count: CHANGES }))
    for (const files of PUSHED_FILES) figures.addAll(await measurePush({ server, site, files }))
    figures.add('memory afterwards', { value: server.rssMb(), unit: 'MB' })
  } finally {
    await server.stop()
  }
  figures.addAll(await measureHugo({ site, folder }))
  console.log(`${values.posts} posts\n${figures.table()}`)
}
