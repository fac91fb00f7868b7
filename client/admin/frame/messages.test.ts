import { beforeEach, expect, it } from 'vitest'
import { ApiError } from '../../data/api-client.ts'
import { useToasts } from '../../state/toasts.ts'
import { MESSAGES, showFailed, showSaved } from './messages.ts'
import { problemWords, statusWords } from './status.ts'

beforeEach(() => useToasts.setState({ toasts: [] }))

const after = { changed: () => {}, topic: 'a' }
const texts = () =>
  useToasts.getState().toasts.map(({ title, description }) => [title, description])

it.each([
  [MESSAGES.postCreated('essay'), 'Post created!', 'Your essay has been published.'],
  [
    MESSAGES.postCreated('short', 'draft'),
    'Post created!',
    'Your short has been saved as a draft.',
  ],
  [MESSAGES.postCreated('link', 'scheduled'), 'Post created!', 'Your link has been scheduled.'],
  [MESSAGES.postMade('essay', 'draft'), 'Draft saved', 'Your essay has been saved as a draft.'],
  [MESSAGES.postMade('link', 'live'), 'Post published!', 'Your link has been published.'],
  [MESSAGES.postMade('short', 'scheduled'), 'Post scheduled!', 'Your short has been scheduled.'],
  [MESSAGES.postUpdated, 'Post updated!', 'Your post has been successfully updated.'],
  [MESSAGES.postDeleted, 'Post deleted', 'Your post has been removed.'],
  [MESSAGES.postFeatured, 'Post featured', 'Post added to featured section'],
  [MESSAGES.postUnfeatured, 'Post unfeatured', 'Post removed from featured section'],
  [MESSAGES.tagsReset(9), 'Tags reset!', 'Successfully added 9 default tags.'],
  [MESSAGES.projectAdded, 'Project added', 'New project has been added.'],
  [MESSAGES.projectUpdated, 'Success', 'Project updated successfully'],
])('%o is said to the letter', (words, title, description) => {
  expect(words).toEqual({ title, description })
})

it('a write with a commit can be undone, one that changed nothing cannot', () => {
  showSaved(MESSAGES.postUpdated, { commit: 'a'.repeat(40) }, after)
  showSaved(MESSAGES.postDeleted, { commit: null }, after)
  expect(useToasts.getState().toasts.map(({ action }) => action?.label)).toEqual([
    'Undo',
    undefined,
  ])
})

it('an old error goes when the next try of the same thing succeeds, and no other', () => {
  const error = new ApiError(0, 'Network error occurred')
  showFailed('Failed to update post', error, 'a')
  showFailed('Failed to update post', error, 'another post')
  showFailed('Failed to delete post', error)
  showSaved(MESSAGES.postUpdated, { commit: null }, after)
  expect(texts().map(([title]) => title)).toEqual([
    'Failed to update post',
    'Failed to delete post',
    'Post updated!',
  ])
})

it('a merge is said beside the save', () => {
  showSaved(MESSAGES.postUpdated, { commit: null, merged: true }, after)
  expect(texts()[1]?.[0]).toBe('Merged')
})

it.each([
  [new ApiError(503, 'The repository is locked.'), 'The repository is locked.'],
  [new ApiError(0, 'Network error occurred'), 'Network error occurred'],
  [new TypeError('x is undefined'), 'An error occurred'],
])('%o is said as a sentence', (error, description) => {
  showFailed('Failed to update post', error)
  expect(texts()).toEqual([['Failed to update post', description]])
})

const WELL = {
  commit: 'abcdef0123'.repeat(4),
  posts: 1,
  projects: 1,
  problems: [],
  displaced: [],
  repository: { state: 'ok', message: '' },
  sync: {
    remote: null,
    state: 'off',
    ahead: 0,
    behind: 0,
    last_pull: null,
    last_push: null,
    error: null,
    files: [],
    conflicts: [],
  },
}
const remote = { ...WELL.sync, remote: 'origin', state: 'ok' }

it.each([
  ['all is well', WELL, ['Saves go into git. The newest commit is abcdef0.']],
  [
    'the repository is busy',
    { ...WELL, repository: { state: 'repository_busy', message: 'A rebase is under way.' } },
    ['A rebase is under way.'],
  ],
  [
    'the remote is behind',
    { ...WELL, sync: { ...remote, ahead: 2, error: 'The remote cannot be reached.' } },
    [
      'Saves go into git. The newest commit is abcdef0.',
      '2 commits are not yet shared.',
      'The remote cannot be reached.',
    ],
  ],
  [
    'everything is shared',
    { ...WELL, sync: remote },
    ['Saves go into git. The newest commit is abcdef0.', 'Shared with the remote.'],
  ],
])('when %s, the line says so', (_, status, words) => {
  expect(statusWords(status).map(({ text }) => text)).toEqual(words)
})

it('counts what needs a look', () => {
  expect(problemWords(WELL)).toBeNull()
  const problems = [{ file: 'posts/a.md', line: null, reason: 'It is empty.' }]
  expect(problemWords({ ...WELL, problems })).toBe('1 thing needs a look')
})
