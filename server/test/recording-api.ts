/**
 * The API over a store that writes nothing and notes what it was asked to: for tests of what comes
 * in and who may. Each test finds the same posts.
 */

import type { ContentStore } from '../content/content-store.ts'
import type { PostRecord, Saved } from '../content/records.ts'
import { type ApiAnswer, type ApiFixture, createApiFixture } from './api-fixture.ts'
import { FIXTURE_NOW, fixturePost, fixtureSnapshot } from './snapshot-fixture.ts'
import { projectRecord } from './test-records.ts'

export const COMMIT = 'c'.repeat(40)
export const ESSAY = { type: 'essay', title: 'A title', content: 'A text' }

export interface RecordingApi extends ApiFixture {
  /** What the store was asked to write: the method's name and what it was given. */
  writes: unknown[][]
  /** Makes every write fail with this, until null. */
  failWith(error: Error | null): void
  /** A call, and the first thing that it was to write. */
  write(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<ApiAnswer & { written: unknown[] | undefined }>
}

const project = projectRecord({ id: 'ship-v1' })
const snapshot = fixtureSnapshot(
  [
    fixturePost({ id: 'first', instant: FIXTURE_NOW - 7_200_000 }),
    fixturePost({ id: 'linked', type: 'link', url: 'https://example.org/' }),
    fixturePost({ id: 'plan', draft: true, project: 'gone' }),
    fixturePost({ id: 'tags', title: 'A post named tags' }),
    fixturePost({ id: 'renamed', aliases: ['old name'] }),
  ],
  { projects: [project] },
)
const first = snapshot.posts.get('first') ?? fixturePost({ id: 'first' })

const contentText = { path: 'about.md', text: '', revision: null, problems: [] }
const fileConflict = { id: 'first', file: 'posts/first.md', copy: null }
const displaced = { commit: COMMIT, date: '2026-11-20T09:30:00+01:00', subject: 'Lost', files: [] }

type Recording = <Value>(
  name: string,
  value: Value,
) => (...given: unknown[]) => Promise<Saved<Value>>

const undone = {
  commit: COMMIT,
  author: 'A',
  date: displaced.date,
  subject: 'Undo',
  body: '',
  files: [],
}

/** What it reads is fixed, and what it would write is noted. */
function recordingStore(recording: Recording): ContentStore {
  const store = {
    snapshot: () => snapshot,
    texts: {
      render: async (post: PostRecord) => ({ html: `<p>${post.content}</p>`, problem: null }),
      html: async (post: PostRecord) => `<p>${post.content}</p>`,
      about: async () => ({ html: '<p>About</p>', problem: null }),
    },
    search: {
      find: async () => ({ hits: [{ post: first, snippet: 'a first post' }], similar: false }),
    },
    posts: {
      create: recording('createPost', first),
      save: recording('savePost', first),
      rename: recording('renamePost', first),
      feature: recording('featurePost', first),
      delete: recording('deletePost', { id: 'first' }),
    },
    tags: {
      reset: recording('resetTags', 9),
      uses: () => [{ name: 'Writing', color: 'tag-rose', is_listed: true, files: 2 }],
      rename: recording('renameTag', { name: 'Baking', files: 2, left_out: [] }),
    },
    projects: {
      create: recording('createProject', project),
      save: recording('saveProject', project),
    },
    history: {
      list: async () => [],
      postAt: async () => first,
      deleted: async () => [],
      revert: recording('revert', undone),
    },
    files: {
      list: () => [],
      read: async (path: string) => ({ ...contentText, path }),
      save: recording('saveText', contentText),
    },
    conflicts: {
      list: async () => [],
      read: async (id: string) => ({
        ...{ ...fileConflict, id },
        ...{ site: null, other: contentText, base: null },
      }),
      resolve: recording('resolveConflict', fileConflict),
    },
    displaced: {
      list: async () => [],
      read: async () => ({ ...displaced, texts: [] }),
      restore: recording('restoreDisplaced', displaced),
      discard: async (...given: unknown[]) =>
        (await recording('discardDisplaced', displaced)(...given)).value,
    },
  }
  // What the calls use of the store.
  return store as unknown as ContentStore
}

/** Opens the API; to be closed after use. */
export async function openRecordingApi(): Promise<RecordingApi> {
  const writes: unknown[][] = []
  let failure: Error | null = null
  const recording: Recording =
    (name, value) =>
    async (...given) => {
      if (failure) throw failure
      writes.push([name, ...given])
      return { value, commit: COMMIT, merged: false }
    }
  const api = await createApiFixture({
    store: recordingStore(recording),
    repository: { head: async () => COMMIT, state: () => ({ state: 'ok', message: '' }) },
    now: () => FIXTURE_NOW,
  })
  return {
    ...api,
    writes,
    failWith(error) {
      failure = error
    },
    async write(method, path, body) {
      writes.length = 0
      const answer = await api.call(method, path, body)
      return { ...answer, written: writes[0] }
    },
  }
}
