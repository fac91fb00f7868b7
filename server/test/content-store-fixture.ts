/** For tests: the content store over a temporary repository with real git and a real renderer. */
import { ContentStore, type ContentStoreOptions } from '../content/content-store.ts'
import { createContentFiles } from '../content/files/content-files.ts'
import { loadContent } from '../content/index/record-keeper.ts'
import { silentLog } from '../log.ts'
import { MarkdownRenderer } from '../markdown/markdown-renderer.ts'
import { atEnd } from './at-end.ts'
import { type Fixture, makeRepository } from './git-fixture.ts'

export const STORE_NOW = Date.parse('2026-11-20T08:30:00Z')

/** A post's file of 2026-05-01. */
export function postFile(title: string, more = '', text = `Text of ${title}.`): string {
  return `---\ntitle: ${title}\ntype: essay\ndate: 2026-05-01T10:00:00Z\n${more}---\n\n${text}\n`
}

export interface StoreFixture extends Fixture {
  store: ContentStore
  repository: ContentStoreOptions['repository']
  /** Subjects of all commits, newest first. */
  subjects(): string[]
}

type StoreOptions = Partial<ContentStoreOptions> & { timeZone?: string | null }

/** A repository with these files, and the store over it. All is closed after the test. */
export async function openStore(
  files: Record<string, string> = {},
  more: StoreOptions = {},
): Promise<StoreFixture> {
  const fixture = makeRepository({ 'site.yaml': 'time_zone: Europe/Berlin\n', ...files })
  return openStoreIn(fixture, more)
}

/** The store over a repository that is there. */
export async function openStoreIn(
  fixture: Fixture,
  { timeZone = null, ...more }: StoreOptions = {},
): Promise<StoreFixture> {
  const repository = await fixture.open()
  const renderer = new MarkdownRenderer({ log: silentLog })
  const files = createContentFiles(fixture.folder)
  const store = new ContentStore({
    ...{ files, repository, renderer, now: () => STORE_NOW, log: silentLog },
    images: { read: async () => null, forget: async () => {} },
    loaded: await loadContent({ files, timeZone, fallbackZone: 'UTC' }),
    ...more,
  })
  atEnd(async () => {
    await store.close()
    await renderer.close()
  })
  const subjects = () => fixture.git('log', '--format=%s').trim().split('\n')
  return { ...fixture, store, repository, subjects }
}
