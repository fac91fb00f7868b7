/**
 * Kills first starts at random moments, over and over, and lets git say what the next start makes
 * of it: `node scripts/lab/run-ts.mjs scripts/lab/stress/stress-first-start.ts --kills 100`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { killFirstStart, SITUATIONS } from '../../../server/test/first-start-kills.ts'

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    'within-ms': { type: 'string', default: '1000' },
    /** From the moment at which the folder begins to change. */
    aimed: { type: 'boolean', default: false },
  },
})

const env = {
  PATH: process.env.PATH,
  HOME: '/nonexistent',
  GIT_CONFIG_NOSYSTEM: '1',
}
let faulty = 0
for (let kill = 0; kill < Number(values.kills); kill += 1) {
  const folder = mkdtempSync(join(tmpdir(), 'gap-first-start-'))
  const situation = SITUATIONS[kill % SITUATIONS.length] ?? 'an empty folder'
  const killAfterMs = Math.round(Math.random() * Number(values['within-ms']))
  try {
    const isAimed = values.aimed
    const faults = await killFirstStart({ situation, folder, env, killAfterMs, isAimed })
    if (faults.length > 0) faulty += 1
    for (const fault of faults)
      console.log(`${situation}, killed after ${killAfterMs} ms: ${fault}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
console.log(`${values.kills} first starts killed, ${faulty} of them left something half done`)
process.exitCode = faulty > 0 ? 1 : 0
