/**
 * simple-git for what is not on the commit path: log, diff, init, config. It refuses environment
 * and settings by default, so exactly ours are allowed. (It waits 50 ms after a command that prints
 * nothing, has no stdin and no bytes: hence git-process.ts for writes and whole files.)
 */
import { type SimpleGit, simpleGit } from 'simple-git'

const SILENT_MS_MAX = 60_000
/** What people set for their own reading, and what would change the answers to ours. */
const OWN_READING = [
  'log.showSignature=false',
  'log.follow=false',
  'log.diffMerges=separate',
  'color.ui=false',
]

interface HistoryGitOptions {
  folder: string
  config: readonly string[]
  env: Record<string, string>
}

/**
 * simple-git in one folder with the settings and environment of `createGit`.
 * @param abort ends what it runs
 */
export function createHistoryGit(options: HistoryGitOptions, abort?: AbortSignal): SimpleGit {
  return simpleGit({ ...historyGitOptions(options), ...(abort && { abort }) }).env(options.env)
}

/** What simple-git has to be told for it; `env` is to be given to `.env()` as well. */
export function historyGitOptions({ folder, config, env }: HistoryGitOptions) {
  return {
    baseDir: folder,
    trimmed: false,
    maxConcurrentProcesses: 2,
    timeout: { block: SILENT_MS_MAX },
    config: [...config, ...OWN_READING],
    allowEnvironment: Object.keys(env),
    unsafe: {
      allowUnsafeHooksPath: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeProtocolOverride: true,
      // The operator's own variables, which gitEnvironment let through.
      allowUnsafeConfigPaths: true,
      allowUnsafeSshCommand: true,
      allowUnsafeAskPass: true,
      allowUnsafeEditor: true,
      allowUnsafePager: true,
    },
  }
}
