/** Where a worker's code lies: the build writes each worker as a file beside the server's bundle. */
import { basename } from 'node:path'

/**
 * The module to give to `new Worker`. `source` is the worker's file below server/, without its
 * ending: `markdown/markdown-worker` is `markdown-worker.mjs`. Tests put theirs in its place.
 */
export async function workerFile(source: `${string}-worker`): Promise<URL> {
  return new URL(`./${basename(source)}.mjs`, import.meta.url)
}
