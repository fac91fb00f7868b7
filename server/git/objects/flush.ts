/** Puts things on the disk that were written without a flush of their own. */
import { spawn } from 'node:child_process'

/**
 * Everything of the file system that holds the path: the author's git flushes nothing, and our
 * commit must not stand on one that a power cut empties. Where `sync -f` is missing we go without.
 */
export function flushFileSystem(path: string): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn('sync', ['-f', path], { stdio: 'ignore' })
    child.on('error', () => resolve())
    child.on('close', () => resolve())
  })
}
