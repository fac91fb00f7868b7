import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createContentFiles } from './content-files.ts'

let folder: string
const write = (path: string, text: string | Buffer = 'text\n') => {
  fs.mkdirSync(dirname(join(folder, path)), { recursive: true })
  fs.writeFileSync(join(folder, path), text)
}
const paths = () =>
  createContentFiles(folder)
    .list()
    .files.map((file) => file.path)
const problems = () => createContentFiles(folder).list().problems

beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'gap-files-'))
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

describe('listing', () => {
  it.each([
    'posts/.foo.md.swp',
    'posts/.hidden.md',
    'posts/foo.md~',
    'posts/4913',
    'posts/#foo.md#',
    'posts/foo.md.1903163265',
    'posts/picture.png',
    'posts/.obsidian/a.md',
    'README.md',
    'notes/a.md',
    'projects/readme.txt',
  ])('passes over %s in silence', (path) => {
    write(path)
    expect(paths()).toEqual([])
    expect(problems()).toEqual([])
  })

  it('follows no link to a folder, not even posts itself', () => {
    const outside = fs.mkdtempSync(join(tmpdir(), 'gap-outside-'))
    fs.writeFileSync(join(outside, 'secret.md'), 'secret')
    fs.mkdirSync(join(folder, 'posts'))
    fs.symlinkSync(outside, join(folder, 'posts/linked'))
    fs.symlinkSync(outside, join(folder, 'projects'))
    expect(paths()).toEqual([])
    expect(problems().map(({ file }) => file)).toEqual(['posts/linked', 'projects'])
    const files = createContentFiles(folder)
    expect(files.read('posts/linked/secret.md')).toHaveProperty('reason')
    fs.rmSync(outside, { recursive: true })
  })
})

describe('reading', () => {
  it.each([
    'posts/none.md',
    'posts/none/a.md',
    '../secret.md',
    'posts/../../secret.md',
    '/etc/passwd',
    'posts/.hidden.md',
  ])('has nothing at %s', (path) => {
    write('posts/.hidden.md')
    expect(createContentFiles(folder).read(path)).toBeNull()
  })
})
