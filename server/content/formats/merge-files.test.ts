import { expect, it } from 'vitest'
import { createMergeRules, withStateOf } from './merge-files.ts'
import { parsePostFile } from './post-file.ts'

const rules = createMergeRules((path) => path)

async function merge(path: string, base: string | null, ours: string, theirs: string) {
  const bytes = (text: string) => Buffer.from(text)
  const sides = { path, base: base === null ? null : bytes(base) }
  const merged = await rules.merge({ ...sides, ours: bytes(ours), theirs: bytes(theirs) })
  return merged?.toString() ?? null
}

const post = (front: string, body = 'Text\n') => `---\n${front}---\n\n${body}`

/** What is done with a file at a path: its base, ours, theirs and the merge; `;` ends a line. */
const MERGES = `
merges keys that one side changed, with its comments, at posts/a.md
  title: A; tags: [x] / Text
  title: "B" # ours; tags: [x] / Text
  title: A; tags:; - y / Text
  title: "B" # ours; tags:; - y / Text
adds and removes keys of both, at posts/a.md
  title: A; draft: true; url: https://a.example / Text
  title: A; url: https://a.example; featured: true / Text
  title: A; draft: true / Text
  title: A; featured: true / Text
takes the later time of the last edit, at posts/a.md
  title: A; updated: 2026-01-01T00:00:00Z / a;; b
  title: A; updated: 2026-03-01T00:00:00Z / A;; b
  title: A; updated: 2026-02-01T00:00:00Z / a;; B
  title: A; updated: 2026-03-01T00:00:00Z / A;; B
finds a conflict where the merge could not be read, at posts/a.md
  title: A; url: https://a.example / Text
  title: A / Text
  title: A; url: https://a.example; type: link / Text
  conflict
finds no conflict where both made the same change in other words, at posts/a.md
  title: A / Text
  title: "B" / Text
  title: B / Text
  title: B / Text
merges the list of tags by lines, at tags.yaml
  - name: A;; - name: B;; - name: C
  - name: A;; - name: B;; - name: D
  - name: E;; - name: B;; - name: C
  - name: E;; - name: B;; - name: D
finds a conflict where the merge would be no YAML, at projects/p.yaml
  title: P; notes: |;   a
  title: "P; notes: |;   a
  title: P; notes: |;   b
  conflict
finds a conflict where both made it, at posts/a.md
  none
  a
  b
  conflict`

const rows = MERGES.trim().split(/\n(?=\S)/)

function textOf(row: string): string | null {
  if (['none', 'conflict'].includes(row)) return null
  const [front = '', body] = row.split(' / ').map((part) => `${part.split(/; ?/).join('\n')}\n`)
  return body === undefined ? front : post(front, body)
}

it.each(rows)('a file of both sides %s', async (row) => {
  const [name = '', ...files] = row.split('\n  ')
  const [base = null, ours, theirs, merged] = files.map(textOf)
  const path = name.split(' at ').at(-1) ?? ''
  expect(await merge(path, base, ours ?? '', theirs ?? '')).toBe(merged)
})

it('a file of both sides is a conflict where it is no text', async () => {
  expect(await merge('media/a.webp', 'a\0b\n', 'b\0b\n', 'a\0b\nc')).toBeNull()
})

it('of two time stamps of one commit the remote’s is kept', async () => {
  const [ours, theirs] = [Buffer.from('a\0'), Buffer.from('b\0')]
  const path = `proof/2026/${'0a'.repeat(20)}.tsr`
  expect(await rules.merge({ path, base: null, ours, theirs })).toEqual(theirs)
})

it('a file of both sides is merged by its keys where it is content, else by its lines', async () => {
  const [base, ours, theirs] = ['a: 1\nb: 1\n', 'a: 2\nb: 1\n', 'a: 1\nb: 2\n']
  expect(await merge('site.yaml', base, ours, theirs)).toBe('a: 2\nb: 2\n')
  expect(await merge('data/p.yaml', base, ours, theirs)).toBeNull()
})

it.each([
  ['broken YAML', '---\ntitle: Mine\ntags: [a\ndate: 2026-01-02\n---\nBody\n'],
  ['a key twice', '---\ntitle: Mine\ndate: 2026-01-02\ntitle: B\n---\nBody\n'],
  ['no closing line', '---\r\ntitle: Mine\r\ndate: 2026-01-02\r\n\r\nBody\r\n'],
  ['an odd fence', '--- # c\ntitle: Mine\ndate: 2026-01-02\n---\nBody\n'],
])('a file of both sides keeps every word with %s', (_, text) => {
  const sides = { path: 'posts/a.md', base: null, theirs: Buffer.from('x') }
  const copy = rules.copy({ ...sides, ours: Buffer.from(text) }, '0123456789abcdef')
  const file = { path: 'posts/a-conflict-0123456.md', bytes: copy.bytes ?? Buffer.alloc(0) }
  const { value, problems } = parsePostFile(file, { timeZone: 'UTC', fallbackDate: 0 })
  expect(problems).toEqual([])
  expect(value).toMatchObject({ draft: true })
  expect(value?.content).toBe(text.replaceAll('\r', '').trim())
})

it.each([
  ['projects/p.yaml', 'projects/p-conflict-0123456.yaml'],
  ['media/2026/a.b.webp', 'media/2026/a.b-conflict-0123456.webp'],
  ['docs/.gitattributes', 'docs/.gitattributes-conflict-0123456'],
])('at %s the other text is a copy beside it', (path, copy) => {
  const sides = { path, base: null, ours: Buffer.from('a'), theirs: Buffer.from('b') }
  expect(rules.copy(sides, '0123456789abcdef')).toEqual({ path: copy, bytes: sides.ours })
})

const copy = (more: string) => `---\ntitle: A # mine\n${more}---\n\nText\n`

it.each<[string, string | null, string, string]>([
  ['live', '---\ntitle: B\n---\nOther\n', 'draft: true\n', ''],
  ['a draft', '---\ndraft: True\n---\nOther\n', 'draft: true\n', 'draft: true\n'],
  ['text alone', 'Other\n', 'draft: true\n', ''],
  ['gone', null, 'draft: true\n', 'draft: true\n'],
  ['unreadable', '---\ntitle: "\n---\n', 'draft: true\n', 'draft: true\n'],
  ['hidden by a flag', '---\ndraft: {a: b}\n---\n', 'draft: true\n', 'draft: true\n'],
  ['hidden by its spelling', '---\nDraft: true\n---\n', 'draft: true\n', 'draft: true\n'],
])('gives a copy the state of a post that is %s', (_, site, before, after) => {
  expect(withStateOf(copy(before), site)).toBe(copy(after))
})
