/** For tests: the API over a real store, with real git. */
import { createApiFixture } from './api-fixture.ts'
import { atEnd } from './at-end.ts'
import { openStore, STORE_NOW } from './content-store-fixture.ts'

/** The API over a store with these files; all is closed after the test. */
export async function openApi(files: Record<string, string> = {}) {
  const fixture = await openStore(files)
  const { store, repository } = fixture
  const api = await createApiFixture({ store, repository, now: () => STORE_NOW })
  atEnd(() => api.close())
  return { ...fixture, api, call: api.call }
}
