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

/**
 * simple-git in one folder.
 * @param config,env settings and environment, as of `createGit`
 * @param abort ends what it runs
 */
export function createHistoryGit(
  {
    folder,
    config,
    env,
  }: { folder: string; config: readonly string[]; env: Record<string, string> },
  abort?: AbortSignal,
): SimpleGit {
  return simpleGit({
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
    ...(abort && { abort }),
  }).env(env)
}
