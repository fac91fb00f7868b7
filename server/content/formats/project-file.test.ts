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

const NO_NUMBER = "'goal' must be a number like 3.5, without quotes, not "

it.each([
  ['goal: 3.1234567\nstart: -1e2', { goal: 3.123457, start: -100, each: 0 }, null, null],
  ['goal:', { goal: null }, null, null],
  ['goal: "30"', { goal: null }, 3, `${NO_NUMBER}'30'.`],
  ['goal: 3,5', { goal: null }, 3, `${NO_NUMBER}'3,5'.`],
  ['goal: 1000000001', { goal: null }, 3, `${NO_NUMBER}'1000000001'.`],
  ['goal: .inf', { goal: null }, 3, `${NO_NUMBER}'.inf'.`],
  ['goal: 5\nstart: 5', { goal: null, start: 5 }, 3, "'goal' must not be the same as 'start'."],
  ['goal: 0', { goal: null }, 3, "'goal' must not be the same as 'start'."],
  ['goal: 5\nstart: x', { goal: null, start: 0 }, 4, expect.stringContaining("'start'")],
  ['goal: 5\neach: [1]', { goal: null, each: 0 }, 4, expect.stringContaining("'each'")],
  [`unit: ${'u'.repeat(21)}\ngoal: 5`, { unit: null, goal: 5 }, 3, expect.anything()],
  [`stake: ${'s'.repeat(201)}`, { stake: null }, 3, expect.anything()],
  ['description: [x]', { description: null }, 3, expect.anything()],
  ['description: |\n  One.\n\n  Two.', { description: 'One.\n\nTwo.' }, null, null],
])('a project file with %j has its number, or a problem', (text, fields, line, reason) => {
  const { value, problems } = parse(`title: T\ndue_date: 2026-12-31\n${text}\n`)
  expect(value).toMatchObject(fields)
  expect(problems).toEqual(line === null ? [] : [{ file: path, line, reason }])
})

it.each([
  ['goal: 30.00 # cups\n', 'goal: 3.5 # cups\n'],
  ['goal: "30"\n', 'goal: 3.5\n'],
  ['', 'goal: 3.5\n'],
])('a goal in place of %j is written as %j', (old, expected) => {
  const text = `title: T\ndue_date: 2026-12-31\n${old}`
  const bytes = PROJECTS.patch({ path, bytes: Buffer.from(text) }, { goal: 3.5 })
  expect(bytes?.toString()).toBe(`title: T\ndue_date: 2026-12-31\n${expected}`)
})

it('a description of several paragraphs is written as lines', () => {
  const text = 'title: T\ndue_date: 2026-12-31\n# mine\n'
  const first = PROJECTS.patch({ path, bytes: Buffer.from(text) }, { description: 'A: b\n\nC #1' })
  const block = 'description: |-\n  A: b\n\n  C #1\n'
  expect(first?.toString()).toBe(text + block)
  const bytes = first ?? Buffer.of()
  const second = PROJECTS.patch({ path, bytes }, { description: 'D\nE', goal: 2 })
  expect(second?.toString()).toBe(`${text}description: |-\n  D\n  E\ngoal: 2\n`)
})

it('a map in braces keeps its numbers when it is written anew', () => {
  const text = '{title: T, due_date: 2026-12-31, goal: 30}\n'
  const bytes = PROJECTS.patch({ path, bytes: Buffer.from(text) }, { start: 5 }) ?? Buffer.of()
  expect(PROJECTS.parse({ path, bytes }).value).toMatchObject({ goal: 30, start: 5 })
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
