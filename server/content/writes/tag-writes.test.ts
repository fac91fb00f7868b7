/** A tag is changed everywhere in one commit. */
import { expect, it } from 'vitest'
import { postFile, startServer } from '../../test/live-server.ts'
import { undo } from '../history/content-history.ts'
import { listTagUses, renameTag } from './tag-writes.ts'

const TAGS =
  '# Mine\r\n\r\n- name: Cooking # the best\r\n  color: tag-pink\r\n  note: mine\r\n- Baking\r\n- name: Writing\r\n'
const FILES = {
  'tags.yaml': TAGS,
  'posts/list.md': postFile('List', 'tags:\n  - cooking # old\n  - Baking\nodd: 1\n'),
  'posts/draft.md': postFile('Draft', 'draft: true\ncategories: COOKING, other\n'),
  'posts/none.md': postFile('None', 'tags: [Writing]\n'),
  'projects/p.yaml': 'title: P # x\ndue_date: 2030-01-01\ntags: [Cooking]\n',
}

it('a tag is renamed or merged in posts, drafts, projects and tags.yaml, in its own lines alone', async () => {
  const { store, text, git, subjects } = await startServer(FILES)
  expect(listTagUses(store)).toMatchObject([
    { name: 'Cooking', files: 3, is_listed: true },
    { name: 'Baking', files: 1 },
    { name: 'Writing', files: 1 },
    { name: 'other', files: 1, is_listed: false },
  ])
  const { value, commit } = await renameTag(store, { name: 'cooking', to: 'Kitchen: slow' })
  expect(value).toEqual({ name: 'Kitchen: slow', files: 4, left_out: [] })
  expect(subjects()[0]).toBe('Rename tag: Cooking to Kitchen: slow')
  expect(text('tags.yaml')).toBe(TAGS.replace('Cooking', '"Kitchen: slow"'))
  const changed = git('show', '--format=', '--numstat', 'HEAD').trim().split('\n').toSorted()
  expect(changed).toEqual([
    '1\t1\tposts/draft.md',
    '1\t1\tposts/list.md',
    '1\t1\tprojects/p.yaml',
    '1\t1\ttags.yaml',
  ])
  expect(store.snapshot().posts.get('draft')?.tags).toEqual(['Kitchen: slow', 'other'])
  await undo(store, commit ?? '')
  for (const [path, before] of Object.entries(FILES)) expect(text(path)).toBe(before)

  // A name that exists: the merged tag is there once in each file, and no longer listed.
  await renameTag(store, { name: 'Cooking', to: 'baking' })
  expect(subjects()[0]).toBe('Rename tag: Cooking to Baking')
  expect(text('tags.yaml')).toBe('# Mine\r\n\r\n- Baking\r\n- name: Writing\r\n')
  expect(store.snapshot().posts.get('list')?.tags).toEqual(['Baking'])
  expect(store.snapshot().projectsById.get('p')?.tags).toEqual(['Baking'])
})

it('files that cannot be read are left alone and named, and a tag that nobody has is not found', async () => {
  const many = Array.from({ length: 31 }, (_, index) => `t${index}`).join(', ')
  const { store, text } = await startServer({
    'tags.yaml': 'tags: [\n',
    'posts/a.md': postFile('A', 'tags: [Cooking]\n'),
    'posts/many.md': postFile('Many', `tags: [Cooking, ${many}]\n`),
  })
  const before = text('posts/many.md')
  const { value } = await renameTag(store, { name: 'Cooking', to: 'Baking' })
  expect(value).toEqual({ name: 'Baking', files: 2, left_out: ['tags.yaml'] })
  expect(text('posts/many.md')).toBe(before.replace('Cooking', 'Baking'))
  await expect(renameTag(store, { name: 'Nobody', to: 'x' })).rejects.toThrow('Tag not found')
})
