import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { killFirstStart, SITUATIONS } from './first-start-kills.ts'
import { makeFolder } from './git-fixture.ts'
import { times } from './times.ts'

const KILLS_EACH = times(1, 35)
/** What changes the folder takes about a tenth of a second. */
const KILL_WITHIN_MS = 200

vi.setConfig({ testTimeout: 60_000 * KILLS_EACH })

it.each(SITUATIONS)(
  'killed while it first starts on %s, the next start leaves nothing half done',
  async (situation) => {
    for (let kill = 0; kill < KILLS_EACH; kill += 1) {
      const folder = join(makeFolder(), String(kill))
      mkdirSync(folder)
      const killAfterMs = Math.round(KILL_WITHIN_MS * Math.random())
      const faults = await killFirstStart({ situation, folder, killAfterMs })
      expect({ killAfterMs, faults }).toEqual({ killAfterMs, faults: [] })
    }
  },
)
