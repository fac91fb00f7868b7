/**
 * Kills of a first start: the folder is filled, its repository made and everything in it committed,
 * and a kill may come at any moment of that.
 */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { adminOf, spawnServer } from './built-server.ts'
import { fixtureIn, testEnv } from './git-fixture.ts'

const AUTHORS_FILES = 300

/** What the first start finds. */
export const SITUATIONS = ['a missing folder', 'an empty folder', "an author's files"] as const
export type Situation = (typeof SITUATIONS)[number]

interface Options {
  situation: Situation
  /** A folder that exists and is empty, for content and state. */
  folder: string
  /** Counted from the moment at which the folder begins to change, however slow the machine is. */
  killAfterMs: number
}

/**
 * Kills one first start, starts again, saves a post and ends.
 * @returns what is wrong then, a line each; nothing when all is well
 */
export async function killFirstStart(options: Options): Promise<string[]> {
  const contentDir = join(options.folder, 'content')
  prepare(options.situation, contentDir)
  const stateDir = join(options.folder, 'state')
  const surroundings = { contentDir, stateDir, env: testEnv }
  const first = spawnServer({ ...surroundings, ownGroup: true })
  while (!hasChanged(contentDir)) await sleep(1)
  await sleep(options.killAfterMs)
  // As the end of a container does it: its git children are gone too.
  await first.killGroup()

  const second = spawnServer(surroundings)
  try {
    const call = adminOf(await second.address())
    await call('POST', '/posts', { title: 'After the kill', content: 'Text.' })
  } catch (error) {
    return [String(error)]
  } finally {
    second.child.kill('SIGTERM')
    await second.ended
  }
  return faultsIn(contentDir, options.situation)
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
