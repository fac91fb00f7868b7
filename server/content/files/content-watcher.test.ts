import { execFileSync } from 'node:child_process'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import { silentLog } from '../../log.ts'
import { openStoreIn, postFile, type StoreFixture } from '../../test/content-store-fixture.ts'
import {
  type Fixture,
  faultsOf,
  fixtureIn,
  makeFolder,
  makeRepository,
  testEnv,
  until,
} from '../../test/git-fixture.ts'
import type { ContentStore } from '../content-store.ts'
import type { Snapshot } from '../records.ts'
import { ContentWatcher } from './content-watcher.ts'

const FILES = { 'posts/a.md': postFile('A'), 'posts/2025/b.md': postFile('B') }

const cleanUps: (() => void)[] = []
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp()
})

/** The store with a watcher that is ready, and no rescan to help it but those of HEAD. */
async function watch(files: Record<string, string> = FILES): Promise<StoreFixture> {
  return watchIn(makeRepository(files))
}

async function watchIn(repository: Fixture): Promise<StoreFixture> {
  const fixture = await openStoreIn(repository)
  const { folder, store } = fixture
  const deps = { contentDir: folder, store, repository: fixture.repository, log: silentLog }
  const watcher = new ContentWatcher(deps)
  cleanUps.push(() => watcher.close())
  await watcher.ready
  return fixture
}

const titles = ({ store }: StoreFixture) =>
  store
    .snapshot()
    .publicPosts.map(({ title }) => title)
    .sort()

/** Waits until the titles are these and stay so. */
async function untilTitles(fixture: StoreFixture, expected: readonly string[]): Promise<void> {
  await until(() => titles(fixture).join() === expected.join())
  await sleep(50)
  expect(titles(fixture)).toEqual(expected)
}

/** Gives each snapshot that a visitor could be answered from: what stands between two events. */
function followSnapshots(store: ContentStore, look: (snapshot: Snapshot) => void): () => void {
  let last = store.snapshot()
  let isOver = false
  const lookAgain = () => {
    const snapshot = store.snapshot()
    if (snapshot !== last) look(snapshot)
    last = snapshot
    if (!isOver) setImmediate(lookAgain)
  }
  const stop = () => {
    isOver = true
  }
  setImmediate(lookAgain)
  cleanUps.push(stop)
  return stop
}

/** Every title list that visitors could see from now on; a swap of other parts adds none. */
function watchTitles({ store }: StoreFixture): string[][] {
  const seen: string[][] = []
  followSnapshots(store, (snapshot) => {
    const shown = snapshot.publicPosts.map(({ title }) => title)
    if (shown.join() !== seen.at(-1)?.join()) seen.push(shown)
  })
  return seen
}

describe('a change by hand', () => {
  const changes: [string, (f: StoreFixture) => void, string[]][] = [
    [
      'an editor that saves through a rename',
      (f) => {
        f.put('posts/.a.md.tmp', postFile('A3'))
        renameSync(join(f.folder, 'posts/.a.md.tmp'), join(f.folder, 'posts/a.md'))
      },
      ['A3', 'B'],
    ],
    [
      'an editor that moves the old file away',
      (f) => {
        renameSync(join(f.folder, 'posts/a.md'), join(f.folder, 'posts/a.md~'))
        f.put('posts/a.md', postFile('A4'))
      },
      ['A4', 'B'],
    ],
    [
      'a new folder in a new folder',
      (f) => f.put('posts/x/y/c.md', postFile('C')),
      ['A', 'B', 'C'],
    ],
    ['a removed folder', (f) => rmSync(join(f.folder, 'posts'), { recursive: true }), []],
  ]
  it.each(changes)('is seen: %s', async (_, change, expected) => {
    const fixture = await watch()
    change(fixture)
    await untilTitles(fixture, expected)
    expect(fixture.store.snapshot().problems).toEqual([])
  })

  it('is seen in a folder that took the place of another, again and again', async () => {
    const fixture = await watch()
    for (let round = 0; round < 5; round += 1) {
      rmSync(join(fixture.folder, 'posts/2025'), { recursive: true })
      fixture.put('posts/2025/b.md', postFile(`B${round}`))
      await untilTitles(fixture, ['A', `B${round}`])
      fixture.put('posts/2025/b.md', postFile(`B${round} changed`))
      await untilTitles(fixture, ['A', `B${round} changed`])
    }
  })

  it('is seen in every kind of file', async () => {
    const fixture = await watch()
    fixture.put('site.yaml', 'title: Other\n')
    fixture.put('tags.yaml', '- name: Go\n')
    fixture.put('about.md', 'About us.\n')
    fixture.put('projects/p.yaml', 'title: P\ndue_date: 2026-12-01\n')
    const snapshot = () => fixture.store.snapshot()
    await until(() => snapshot().projects.length === 1 && snapshot().site.title === 'Other')
    await until(
      () => snapshot().tags.length === 1 && snapshot().pages.get('about')?.content === 'About us.',
    )
  })

  it('made between the first reading and the watch is seen', async () => {
    const repository = makeRepository(FILES)
    const fixture = await openStoreIn(repository)
    fixture.put('posts/a.md', postFile('Early'))
    const deps = { ...fixture, contentDir: fixture.folder, log: silentLog }
    const watcher = new ContentWatcher(deps)
    cleanUps.push(() => watcher.close())
    await watcher.ready
    expect(titles(fixture)).toEqual(['B', 'Early'])
  })
})

describe('the author’s git', () => {
  async function withSecondClone() {
    const names = Array.from({ length: 300 }, (_, n) => `posts/p${n}.md`)
    const repository = makeRepository(Object.fromEntries(names.map((n) => [n, postFile('One')])))
    repository.git('config', 'receive.denyCurrentBranch', 'updateInstead')
    const fixture = await watchIn(repository)
    // Its first reading is a snapshot too.
    await until(() => fixture.store.snapshot().facts !== null)
    const clone = fixtureIn(join(makeFolder(), 'clone'))
    execFileSync('git', ['clone', '-q', repository.folder, clone.folder], { env: testEnv })
    return { fixture, clone, names }
  }

  it('a push of 300 files is one swap and one of its history, and no visitor sees half of it', async () => {
    const { fixture, clone, names } = await withSecondClone()
    const seen = watchTitles(fixture)
    for (const name of names) clone.put(name, postFile('Two'))
    clone.git('commit', '-qam', 'Change all')
    clone.git('push', '-q')
    await until(() => titles(fixture).every((title) => title === 'Two'))
    await sleep(50)
    expect(new Set(seen.flat())).toEqual(new Set(['Two']))
    expect(seen.length).toBeLessThanOrEqual(2)
    expect(faultsOf(fixture)).toBe('')
  })

  it('a lock left behind holds up changes only for a moment', async () => {
    const fixture = await watch()
    fixture.put('.git/index.lock', '')
    fixture.put('posts/a.md', postFile('A2'))
    await untilTitles(fixture, ['A2', 'B'])
    rmSync(join(fixture.folder, '.git/index.lock'))
  })
})

it('a reader during alternating writes sees only the one or the other', async () => {
  const long = 'many words '.repeat(2_000)
  const versions = [postFile('One', '', long), postFile('Two', '', long.toUpperCase())]
  const fixture = await watch({ 'posts/a.md': versions[0] ?? '' })
  const { folder, store } = fixture
  const seen = new Set<string>()
  const stop = followSnapshots(store, (snapshot) => {
    for (const { title, content } of snapshot.publicPosts) seen.add(`${title} ${content.length}`)
  })
  for (let round = 0; round < 1_000; round += 1) {
    writeFileSync(join(folder, 'posts/.tmp'), versions[round % 2] ?? '')
    renameSync(join(folder, 'posts/.tmp'), join(folder, 'posts/a.md'))
    // Long enough, now and then after either, that the pause is taken for the end of a change.
    if (round % 25 === 0) await sleep(30)
  }
  await until(() => store.snapshot().publicPosts[0]?.title === 'Two')
  stop()
  expect([...seen].sort()).toEqual([`One ${long.trim().length}`, `Two ${long.trim().length}`])
})
