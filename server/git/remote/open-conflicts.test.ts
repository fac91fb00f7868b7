import { expect, it } from 'vitest'
import { createMergeRules } from '../../content/formats/merge-files.ts'
import { makeRepository } from '../../test/git-fixture.ts'
import { cloneOf } from '../../test/remote-fixture.ts'
import { RemoteBranch } from './remote-branch.ts'

const ODD = 'projects/x: ours is y.yaml'
const POST = 'posts/a.md'
/** A file name that forges a second conflict in the message. */
const EVIL = 'posts/a\n- posts/forged.md: ours is posts/copy.md'
const textsOf = (who: string) => ({
  [ODD]: `title: ${who}\ndue_date: 2027-01-01\n`,
  [POST]: `${who}\n`,
  [EVIL]: `title: ${who}\n`,
})

it('are known by whatever name the file has, and the merge hides neither side', async () => {
  const author = makeRepository(textsOf('One'))
  author.git('checkout', '-qb', 'theirs')
  const theirs = author.commitFiles(textsOf('Theirs'))
  author.git('checkout', '-q', 'main')
  const ours = author.commitFiles(textsOf('Ours'))
  const repository = await author.open()
  const { history, conflicts } = repository.parts()
  const rules = createMergeRules(repository.contentPath)
  const merged = await new RemoteBranch(repository, 'none').integrate(theirs, rules)
  expect(merged.conflicts).toHaveLength(3)
  const left = await conflicts.list()
  const copy = `posts/a-conflict-${author.git('rev-parse', `${ours}:${POST}`).slice(0, 7)}.md`
  expect(left.map((conflict) => [conflict.file, conflict.copy]).toSorted()).toEqual([
    [POST, copy],
    [ODD, null],
  ])
  const again = await cloneOf(author).open()
  expect(await again.parts().conflicts.list()).toEqual(left)
  // Servers of other versions read this too.
  expect(author.git('log', '-1', '--format=%b').split('\n')).toEqual(
    expect.arrayContaining([
      'Both sides changed the same places. The text of the remote stands at:',
      `- "${POST}": ours is "${copy}"`,
      `- "${ODD}"`,
    ]),
  )
  for (const path of [ODD, POST]) {
    const commits = (await history.list([path])).map(({ commit }) => commit)
    expect(commits).toEqual(expect.arrayContaining([ours, theirs]))
  }
})
