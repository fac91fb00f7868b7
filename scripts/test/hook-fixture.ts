/** For tests: the built command, repositories with its hooks, and an author who commits and pushes. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { inject, vi } from 'vitest'
import { type Fixture, makeFolder, makeRepository, testEnv } from '../../server/test/git-fixture.ts'
import { cloneOf } from '../../server/test/remote-fixture.ts'
import { runContentCommand } from '../content/commands.ts'

export const GOOD = '---\ntitle: Good\ndate: 2026-01-02T10:00:00+01:00\n---\n\nText\n'
export const BAD = '---\ntitle: Bad\ndate: 2026-13-45\n---\n\nText\n'

/** The author's command, bundled once for all tests. */
export const COMMAND = join(inject('workers'), 'content.mjs')

/** Runs a command in this process with these settings, as npm does from where the author stands. */
export async function content(args: string[], env: NodeJS.ProcessEnv, program = COMMAND) {
  const out: string[] = []
  const err: string[] = []
  const spies = [
    vi.spyOn(console, 'log').mockImplementation((line) => out.push(`${line}\n`)),
    vi.spyOn(console, 'error').mockImplementation((line) => err.push(`${line}\n`)),
  ]
  for (const [name, value] of Object.entries({ ...testEnv, ...env })) vi.stubEnv(name, value)
  try {
    const status = await runContentCommand(args, program)
    return { status, out: out.join(''), err: err.join('') }
  } finally {
    vi.unstubAllEnvs()
    for (const spy of spies) spy.mockRestore()
  }
}

/** Installs the hooks and returns the status and everything that was printed. */
export async function install(contentDir: string, ...args: string[]) {
  const env = { CONTENT_DIR: contentDir, INIT_CWD: makeFolder() }
  const { status, out, err } = await content(['check', '--install-hook', ...args], env)
  return { status, output: out + err }
}

/** What git prints in the author's terminal, and whether it did what was asked. */
export function tryGit({ folder }: Fixture, ...args: string[]) {
  const run = spawnSync('git', args, { cwd: folder, encoding: 'utf8', env: testEnv })
  // Git fills lines of the other side with spaces up to where older text might have stood.
  return { isDone: run.status === 0, output: (run.stdout + run.stderr).replace(/ +$/gm, '') }
}

/** A repository as the server makes it, and a clone of its author. */
export async function servedSite(files: Record<string, string>) {
  const site = makeRepository(files)
  site.git('config', 'receive.denyCurrentBranch', 'updateInstead')
  await (await site.open()).close()
  return { site, clone: cloneOf(site) }
}
