import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type OddContent, oddFiles, writeOddContent } from '../../test/malformed-files.ts'
import { createContentFiles } from '../files/content-files.ts'
import { RecordKeeper } from '../index/record-keeper.ts'
import type { PostRecord, Problem } from '../records.ts'

let folder: string
let expected: OddContent
let problems: Problem[]
let posts: PostRecord[]

beforeAll(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'gap-malformed-'))
  expected = writeOddContent(folder)
  const files = createContentFiles(folder)
  const listing = files.list()
  const keeper = new RecordKeeper({ files, timeZone: 'UTC', fallbackZone: 'UTC' })
  for (const { path } of listing.files) keeper.read(path)
  problems = [...listing.problems, ...keeper.problems()]
  posts = keeper.records('post')
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

  it('serves every good post, and no other', () => {
    // What is worked out late must not fail either.
    const served = posts.filter(
      (post) => !post.draft && post.word_count > 0 && post.excerpt !== null,
    )
    expect(served.map(({ id }) => id).sort()).toEqual([...expected.good].sort())
  })

  it('runs no code', () => {
    expect(globalThis).not.toHaveProperty('gapCodeRan')
  })
})
