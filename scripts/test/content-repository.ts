/** For tests: a content repository with an author of its own, as an import finds it. */
import { type Fixture, makeRepository } from '../../server/test/git-fixture.ts'

export function contentRepository(files: Record<string, string> = {}): Fixture {
  const site = makeRepository({ 'site.yaml': 'time_zone: Europe/Berlin\n', ...files })
  site.git('config', 'user.name', 'Author')
  site.git('config', 'user.email', 'author@example.org')
  return site
}
