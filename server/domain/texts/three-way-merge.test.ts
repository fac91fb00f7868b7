import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { growthOf } from '../../test/growth.ts'
import { threeWayMerge } from './three-way-merge.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'gap-merge-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What `git merge-file` says: the merged text, or null for a conflict. */
function mergeByGit(base: string, ours: string, theirs: string): string | null {
  const names = ['ours', 'base', 'theirs']
  for (const [at, text] of [ours, base, theirs].entries()) {
    writeFileSync(join(folder, names[at] ?? ''), text)
  }
  try {
    const args = ['merge-file', '-p', '-q', ...names]
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  } catch {
    return null
  }
}

const text = fc
  .array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd\r\n'), { maxLength: 12 })
  .chain((lines) => fc.constantFrom(lines.join(''), `${lines.join('')}end`))

/** A text as authors write it: paragraphs, a list, blank lines that repeat. */
const DRAFT = `# A title

The first paragraph
has two lines.

- one
- two
- three

The second paragraph.

> A quote

The last words.
`.match(/.*\n/g) as string[] // it has lines

const edit = fc.record({
  at: fc.nat({ max: DRAFT.length - 1 }),
  kind: fc.constantFrom('change', 'insert', 'delete'),
  words: fc.constantFrom('New words.\n', 'Other words.\n', 'A third thing.\n'),
})
const edits = fc.array(edit, { maxLength: 3 })

/** The lines after some edits, each of another line. */
function edited(lines: readonly string[], changes: readonly Edit[]): string[] {
  const byLine = new Map(changes.map((change) => [change.at, change]))
  return lines.flatMap((line, index) => {
    const change = byLine.get(index)
    if (!change) return [line]
    if (change.kind === 'delete') return []
    return change.kind === 'insert' ? [change.words, '\n', line] : [change.words]
  })
}

type Edit = typeof edit extends fc.Arbitrary<infer Value> ? Value : never

/** A draft in which two lines repeat, and two editors' versions of it. */
function repeatedLines(lines: number): [string, string, string] {
  const base = Array.from({ length: lines }, (_, n) => (n % 2 === 0 ? 'a\n' : '\n'))
  const ours = base.map((line, n) => (n % 7 === 0 ? 'a\n' : line)).join('')
  const theirs = base.map((line, n) => (n % 11 === 0 ? '\n' : line)).join('')
  return [base.join(''), ours, theirs]
}

describe('a three-way merge', () => {
  it.each<[string, string, string, string, string | null]>([
    ['one side only', 'a\nb\n', 'a\nB\n', 'a\nb\n', 'a\nB\n'],
    ['different places', 'a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nD\n', 'A\nb\nc\nD\n'],
    ['the same change twice', 'a\n', 'b\n', 'b\n', 'b\n'],
    ['the same place', 'a\n', 'b\n', 'c\n', null],
    ['two additions at the end', 'a\n', 'a\nb\n', 'a\nc\n', null],
    ['an empty base', '', 'a\n', 'b\n', null],
    ['text without a last newline', 'a\nb\nc', 'A\nb\nc', 'a\nb\nC', 'A\nb\nC'],
  ])('of %s', (_, base, ours, theirs, wanted) => {
    const merged = threeWayMerge(base, ours, theirs)
    expect(merged).toEqual({ clean: wanted !== null, text: wanted ?? ours })
  })

  it('of an ordinary text is what git makes of it, with every new line', () => {
    fc.assert(
      fc.property(edits, edits, (mine, others) => {
        const [ours, theirs] = [edited(DRAFT, mine), edited(DRAFT, others)]
        const base = DRAFT.join('')
        const merged = threeWayMerge(base, ours.join(''), theirs.join(''))
        const byGit = mergeByGit(base, ours.join(''), theirs.join(''))
        if (!merged.clean) return
        // Beside a line that repeats git may call clean what is a conflict here, or the other way.
        if (byGit !== null) expect(merged.text).toBe(byGit)
        const lines = new Set(merged.text.match(/.*\n/g))
        const added = [...ours, ...theirs].filter((line) => !DRAFT.includes(line))
        expect(added.filter((line) => !lines.has(line))).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('of texts with repeated lines never loses or invents a line', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const merged = threeWayMerge(base, ours, theirs)
        expect(threeWayMerge(base, theirs, ours).clean).toBe(merged.clean)
        if (!merged.clean) return
        const [from, a, b, made] = [base, ours, theirs, merged.text].map(
          (whole) => new Set(whole.match(/.*\n|.+$/g)),
        )
        const added = [...(a ?? []), ...(b ?? [])].filter((line) => !from?.has(line))
        expect(added.filter((line) => !made?.has(line))).toEqual([])
        expect([...(made ?? [])].filter((line) => !a?.has(line) && !b?.has(line))).toEqual([])
      }),
      { numRuns: 1_000 },
    )
  })

  it.each([400, 20_000])(
    'of twice as many lines as %i that repeat takes about twice as long',
    async (lines) => {
      const merge = (texts: [string, string, string]) => threeWayMerge(...texts)
      const growth = await growthOf(merge, repeatedLines(lines), repeatedLines(2 * lines))
      expect(growth).toMatchObject({ isBounded: true })
    },
  )

  it('of long texts with edits far apart is clean, of endless different ones refused', () => {
    const long = Array.from({ length: 40_000 }, (_, n) => `${n % 10}\n`)
    const edited = (at: number) => long.with(at, 'edited\n').join('')
    expect(threeWayMerge(long.join(''), edited(20_000), edited(20_100)).clean).toBe(true)
    const upside = long.toReversed().join('')
    expect(threeWayMerge(long.join(''), edited(3), upside).clean).toBe(false)
  })

  it('of a long new chapter and a changed word elsewhere is clean', () => {
    const book = Array.from({ length: 5_000 }, (_, n) => `Line ${n}.\n`)
    const chapter = Array.from({ length: 3_000 }, (_, n) => `New line ${n}.\n`)
    const ours = [...book.slice(0, 1_000), ...chapter, ...book.slice(1_000)].with(10, 'Ten.\n')
    const theirs = book.with(500, 'Five hundred.\n').join('')
    const merged = threeWayMerge(book.join(''), ours.join(''), theirs)
    expect(merged).toEqual({ clean: true, text: ours.with(500, 'Five hundred.\n').join('') })
  })
})
