/**
 * simple-git for fetch and push. It refuses environment and settings by default, so exactly ours are
 * allowed.
 */
import { type SimpleGit, simpleGit } from 'simple-git'

const SILENT_MS_MAX = 60_000

/**
 * simple-git in one folder.
 * @param config,env settings and environment, as of `createGit`
 * @param abort ends what it runs
 */
export function createTransportGit(
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
    config: [...config, 'color.ui=false'],
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
