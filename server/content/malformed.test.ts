import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OddContent, oddFiles, writeOddContent } from '../test/malformed-files.ts'
import { checkContent } from './check-content.ts'
import { createContentFiles } from './content-files.ts'
import { isProblem } from './content-paths.ts'
import { type ParsedPost, parsePostFile } from './parse-post-file.ts'
import type { Problem } from './records.ts'

let folder: string
let expected: OddContent
let problems: Problem[]

beforeAll(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'gap-malformed-'))
  expected = writeOddContent(folder)
  problems = checkContent(folder)
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

describe('a folder of malformed files', () => {
  it('has more than 200 bad ones', () => {
    expect(oddFiles().filter((file) => !file.isUsable).length).toBeGreaterThan(200)
  })

  it('has each bad one listed exactly once, and no other', () => {
    expect(problems.map(({ file }) => file).sort()).toEqual([...expected.bad].sort())
  })

  it('has a reason in a sentence, and a line inside the file', () => {
    for (const { file, line, reason } of problems) {
      expect(reason).toMatch(/^[A-Z'`‘].{5,300}\.$/)
      expect(reason).not.toContain(folder)
      if (line !== null) {
        const lines = fs.readFileSync(join(folder, file), 'latin1').split('\n').length
        expect(line).toBeGreaterThan(0)
        expect(line).toBeLessThanOrEqual(lines)
      }
    }
  })

  it('serves every good post', () => {
    const files = createContentFiles(folder)
    const served = files.list().files.flatMap(({ path }) => {
      const found = files.read(path)
      if (found === null || isProblem(found) || !path.startsWith('posts/')) return []
      const { value } = parsePostFile(
        { path, bytes: found.bytes },
        { timeZone: 'UTC', fallbackDate: 0 },
      ) satisfies ParsedPost
      // What is worked out late must be bounded too.
      return value === null || value.word_count < 1 || value.excerpt === null ? [] : [value.id]
    })
    expect(served.sort()).toEqual([...expected.good].sort())
  })

  it('runs no code', () => {
    expect(globalThis).not.toHaveProperty('gapCodeRan')
  })
})
