/** What a hook in a repository calls: its input and settings are read here, the rest is `runHook`. */
import { readFileSync } from 'node:fs'
import { SETTINGS } from '../../server/config.ts'
import { UsageError } from '../content/usage.ts'
import { HOOKS, runHook } from './run-hook.ts'
import { gitIn } from './tree-files.ts'

/** `hook NAME PREFIX`, called by git in the repository: see `installHooks`. */
export async function runInstalledHook([name, prefix = '']: string[]): Promise<number> {
  const hook = HOOKS.find((known) => known === name)
  if (hook === undefined) throw new UsageError(`There is no hook '${name ?? ''}'.`)
  try {
    const git = gitIn(process.cwd())
    const setting = (key: string) => git.text(['config', `gap.${key}`]).catch(() => '')
    const input = hook === 'pre-commit' ? '' : readFileSync(0, 'utf8')
    const timeZone = process.env.TIME_ZONE || (await setting('timeZone')) || undefined
    const siteUrl = process.env.SITE_URL || (await setting('siteUrl')) || undefined
    return await runHook(hook, input, {
      git,
      prefix,
      timeZone: SETTINGS.timeZone.read(timeZone),
      siteUrl: SETTINGS.siteUrl.read(siteUrl),
      now: Date.now(),
      // What a hook says goes to the author through stderr.
      print: (line) => console.error(line),
    })
  } catch (error) {
    // A fault of the check must not keep anybody from committing.
    console.error(
      `G.A.P. could not check the content: ${error instanceof Error ? error.message : error}`,
    )
    return 0
  }
}
