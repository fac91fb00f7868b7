/** Several work trees of one repository, each with a server of its own. */
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { faultsOf, fixtureIn, makeFolder, makeRepository, putting } from '../../test/git-fixture.ts'

it('servers on two work trees of one repository keep their own acknowledged changes', async () => {
  const main = makeRepository()
  const linked = fixtureIn(join(makeFolder(), 'linked'))
  main.git('worktree', 'add', '-q', '-b', 'site', linked.folder)
  const [first, second] = [await main.open(), await linked.open()]
  for (const [place, repository, path] of [
    [main, first, 'posts/m.md'],
    [linked, second, 'posts/l.md'],
  ] as const) {
    await repository.write(putting(path, 'One\n'))
    await repository.write(putting(path, 'Two\n'))
    place.git('reset', '-q', '--hard', 'HEAD~1')
    await repository.write(putting('posts/a.md', `${path}\n`))
  }
  const files = async (repository: typeof first) =>
    (await repository.displaced()).flatMap((change) => change.files)
  expect(await files(first)).toEqual(['posts/m.md'])
  expect(await files(second)).toEqual(['posts/l.md'])
  const lost = (await second.displaced())[0]?.commit ?? ''
  main.git('reflog', 'expire', '--expire=now', '--all')
  main.git('gc', '-q', '--prune=now')
  expect(linked.git('cat-file', '-t', lost)).toBe('commit\n')
  for (const place of [main, linked]) expect(faultsOf(place)).toBe('')
})
