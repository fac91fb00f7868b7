/** What a hook prints goes to a terminal, and says what a repository holds. */
import { expect, it } from 'vitest'
import { makeRepository } from '../../server/test/git-fixture.ts'
import { runHook } from './run-hook.ts'
import { gitIn } from './tree-files.ts'

const NO_COMMIT = '0'.repeat(40)

it('prints no control character of a title or a name', async () => {
  const day = new Date().toISOString().slice(0, 10)
  const project = `title: "Clear \\e[2J it"\ndue_date: ${day}\n`
  const { folder, git, put } = makeRepository({
    'projects/p.yaml': project,
    'edited\u001b[2J.txt': 'One\n',
  })
  git('config', 'receive.denyCurrentBranch', 'updateInstead')
  put('edited\u001b[2J.txt', 'Two\n')
  const input = `${NO_COMMIT} ${git('rev-parse', 'HEAD').trim()} refs/heads/main\n`
  const lines: string[] = []
  const deps = { prefix: '', timeZone: 'UTC', siteUrl: null, now: Date.now() }
  for (const hook of ['pre-receive', 'post-receive'] as const) {
    const print = (line: string) => lines.push(line)
    await runHook(hook, input, { ...deps, git: gitIn(folder), print })
  }
  expect(lines.join('\n')).toMatch(/edited.*\.txt/)
  expect(lines.join('\n')).toMatch(/Clear.*it/)
  for (const line of lines) expect(line).not.toMatch(/\p{Cc}/u)
})
