import { expect, it } from 'vitest'
import { createMergeRules } from '../../content/formats/merge-files.ts'
import { makeRepository } from '../../test/git-fixture.ts'
import { cloneOf } from '../../test/remote-fixture.ts'

const ODD = 'projects/x: ours is y.yaml'
const POST = 'posts/a.md'
const textOf = (who: string) => `title: ${who}\ndue_date: 2027-01-01\n`

/** A branch `main` with our texts, and `theirs` with other ones in the same places. */
function makeSides() {
  const author = makeRepository({ [ODD]: textOf('One'), [POST]: 'One\n' })
  const commitAll = (who: string) => {
    author.put(ODD, textOf(who))
    author.put(POST, `${who}\n`)
    author.git('commit', '-qam', who)
    return author.head()
  }
  author.git('checkout', '-qb', 'theirs')
  const theirs = commitAll('Theirs')
  author.git('checkout', '-q', 'main')
  const ours = commitAll('Ours')
  return { author, ours, theirs }
}

it('are known by whatever name the file has, and the merge hides neither side', async () => {
  const { author, ours, theirs } = makeSides()
  const repository = await author.open()
  await repository.connect('none')?.integrate(theirs, createMergeRules(repository.contentPath))
  const left = await repository.parts().conflicts.list()
  const copy = `posts/a-conflict-${author.git('rev-parse', `${ours}:${POST}`).slice(0, 7)}.md`
  expect(left.map((conflict) => [conflict.file, conflict.copy])).toEqual(
    expect.arrayContaining([
      [ODD, null],
      [POST, copy],
    ]),
  )
  const again = cloneOf(author)
  expect(await (await again.open()).parts().conflicts.list()).toEqual(left)
  // Servers of other versions read this too.
  expect(author.git('log', '-1', '--format=%b').trim().split('\n').toSorted()).toEqual([
    `- "${POST}": ours is "${copy}"`,
    `- "${ODD}"`,
    'Both sides changed the same places. The text of the remote stands at:',
  ])
  for (const path of [ODD, POST]) {
    const commits = (await repository.parts().history.list([path])).map(({ commit }) => commit)
    expect(commits).toEqual(expect.arrayContaining([ours, theirs]))
  }
})
