/** Locates worker code: the build writes each worker as a file beside the server's bundle. */
import { basename } from 'node:path'

/**
 * URL for `new Worker`. `source` is the worker's path below server/ without its extension:
 * `markdown/markdown-worker` is `markdown-worker.mjs`. Tests replace this module.
 */
export async function workerFile(source: `${string}-worker`): Promise<URL> {
  return new URL(`./${basename(source)}.mjs`, import.meta.url)
}
