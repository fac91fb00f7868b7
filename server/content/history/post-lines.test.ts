import { expect, it } from 'vitest'
import { type PostChange, PostLines } from './post-lines.ts'

/** `a` is written, `a>b` renamed, `-a` deleted; a number after it stands for its text. */
function change(text: string, at: number): PostChange {
  const [, gone, name = '', to, version = '1'] = /^(-)?(\w+?)(?:>([\w/]+?))?(\d)?$/.exec(text) ?? []
  const path = (of: string) => `posts/${of}.md`
  return {
    at: at * 1000,
    path: path(to ?? name),
    from: to === undefined ? null : path(name),
    after: gone ? null : version,
  }
}

function linesOf(...commits: string[]) {
  const lines = new PostLines()
  for (const [index, commit] of commits.entries()) {
    lines.add(commit.split(' ').map((text) => change(text, index + 1)))
  }
  return lines
}

it.each<[string, string[], [string, string][]]>([
  ['a rename', ['a1', 'a>b1'], [['a', 'b']]],
  ['a rename with an edit', ['a1', 'a>b2'], [['a', 'b']]],
  [
    'a chain leads to its end',
    ['a1', 'a>b1', 'b>c1'],
    [
      ['a', 'c'],
      ['b', 'c'],
    ],
  ],
  ['a way back leads back', ['a1', 'a>b1', 'b>a1'], [['b', 'a']]],
  [
    'two that swap in two steps',
    ['a1 b2', 'a>x1', 'b>a2', 'x>b1'],
    [
      ['a', 'b'],
      ['x', 'b'],
      ['b', 'a'],
    ],
  ],
  [
    'a chain within one commit',
    ['a1 b2', 'b>c2 a>b1'],
    [
      ['b', 'c'],
      ['a', 'b'],
    ],
  ],
  [
    'and in the other order',
    ['a1 b2', 'a>b1 b>c2'],
    [
      ['a', 'b'],
      ['b', 'c'],
    ],
  ],
  ['another folder keeps the id', ['a1', 'a>old/a1'], []],
  ['a post that is gone leads nowhere', ['a1', 'a>b1', '-b'], []],
  ['one that came back does', ['a1', 'a>b1', '-b', 'b1'], [['a', 'b']]],
  ['another post at its path is another', ['a1', 'a>b1', '-b', 'b2'], []],
  ['a rename from what is not known', ['a>b1'], []],
])('knows former ids: %s', (_, commits, expected) => {
  const lines = linesOf(...commits)
  expect(new Map(lines.renames())).toEqual(new Map(expected))
})

it.each<[string, string[], string, string[] | undefined]>([
  ['each version', ['a1', 'a2', 'a3'], 'a', ['a1', 'a2', 'a3']],
  ['not one twice', ['a1', 'a1'], 'a', ['a1']],
  ['those under another name', ['a1', 'a2', 'a>b3'], 'b', ['a1', 'a2', 'b3']],
  ['a name of its own for the same text', ['a1', 'a>b1'], 'b', ['a1', 'b1']],
  ['nothing of the file that was there before', ['a1', '-a', 'a2'], 'a', ['a2']],
  ['all of it when the same came back', ['a1', 'a2', '-a', 'a2'], 'a', ['a1', 'a2']],
  ['nothing of the post that left the name', ['a1', 'a>b1', 'a2'], 'a', ['a2']],
  ['nothing for a file that is gone', ['a1', '-a'], 'a', undefined],
  ['nothing for one that never was', ['a1'], 'b', undefined],
])('keeps %s', (_, commits, name, expected) => {
  const line = linesOf(...commits).at(`posts/${name}.md`)
  const versions = line?.versions.map(
    ({ path, revision }) => `${path.slice('posts/'.length, -'.md'.length)}${revision}`,
  )
  expect(versions).toEqual(expected)
})

it('goes on from where it was, and names the lines it touched', () => {
  const lines = linesOf('a1 b1')
  const touched = lines.add([change('a>c2', 8), change('d3', 8)])
  expect([...touched].map(({ path }) => path)).toEqual(['posts/c.md', 'posts/d.md'])
  expect(lines.at('posts/c.md')?.versions.map(({ at }) => at)).toEqual([1000, 8000])
})
