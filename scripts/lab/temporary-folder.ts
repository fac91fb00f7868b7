/** A folder for one run, gone when the run is over. After a failure it stays, to be looked into. */
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** @throws what `work` throws, after printing where the folder is */
export async function inTemporaryFolder<T>(
  name: string,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), `gap-${name}-`)))
  try {
    const result = await work(folder)
    rmSync(folder, { recursive: true, force: true })
    return result
  } catch (error) {
    console.error(`What was left is in ${folder}`)
    throw error
  }
}
