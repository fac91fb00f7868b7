import { expect, it } from 'vitest'
import type { LineChange } from '../../git/repository.ts'
import { PostLines } from './post-lines.ts'

/** `a` is written, `a>b` renamed, `-a` deleted; a number after it stands for its text. */
function change(text: string): LineChange {
  const [, gone, name = '', to, version = '1'] = /^(-)?(\w+?)(?:>([\w/]+?))?(\d)?$/.exec(text) ?? []
  const path = (of: string) => `posts/${of}.md`
  return {
    before: null,
    path: path(to ?? name),
    from: to === undefined ? null : path(name),
    after: gone ? null : version,
  }
}

function linesOf(...commits: string[]) {
  const lines = new PostLines()
  for (const [index, commit] of commits.entries()) {
    lines.add(commit.split(' ').map(change), index)
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
