import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder, makeRepository, testEnv } from '../../test/git-fixture.ts'
import { isSafePath } from './verify-path.ts'

const REFUSED = [
  ...['', '.', '..', 'a//b', '/a', 'a/', 'a/../b', './a', 'a/.', 'a/..'],
  ...['.git', '.git/config', 'a/.git/hooks/x', '.GIT', '.giT/x', 'git~1', 'a/GIT~1/x'],
  ...['.git ', '.git.', '.git. .', 'git~1 .', '.git:x', '.git ::$INDEX_ALLOCATION', 'git~1:a'],
  ...['.git\\config', 'a\\.git', 'a\\GIT~1 \\b', 'b/a\\.git:x'],
  ...[
    '.g\u200cit',
    '\u200d.git',
    '.git\u200e',
    '.\u202aG\u202eiT',
    '.gi\u206a\u206ft',
    '\ufeff.git',
  ],
]
const TAKEN = [
  ...[
    'a',
    'a/b.md',
    '.gitignore',
    '.gitattributes',
    '.github/x',
    '.gitt',
    'git',
    'git~2',
    'git~1x',
  ],
  ...['...', '.. ', ' ..', 'a:b', 'a\\b', '.g it', '.git-', 'x.git', 'a.git/b', '-a', ' ', 'a\nb'],
  ...['\u200c', '.gít', '.gıt', 'e\u0301', '\ufffd'],
]

it.each(REFUSED)('refuses %j', (path) => expect(isSafePath(path)).toBe(false))
it.each(TAKEN)('takes %j', (path) => expect(isSafePath(path)).toBe(true))
it('refuses NUL', () => expect(isSafePath('a\0b')).toBe(false))

it('agrees with git on what may be in an index', () => {
  const { folder, git } = makeRepository()
  const id = git('rev-parse', 'HEAD:posts/a.md').trim()
  const id20 = Buffer.from(id, 'hex').toString('latin1')
  const takes = (path: string) => {
    const index = join(makeFolder(), 'index')
    const args = ['-c', 'core.protectHFS=true', '-c', 'core.protectNTFS=true', 'update-index']
    const options = {
      cwd: folder,
      env: { ...testEnv, GIT_INDEX_FILE: index },
      input: `100644 ${id}\t${path}\0`,
    }
    // Git leaves a path out that it refuses, and says so.
    const { status } = spawnSync('git', [...args, '-z', '--index-info'], options)
    return status === 0 && existsSync(index) && readFileSync(index, 'latin1').includes(id20)
  }
  expect(TAKEN.filter((path) => !takes(path))).toEqual([])
  expect(REFUSED.filter(takes)).toEqual([])
})
