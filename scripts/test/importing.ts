/** For tests: imports files of another site into a content repository with its author. */
import {
  type Fixture,
  fixtureIn,
  makeFolder,
  makeRepository,
} from '../../server/test/git-fixture.ts'
import { importContent } from '../import/import-content.ts'

export type Files = Readonly<Record<string, string | Buffer>>

export function folderWith(files: Files): string {
  const { folder, put } = fixtureIn(makeFolder())
  for (const [path, bytes] of Object.entries(files)) put(path, bytes)
  return folder
}

export function contentRepository(files: Record<string, string> = {}): Fixture {
  const site = makeRepository({ 'site.yaml': 'time_zone: Europe/Berlin\n', ...files })
  site.git('config', 'user.name', 'Author')
  site.git('config', 'user.email', 'author@example.org')
  return site
}

/**
 * Imports files, or those of a folder, into a new content repository unless told which.
 * @returns what was printed, and the repository
 */
export async function importing(source: Files | string, more: object = {}, into?: Fixture) {
  const site = into ?? contentRepository()
  const lines: string[] = []
  const isDone = await importContent({
    from: typeof source === 'string' ? source : folderWith(source),
    ...{ kind: null, contentDir: site.folder, timeZone: 'Europe/Berlin', isDryRun: false },
    print: (line) => lines.push(line),
    ...more,
  })
  return { site, lines, isDone }
}
