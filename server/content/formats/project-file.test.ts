import { expect, it } from 'vitest'
import { PROJECTS } from './project-file.ts'

const path = 'projects/ship-v1.yaml'
const parse = (text: string) => PROJECTS.parse({ path, bytes: Buffer.from(text) })
const FILE = `# mine
title: 'Ship v1' # soon
due_date: 2026-12-31
owner: {name: me}
tags:
  - Writing
link: ""
`

it('a project file is read', () => {
  const { value, problems } = parse(FILE)
  expect(value).toMatchObject({ id: 'ship-v1', path, title: 'Ship v1', due_date: '2026-12-31' })
  expect(value).toMatchObject({ tags: ['Writing'], status: 'Not Started', link: '' })
  expect(problems).toEqual([])
})

it.each([
  ['due_date: 2026-12-31', null],
  ['title: T', null],
  ['title: T\ndue_date: 2026-02-30', 2],
  ['title: T\ndue_date: soon', 2],
  ['title: [T]\ndue_date: 2026-12-31', 1],
  ['title: T\ntitle: U\ndue_date: 2026-12-31', 2],
  ['- a', 1],
])('a project file cannot be used as %j', (text, line) => {
  const { value, problems } = parse(text)
  expect(value).toBeNull()
  expect(problems).toHaveLength(1)
  if (line !== null) expect(problems[0]?.line).toBe(line)
})

it.each([
  ['status: Nearly', { status: 'Not Started' }],
  ['link: javascript:alert(1)', { link: '' }],
  [`tags: [a, ${'b'.repeat(61)}]`, { tags: ['a'] }],
])('a project file is used with a problem at the line of %j', (text, fields) => {
  const { value, problems } = parse(`title: T\ndue_date: 2026-12-31\n${text}\n`)
  expect(value).toMatchObject(fields)
  expect(problems).toEqual([{ file: path, line: 3, reason: expect.any(String) }])
})

const patch = (change: Parameters<typeof PROJECTS.patch>[1]) =>
  PROJECTS.patch({ path, bytes: Buffer.from(FILE) }, change)?.toString()

it('a change of a project touches the lines of its keys alone', () => {
  expect(patch({ due_date: '2027-01-31', title: "It's v1", tags: ['Writing', 'Cooking'] })).toBe(
    FILE.replace('2026-12-31', '2027-01-31')
      .replace("'Ship v1'", "'It''s v1'")
      .replace('Writing\n', 'Writing\n  - Cooking\n'),
  )
  expect(patch({ status: 'On Hold' })).toBe(`${FILE}status: On Hold\n`)
  expect(patch({ link: 'https://a.example/' })).toBe(FILE.replace('""', '"https://a.example/"'))
})

it('a new project has the fields it was given', () => {
  const bytes = PROJECTS.compose({ title: '10: x', due_date: '2026-12-31', tags: ['A'] })
  expect(bytes.toString()).toBe(
    'title: "10: x"\ndue_date: 2026-12-31\nstatus: Not Started\ntags: [A]\n',
  )
})
