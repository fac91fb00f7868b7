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

const NO_NUMBER = "'goal' must be a number like 3.5, without quotes, not "

it.each([
  ['x: y', { tags: [], status: 'Not Started', link: '' }, null, null],
  ['status: Nearly', { status: 'Not Started' }, 3, expect.anything()],
  ['link: javascript:alert(1)', { link: '' }, 3, expect.anything()],
  [`tags: [a, ${'b'.repeat(61)}]`, { tags: ['a'] }, 3, expect.anything()],
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
])('a project file with %j has its value, or a problem', (text, fields, line, reason) => {
  const { value, problems } = parse(`title: T\ndue_date: 2026-12-31\n${text}\n`)
  expect(value).toMatchObject(fields)
  expect(problems).toEqual(line === null ? [] : [{ file: path, line, reason }])
})

type Patch = Parameters<typeof PROJECTS.patch>[1]
const FRAME = 'title: T\ndue_date: 2026-12-31\n'
const DESCRIBED = 'description: |-\n  A: b\n\n  C #1\n'
const NEW_KEYS = { due_date: '2027-01-31', title: "It's v1", tags: ['Writing', 'Cooking'] }

it.each<[string, Patch, string]>([
  [`${FRAME}goal: 30.00 # cups\n`, { goal: 3.5 }, `${FRAME}goal: 3.5 # cups\n`],
  [`${FRAME}goal: "30"\n`, { goal: 3.5 }, `${FRAME}goal: 3.5\n`],
  [FRAME, { goal: 3.5, start: 0, unit: '', status: 'Not Started' }, `${FRAME}goal: 3.5\n`],
  [`${FRAME}# mine\n`, { description: 'A: b\n\nC #1' }, `${FRAME}# mine\n${DESCRIBED}`],
  [
    FRAME + DESCRIBED,
    { description: 'D\nE', goal: 2 },
    `${FRAME}description: |-\n  D\n  E\ngoal: 2\n`,
  ],
  // A map in braces keeps its numbers.
  [
    '{title: T, due_date: 2026-12-31, goal: 30}\n',
    { start: 5 },
    'title: "T"\ndue_date: "2026-12-31"\ngoal: 30\nstart: 5\n',
  ],
  [
    FILE,
    NEW_KEYS,
    FILE.replace('2026-12-31', '2027-01-31')
      .replace("'Ship v1'", "'It''s v1'")
      .replace('Writing\n', 'Writing\n  - Cooking\n'),
  ],
  [FILE, { status: 'On Hold' }, `${FILE}status: On Hold\n`],
  [FILE, { link: 'https://a.example/' }, FILE.replace('""', '"https://a.example/"')],
])('a change of %j by %j touches the lines of its keys alone', (text, patch, expected) => {
  expect(PROJECTS.patch({ path, bytes: Buffer.from(text) }, patch)?.toString()).toBe(expected)
})

it('a new project has the fields it was given', () => {
  const bytes = PROJECTS.compose({ title: '10: x', due_date: '2026-12-31', tags: ['A'] })
  expect(bytes.toString()).toBe(
    'title: "10: x"\ndue_date: 2026-12-31\nstatus: Not Started\ntags: [A]\n',
  )
})
