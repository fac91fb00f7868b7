import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  it('never loses or invents a line that git would keep', () => {
    fc.assert(
      fc.property(text, text, text, (base, ours, theirs) => {
        const merged = threeWayMerge(base, ours, theirs)
        expect(threeWayMerge(base, theirs, ours).clean).toBe(merged.clean)
        const byGit = mergeByGit(base, ours, theirs)
        // Both may align repeated lines differently; where both merge unrepeated ones they agree.
        const lines = base.split('\n')
        if (new Set(lines).size === lines.length && merged.clean && byGit !== null) {
          expect(merged.text).toBe(byGit)
        }
      }),
      { numRuns: 150 },
    )
  })

  it('of long texts with edits far apart is clean, of endless different ones refused', () => {
    const long = Array.from({ length: 40_000 }, (_, n) => `${n % 10}\n`)
    const edited = (at: number) => long.with(at, 'edited\n').join('')
    expect(threeWayMerge(long.join(''), edited(20_000), edited(20_100)).clean).toBe(true)
    const upside = long.toReversed().join('')
    expect(threeWayMerge(long.join(''), edited(3), upside).clean).toBe(false)
  })
})
