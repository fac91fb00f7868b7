/**
 * Kills of a first start: the folder is filled, its repository made and everything in it committed,
 * and a kill may come at any moment of that.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { spawnServer } from './built-server.ts'
import { fixtureIn, makeFolder, makeRepository, testEnv } from './git-fixture.ts'
import { clientOf } from './http-client.ts'
import { serve } from './live-server.ts'
import { times } from './times.ts'

const KILLS_EACH = times(1, 35)
/** What changes the folder takes about a tenth of a second. */
const KILL_WITHIN_MS = 200

vi.setConfig({ testTimeout: 60_000 * KILLS_EACH })

const AUTHORS_FILES = 300

/** What the first start finds. */
const SITUATIONS = ['a missing folder', 'an empty folder', "an author's files"] as const
type Situation = (typeof SITUATIONS)[number]

/**
 * Kills one first start so long after the folder began to change, starts again, saves a post and ends.
 * @returns what is wrong then, a line each; nothing when all is well
 */
async function killFirstStart(situation: Situation, killAfterMs: number): Promise<string[]> {
  const [contentDir, stateDir] = [join(makeFolder(), 'content'), join(makeFolder(), 'state')]
  prepare(situation, contentDir)
  const surroundings = { contentDir, stateDir, env: testEnv }
  const first = spawnServer({ ...surroundings, ownGroup: true })
  while (!hasChanged(contentDir)) await sleep(1)
  await sleep(killAfterMs)
  // As the end of a container does it: its git children are gone too.
  await first.killGroup()

  const second = spawnServer(surroundings)
  try {
    const { call } = clientOf(await second.address())
    const saved = await call('POST', '/posts', { title: 'After the kill', content: 'Text.' })
    if (saved.status !== 201) return [`${saved.status} ${saved.error}`]
  } finally {
    second.child.kill('SIGTERM')
    await second.ended
  }
  return faultsIn(contentDir, situation)
}

function prepare(situation: Situation, contentDir: string): void {
  if (situation === 'a missing folder') return
  mkdirSync(contentDir)
  if (situation === 'an empty folder') return
  for (let number = 0; number < AUTHORS_FILES; number += 1) {
    const path = join(contentDir, `posts/${number % 10}/mine-${number}.md`)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, `Text ${number}.\n`)
  }
}

/** Ours and git's own folders both begin so. */
function hasChanged(contentDir: string): boolean {
  return existsSync(contentDir) && readdirSync(contentDir).some((name) => name.startsWith('.g'))
}

function faultsIn(contentDir: string, situation: Situation): string[] {
  const { git } = fixtureIn(contentDir)
  const committed = git('ls-tree', '-r', '--name-only', 'HEAD').trim().split('\n')
  const faults = [
    git('fsck', '--full', '--strict', '--no-dangling'),
    git('status', '--porcelain', '--ignored'),
    ...readdirSync(join(contentDir, '.git'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.lock'),
    ),
  ]
  const isAuthors = situation === "an author's files"
  const wanted = isAuthors ? `posts/9/mine-${AUTHORS_FILES - 1}.md` : 'tags.yaml'
  if (!committed.includes(wanted)) faults.push(`${wanted} is not committed`)
  if (isAuthors && committed.length !== AUTHORS_FILES + 1) {
    faults.push(`${committed.length} files are committed`)
  }
  return faults.filter((fault) => fault !== '')
}

it.each(SITUATIONS)(
  'killed while it first starts on %s, the next start leaves nothing half done',
  async (situation) => {
    for (let kill = 0; kill < KILLS_EACH; kill += 1) {
      const killAfterMs = Math.round(KILL_WITHIN_MS * Math.random())
      const faults = await killFirstStart(situation, killAfterMs)
      expect({ killAfterMs, faults }).toEqual({ killAfterMs, faults: [] })
    }
  },
)

it('in a repository that was there before commits the starter content alone, without its README', async () => {
  const outer = makeRepository({ 'README.md': 'Mine.\n', 'draft.txt': 'one\n' })
  outer.put('draft.txt', 'two\n')
  const { call } = await serve(fixtureIn(join(outer.folder, 'site')))
  const [subject, , ...paths] = outer.git('show', '--format=%s', '--name-only', 'HEAD').split('\n')
  expect([subject, paths]).toEqual(['Start content', expect.arrayContaining(['site/tags.yaml'])])
  expect(paths.filter((path) => !/^site\/(?!README)|^$/.test(path))).toEqual([])
  expect(outer.git('status', '--porcelain')).toBe(' M draft.txt\n')
  expect((await call('GET', '/status')).data.problems).toEqual([])
})
