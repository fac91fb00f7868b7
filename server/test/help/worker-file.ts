/** For tests, in the place of server/workers/worker-file.ts: workers as worker-bundles.ts made them. */
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inject } from 'vitest'

export async function workerFile(source: string): Promise<URL> {
  return pathToFileURL(join(inject('workers'), `${basename(source)}.mjs`))
}
