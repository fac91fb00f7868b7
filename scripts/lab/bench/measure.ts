/**
 * Measures the built server on a generated site, beside git and Hugo on the same posts:
 * `node scripts/lab/run-ts.mjs scripts/lab/bench/measure.ts --posts 10000`. Times are of this machine at this
 * moment; the ratios are what counts.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startBuiltServer } from '../built-server.ts'
import { inTemporaryFolder } from '../temporary-folder.ts'
import { bestOf, figureLine, type NamedFigures } from './figures.ts'
import { makeSite } from './measured-site.ts'
import { measureChanges, measureHugo, measurePush, measureSaves } from './measurements.ts'

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

await inTemporaryFolder('measure', measure)

async function measure(folder: string): Promise<void> {
  console.log(`${values.posts} posts`)
  const site = await makeSite({ folder, posts: Number(values.posts), seed: Number(values.seed) })
  const folders = { contentDir: site.contentDir, stateDir: join(folder, 'state') }
  const startMs = async (): Promise<number> => {
    const server = await startBuiltServer(folders)
    await server.stop()
    return server.readyMs
  }
  const coldStartMs = () => {
    rmSync(folders.stateDir, { recursive: true, force: true })
    return startMs()
  }
  print({ 'start to ready, cold': await bestOf(STARTS, coldStartMs) })
  print({ 'start to ready, warm': await bestOf(STARTS, startMs) })

  const server = await startBuiltServer(folders)
  try {
    print({ 'memory when ready': { value: server.rssMb(), unit: 'MB' } })
    print(await measureSaves({ server, site, count: SAVES }))
    print(await measureChanges({ server, site, count: CHANGES }))
    for (const files of PUSHED_FILES) print(await measurePush({ server, site, files }))
    print({ 'memory afterwards': { value: server.rssMb(), unit: 'MB' } })
  } finally {
    await server.stop()
  }
  print(await measureHugo({ site, folder }))
}

function print(figures: NamedFigures): void {
  for (const [name, figure] of Object.entries(figures)) console.log(figureLine(name, figure))
}
