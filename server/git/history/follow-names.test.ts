import { expect, it } from 'vitest'
import { followNames } from './follow-names.ts'
import type { HistoryCommit } from './history.ts'

/** `+a` came, `-a` went, `a` changed. */
function commit(text: string): HistoryCommit {
  const changes = text.split(' ').map((part) => ({
    path: part.replace(/^[+-]/, ''),
    status: 'M',
    before: part.startsWith('+') ? null : '1',
    after: part.startsWith('-') ? null : '2',
  }))
  return { commit: text, parents: [], author: '', date: '', subject: '', body: '', changes }
}

it.each<[string, string, string[], string[]]>([
  ['a file with one name', 'a', ['a', '+a'], ['a', '+a']],
  ['both names in order', 'b a', ['b', '+b -a', 'a', '+a'], ['b', '+b -a', 'a', '+a']],
  ['a chain', 'c b a', ['+c -b', '+b -a', '+a'], ['+c -b', '+b -a', '+a']],
  ['not what took the name since', 'b a', ['a', '+a', 'b', '+b -a', '+a'], ['b', '+b -a', '+a']],
  ['a commit of another as well', 'b a', ['a b', '+b -a'], ['a b', '+b -a']],
  [
    'a way there and back',
    'a b a',
    ['a', '+a -b', 'b', '+b -a', 'a'],
    ['a', '+a -b', 'b', '+b -a', 'a'],
  ],
])('follows %s', (_, names, commits, expected) => {
  const followed = followNames(commits.map(commit), names.split(' '))
  expect(followed.map((found) => found.commit)).toEqual(expected)
})

it('names the file as it was called then', () => {
  const [first] = followNames([commit('a b'), commit('+b -a')], ['b', 'a'])
  expect(first?.changes.map(({ path }) => path)).toEqual(['b'])
})
