import { expect, it } from 'vitest'
import { commitUrl, fileHistoryUrl } from './commit-url.ts'

it.each([
  ['https://github.com/ann/words', 'https://github.com/ann/words/commit/c0ffee'],
  ['https://github.com/ann/words.git', 'https://github.com/ann/words/commit/c0ffee'],
  ['https://github.com/ann/words.git/', 'https://github.com/ann/words/commit/c0ffee'],
  ['https://codeberg.org/ann/words//', 'https://codeberg.org/ann/words/commit/c0ffee'],
  ['https://git.example:8443/ann/words', 'https://git.example:8443/ann/words/commit/c0ffee'],
  ['https://git.sr.ht/~ann/words', 'https://git.sr.ht/~ann/words/commit/c0ffee'],
  ['https://gitlab.com/group/sub/words', 'https://gitlab.com/group/sub/words/-/commit/c0ffee'],
  ['https://gitlab.gnome.org/a/words.git', 'https://gitlab.gnome.org/a/words/-/commit/c0ffee'],
  ['https://bitbucket.org/ann/words', 'https://bitbucket.org/ann/words/commits/c0ffee'],
  ['https://ann:secret@github.com/ann/words?a#b', 'https://github.com/ann/words/commit/c0ffee'],
])('a commit of %s is at %s', (repository, expected) => {
  expect(commitUrl(repository, 'c0ffee')).toBe(expected)
})

it.each([
  ['https://github.com/ann/words.git', 'https://github.com/ann/words/commits/HEAD/posts/a%20b.md'],
  ['https://gitlab.com/ann/words', 'https://gitlab.com/ann/words/-/commits/HEAD/posts/a%20b.md'],
])('the history of a file in %s is at %s', (repository, expected) => {
  expect(fileHistoryUrl(repository, 'posts/a b.md')).toBe(expected)
})
