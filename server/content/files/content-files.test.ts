import * as fs from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createContentFiles, FILE_BYTES_MAX } from './content-files.ts'

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
  it('finds every kind of content file, by path', () => {
    const all = [
      'about.md',
      'posts/2026/b.md',
      'posts/a.md',
      'projects/p.yaml',
      'resources/learning-ai.yaml',
      'site.yaml',
      'tags.yaml',
    ]
    for (const path of all) write(path)
    const { files } = createContentFiles(folder).list()
    expect(files.map(({ path }) => path)).toEqual(all)
    expect(files.map(({ kind }) => kind).join(' ')).toBe('page post post project page site tags')
    expect(problems()).toEqual([])
  })

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

  it.each([
    'posts/Notes on Ångström.md',
    'posts/日本語.md',
    'posts/100%.md',
    'posts/a.b_c-d.md',
    'posts/(draft) why?.md',
    'posts/2026/11/20/x.md',
    'posts/admin.md',
  ])('takes %s as a post', (path) => {
    write(path)
    expect(paths()).toEqual([path])
    expect(problems()).toEqual([])
  })

  it.each([
    ['a control character', 'posts/a\u0007b.md', 'posts/a\\u{7}b.md'],
    ['a newline', 'posts/a\nb.md', 'posts/a\\u{a}b.md'],
    ['a mark that turns text around', 'posts/a\u202eb.md', 'posts/a\\u{202e}b.md'],
    ['a backslash', 'posts/a\\b.md', 'posts/a\\b.md'],
    ['a dash first', 'posts/-rf.md', 'posts/-rf.md'],
    ['a colon first', 'posts/:(top).md', 'posts/:(top).md'],
    ['a space last', 'posts/a .md', 'posts/a .md'],
    ['101 characters', `posts/${'a'.repeat(101)}.md`, `posts/${'a'.repeat(101)}.md`],
    ['capitals in its ending', 'posts/a.MD', 'posts/a.MD'],
    ['another ending for markdown', 'posts/a.mdx', 'posts/a.mdx'],
    ['.yml for .yaml', 'projects/a.yml', 'projects/a.yml'],
    ['no known resource page', 'resources/learning-go.yaml', 'resources/learning-go.yaml'],
    ['a folder whose name has a newline', 'posts/x\ny/a.md', 'posts/x\\u{a}y'],
  ])('lists a name with %s as a problem, once', (_, path, shown) => {
    write(path)
    expect(paths()).toEqual([])
    expect(problems()).toEqual([{ file: shown, line: null, reason: expect.any(String) }])
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

  it.each([
    ['other folder', 'posts/2025/a.md', 'posts/a.md'],
    ['case', 'posts/A.md', 'posts/a.md'],
    ['Unicode form', 'posts/a\u030a.md', 'posts/\u00e5.md'],
  ])('keeps the first by path of two files with one id that differ in %s', (_, first, second) => {
    write(second)
    write(first)
    expect(paths()).toEqual([first])
    expect(problems()).toEqual([
      { file: second, line: null, reason: expect.stringContaining(first) },
    ])
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

  it('reads a file of 1 MiB and not one byte more', () => {
    write('posts/a.md', Buffer.alloc(FILE_BYTES_MAX, 'a'))
    write('posts/b.md', Buffer.alloc(FILE_BYTES_MAX + 1, 'a'))
    const files = createContentFiles(folder)
    expect(files.read('posts/a.md')).toHaveProperty('bytes.length', FILE_BYTES_MAX)
    expect(files.read('posts/b.md')).toEqual({
      file: 'posts/b.md',
      line: null,
      reason: 'The file is larger than 1 MiB.',
    })
  })
})
