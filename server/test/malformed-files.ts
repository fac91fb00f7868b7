/**
 * Content files that nobody should have to survive, and odd ones that must work. Each
 * bad one is to be listed exactly once; none may run code: those that try set `global.gapCodeRan`.
 */
import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs'
import { dirname, join } from 'node:path'
import { brokenFrontMatter, brokenTexts, oddButGood } from './malformed-texts.ts'

export interface OddFile {
  /** Relative to the content folder. */
  path: string
  /** The path as a problem shows it. */
  shownAs: string
  isUsable: boolean
  make(fullPath: string): void
}

export interface OddContent {
  /** Paths as problems show them, each to be listed once. */
  bad: string[]
  /** Ids of posts that are to be served. */
  good: string[]
}

/** Makes all of them below `contentDir`, which may hold other content. */
export function writeOddContent(contentDir: string): OddContent {
  const files = oddFiles()
  for (const file of files) {
    const fullPath = join(contentDir, file.path)
    fs.mkdirSync(dirname(fullPath), { recursive: true })
    file.make(fullPath)
  }
  return {
    bad: files.filter((file) => !file.isUsable).map((file) => file.shownAs),
    good: files.filter((file) => file.isUsable).map((file) => idOf(file.path)),
  }
}

/** Every odd file, in an order in which they can be made. */
export function oddFiles(): OddFile[] {
  return [
    ...brokenFrontMatter().map((yaml, n) => textFile(`yaml-${n}`, `---\n${yaml}\n---\n\nText\n`)),
    ...brokenTexts().map((bytes, n) => textFile(`text-${n}`, bytes)),
    ...oddButGood().map((bytes, n) => ({ ...textFile(`good-${n}`, bytes), isUsable: true })),
    ...oddKinds(),
    ...oddNames(),
  ]
}

function textFile(name: string, bytes: string | Buffer): OddFile {
  return bad(`posts/odd/${name}.md`, (path) => fs.writeFileSync(path, bytes))
}

function bad(path: string, make: (fullPath: string) => void, shownAs = path): OddFile {
  return { path, shownAs, isUsable: false, make }
}

function good(path: string): OddFile {
  return { path, shownAs: path, isUsable: true, make: writeText }
}

const writeText = (path: string) => fs.writeFileSync(path, 'Text\n')

function oddKinds(): OddFile[] {
  const link = (target: string) => (path: string) => fs.symlinkSync(target, path)
  const sized = (size: number) => (path: string) => {
    writeText(path)
    fs.truncateSync(path, size)
  }
  return [
    bad('posts/odd/pipe.md', (path) => void execFileSync('mkfifo', [path])),
    bad('posts/odd/folder.md', (path) => fs.mkdirSync(path)),
    bad('posts/odd/full-folder.md', (path) => {
      fs.mkdirSync(path)
      writeText(join(path, 'inside.md'))
    }),
    bad('posts/odd/link.md', link('text-0.md')),
    bad('posts/odd/link-out.md', link('/etc/hostname')),
    bad('posts/odd/link-nowhere.md', link('/nowhere/at/all')),
    bad('posts/odd/link-to-itself.md', link('link-to-itself.md')),
    bad('posts/odd/link-to-zeros.md', link('/dev/zero')),
    bad('posts/odd/link-to-pipe.md', link('pipe.md')),
    bad('posts/odd/link-to-folder', link('/etc')),
    bad('posts/odd/link-in-circle', link('..')),
    bad('posts/odd/huge.md', sized(100_000_000)),
    bad('posts/odd/too-large.md', sized(1024 * 1024 + 1)),
  ]
}

function oddNames(): OddFile[] {
  const clash = (first: string, second: string) => [good(first), bad(second, writeText)]
  const name = (raw: string, shown: string) =>
    bad(`posts/odd/${raw}.md`, writeText, `posts/odd/${shown}.md`)
  return [
    ...clash('posts/clash-1/a-twin.md', 'posts/clash-2/a-twin.md'),
    ...clash('posts/clash/Case.md', 'posts/clash/case.md'),
    ...clash('posts/clash/A\u030angstrom.md', 'posts/clash/\u00c5ngstrom.md'),
    name('new\nline', 'new\\u{a}line'),
    name('carriage\rreturn', 'carriage\\u{d}return'),
    name('tab\there', 'tab\\u{9}here'),
    name('escape\u001b[31m', 'escape\\u{1b}[31m'),
    name('delete\u007f', 'delete\\u{7f}'),
    name('turned\u202eround', 'turned\\u{202e}round'),
    name('line\u2028separator', 'line\\u{2028}separator'),
    name('back\\slash', 'back\\slash'),
    name('-rf', '-rf'),
    name('--help', '--help'),
    name(':(top)', ':(top)'),
    name(' first', ' first'),
    name('last ', 'last '),
    name('x'.repeat(101), 'x'.repeat(101)),
    bad('posts/odd/other.markdown', writeText),
    bad('posts/odd/other.MD', writeText),
    bad('posts/odd/new\nfolder/inside.md', writeText, 'posts/odd/new\\u{a}folder'),
    bad('projects/odd.yml', writeText),
    bad('projects/odd.yaml', writeText),
    bad('resources/odd.yaml', writeText),
    good('posts/odd/日本語.md'),
    good('posts/odd/a name with spaces.md'),
    good('posts/odd/<img src=x onerror=alert(1)>.md'),
    good('posts/odd/100%25 & more?.md'),
    good('posts/odd/constructor.md'),
    good('posts/odd/__proto__.md'),
    good('posts/odd/featured.md'),
    good('posts/odd/dots...md'),
    good('posts/odd/2026/11/20/(draft) why?.md'),
  ]
}

function idOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.md'.length).normalize('NFC')
}
