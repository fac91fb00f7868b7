import { describe, expect, it } from 'vitest'
import { createMergeRules } from './merge-files.ts'
import { parsePostFile } from './post-file.ts'

const rules = createMergeRules((path) => path)

async function merge(path: string, base: string | null, ours: string, theirs: string) {
  const bytes = (text: string) => Buffer.from(text)
  const sides = { path, base: base === null ? null : bytes(base) }
  const merged = await rules.merge({ ...sides, ours: bytes(ours), theirs: bytes(theirs) })
  return merged?.toString() ?? null
}

const post = (front: string, body = 'Text\n') => `---\n${front}---\n\n${body}`

describe('A content file that both sides changed', () => {
  it.each<[string, string, string | null, string, string, string | null]>([
    [
      'merges keys that one side changed, with its comments',
      'posts/a.md',
      post('title: A\ntags: [x]\n'),
      post('title: "B" # ours\ntags: [x]\n'),
      post('title: A\ntags:\n  - y\n'),
      post('title: "B" # ours\ntags:\n  - y\n'),
    ],
    [
      'adds and removes keys of both',
      'posts/a.md',
      post('title: A\ndraft: true\nurl: https://a.example\n'),
      post('title: A\nurl: https://a.example\nfeatured: true\n'),
      post('title: A\ndraft: true\n'),
      post('title: A\nfeatured: true\n'),
    ],
    [
      'takes the later time of the last edit',
      'posts/a.md',
      post('title: A\nupdated: 2026-01-01T00:00:00Z\n', 'a\n\nb\n'),
      post('title: A\nupdated: 2026-03-01T00:00:00Z\n', 'A\n\nb\n'),
      post('title: A\nupdated: 2026-02-01T00:00:00Z\n', 'a\n\nB\n'),
      post('title: A\nupdated: 2026-03-01T00:00:00Z\n', 'A\n\nB\n'),
    ],
    [
      'is a conflict where both changed one key',
      'posts/a.md',
      post('title: A\n'),
      post('title: B\n'),
      post('title: C\n'),
      null,
    ],
    [
      'is no conflict where both made the same change in other words',
      'posts/a.md',
      post('title: A\n'),
      post('title: "B"\n'),
      post('title: B\n'),
      post('title: B\n'),
    ],
    [
      'is a conflict where both changed the same lines',
      'posts/a.md',
      post('title: A\n', 'a\n'),
      post('title: A\n', 'b\n'),
      post('title: A\n', 'c\n'),
      null,
    ],
    ['is a conflict where both made it', 'posts/a.md', null, 'a\n', 'b\n', null],
    [
      'merges a project key by key, list values whole',
      'projects/p.yaml',
      'title: P\ndue_date: 2026-01-01\nstatus: Not Started\n',
      'title: P\ndue_date: 2026-02-01\nstatus: Not Started\n',
      'title: P\ndue_date: 2026-01-01\nstatus: In Progress\n',
      'title: P\ndue_date: 2026-02-01\nstatus: In Progress\n',
    ],
    [
      'merges the list of tags by lines',
      'tags.yaml',
      '- name: A\n\n- name: B\n\n- name: C\n',
      '- name: A\n\n- name: B\n\n- name: D\n',
      '- name: E\n\n- name: B\n\n- name: C\n',
      '- name: E\n\n- name: B\n\n- name: D\n',
    ],
    [
      'is a conflict where the merge would be no YAML',
      'projects/p.yaml',
      'title: P\nnotes: |\n  a\n',
      'title: "P\nnotes: |\n  a\n',
      'title: P\nnotes: |\n  b\n',
      null,
    ],
  ])('%s', async (_, path, base, ours, theirs, merged) => {
    expect(await merge(path, base, ours, theirs)).toBe(merged)
  })

  it('is merged by its keys where it is content, else by its lines', async () => {
    const [base, ours, theirs] = ['a: 1\nb: 1\n', 'a: 2\nb: 1\n', 'a: 1\nb: 2\n']
    expect(await merge('projects/p.yaml', base, ours, theirs)).toBe('a: 2\nb: 2\n')
    expect(await merge('data/p.yaml', base, ours, theirs)).toBeNull()
  })

  it('is kept as a draft with a name made from its bytes', () => {
    const ours = Buffer.from(post('title: A\naliases: [old]\npublished: true\n'))
    const sides = { path: 'posts/2026/a.md', base: null, ours, theirs: Buffer.from('x') }
    const copy = rules.copy(sides, '0123456789abcdef')
    expect([copy?.path, copy?.bytes?.toString()]).toEqual([
      'posts/2026/a-conflict-0123456.md',
      post('title: A\naliases: [old]\npublished: true\ndraft: true\n'),
    ])
  })

  it.each([
    ['broken YAML', '---\ntitle: Mine\ntags: [a\ndate: 2026-01-02\n---\nBody\n'],
    ['a key twice', '---\ntitle: Mine\ndate: 2026-01-02\ntitle: B\n---\nBody\n'],
    ['no closing line', '---\r\ntitle: Mine\r\ndate: 2026-01-02\r\n\r\nBody\r\n'],
    ['an odd fence', '--- # c\ntitle: Mine\ndate: 2026-01-02\n---\nBody\n'],
  ])('keeps every word with %s', (_, text) => {
    const sides = { path: 'posts/a.md', base: null, theirs: Buffer.from('x') }
    const copy = rules.copy({ ...sides, ours: Buffer.from(text) }, '0123456789abcdef')
    const file = { path: 'posts/a-conflict-0123456.md', bytes: copy?.bytes ?? Buffer.alloc(0) }
    const { value, problems } = parsePostFile(file, { timeZone: 'UTC', fallbackDate: 0 })
    expect(problems).toEqual([])
    expect(value).toMatchObject({ draft: true })
    expect(value?.content).toBe(text.replaceAll('\r', '').trim())
  })

  it.each(['projects/p.yaml', 'tags.yaml', 'media/2026/a.webp', 'posts/a.png', 'README.md'])(
    'at %s has its other text in the history alone',
    (path) => {
      const sides = { path, base: null, ours: Buffer.from('a'), theirs: Buffer.from('b') }
      expect(rules.copy(sides, '0123456789abcdef')).toBeNull()
    },
  )
})
