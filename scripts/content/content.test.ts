import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { checkContent } from '../../server/content/check-content.ts'
import { generateContent } from '../lab/generated-content.ts'
import { writeNewPost } from './new.ts'

const STARTER = resolve(import.meta.dirname, '../../content')

let contentDir: string
beforeEach(() => {
  contentDir = mkdtempSync(join(tmpdir(), 'gap-content-'))
})
afterEach(() => rmSync(contentDir, { recursive: true, force: true }))

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(contentDir, path)), { recursive: true })
  writeFileSync(join(contentDir, path), text)
}
const problemsOf = (folder: string) => checkContent({ contentDir: folder, timeZone: null }).problems

describe('content check', () => {
  it('finds nothing to complain about in the starter content', () => {
    expect(problemsOf(STARTER)).toEqual([])
  })

  it('finds nothing to complain about in generated content', () => {
    for (const { path, text } of generateContent({ posts: 50, seed: 1 })) write(path, text)
    expect(problemsOf(contentDir)).toEqual([])
  })

  it('names file and line of each problem, in the order of the files', () => {
    write('posts/b.md', '---\ntitle: B\ndate: 2026-13-45\n---\n\nText\n')
    write('posts/a.md', '---\ntitle: A\n')
    write('posts/good.md', 'Text\n')
    const found = problemsOf(contentDir).map(({ file, line }) => ({ file, line }))
    expect(found).toEqual([
      { file: 'posts/a.md', line: 1 },
      { file: 'posts/b.md', line: 3 },
    ])
  })

  it('tells of two files with one id', () => {
    write('posts/2025/a.md', 'Text\n')
    write('posts/2026/a.md', 'Text\n')
    expect(problemsOf(contentDir)).toHaveLength(1)
  })
})

describe('content new', () => {
  const now = Date.parse('2026-11-20T23:30:00Z')
  const post = {
    title: 'Notes: from the lake',
    type: 'essay',
    url: null,
    draft: false,
    now,
    timeZone: 'Europe/Berlin',
  } as const

  it('writes a file that has the title, the type and the date of the site’s zone', () => {
    const path = writeNewPost({ ...post, contentDir })
    expect(path).toBe(join(contentDir, 'posts/2026/notes-from-the-lake.md'))
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('date: 2026-11-21T00:30:00+01:00\n')
    expect(text).toContain('type: essay\n')
    expect(problemsOf(contentDir)).toEqual([])
  })

  it('gives the second of one title another id, in whatever folder the first is', () => {
    write('posts/2019/notes-from-the-lake.md', 'Text\n')
    const path = writeNewPost({ ...post, contentDir })
    expect(path).toBe(join(contentDir, 'posts/2026/notes-from-the-lake-2.md'))
    expect(problemsOf(contentDir)).toEqual([])
  })
})
