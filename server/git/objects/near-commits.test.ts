import { execFileSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { makeFolder, makeRepository, putting, testEnv } from '../../test/git-fixture.ts'

/** An environment in which each `git log` is counted. */
function countingLogs() {
  const folder = makeFolder()
  const counts = join(folder, 'logs')
  writeFileSync(counts, '')
  const real = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  const script = `#!/bin/sh\nfor a; do [ "$a" = log ] && echo x >> '${counts}'; done\nexec '${real}' "$@"\n`
  writeFileSync(join(folder, 'git'), script)
  chmodSync(join(folder, 'git'), 0o755)
  const env = { ...testEnv, PATH: `${folder}:${testEnv.PATH}` }
  return { env, logs: () => readFileSync(counts, 'utf8').length / 2 }
}

it('knows without a process what a few saves did not change', async () => {
  const author = makeRepository({ 'projects/p.yaml': '1', 'posts/a.md': 'A' })
  const { env, logs } = countingLogs()
  const repository = await author.open({ env })
  const since = author.git('rev-parse', 'HEAD').trim()
  for (let save = 0; save < 5; save += 1) await repository.write(putting('posts/a.md', `A${save}`))
  const to = author.git('rev-parse', 'HEAD').trim()
  const before = logs()
  expect(await repository.fileRevisions('projects', since)).toEqual([])
  expect(logs()).toBe(before)
  const { isWhole, commits } = await repository.mainLine(['posts'], { since, to })
  expect([isWhole, commits.length]).toEqual([false, 5])
  expect(logs()).toBe(before)
})

it('reads what changed and came back, and what a merge brought', async () => {
  const author = makeRepository({ 'projects/p.yaml': '1', 'posts/a.md': 'A' })
  const repository = await author.open()
  const since = author.git('rev-parse', 'HEAD').trim()
  await repository.write(putting('projects/p.yaml', '2'))
  await repository.write(putting('projects/p.yaml', '1'))
  expect(await repository.fileRevisions('projects', since)).toHaveLength(2)
  const main = author.git('rev-parse', 'HEAD').trim()
  author.git('checkout', '-q', '-b', 'side')
  author.put('projects/p.yaml', 'three')
  author.git('commit', '-qam', 'three')
  author.git('checkout', '-q', '-')
  author.git('merge', '-q', '--no-ff', '-m', 'merge', 'side')
  expect(await repository.fileRevisions('projects', main)).toHaveLength(1)
})
