/**
 * Rendered texts on disk, one file each, so that a restart renders nothing again. It is a cache:
 * whatever cannot be read or written is as if it were not there.
 */
import { access, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '../log.ts'
import type { RenderedText } from './markdown-renderer.ts'

/** How long a failure is believed: a busy machine may be why a long text took too long. */
const FAILURE_MS_MAX = 24 * 60 * 60 * 1000

interface RenderedFiles {
  /** The kept text; a failure of yesterday is as if it were not there. */
  read(key: string): Promise<RenderedText | undefined>
  has(key: string): Promise<boolean>
  /** Writes later; a reader sees the whole file or none. */
  write(key: string, text: RenderedText): void
  /** Removes what other versions left, and the oldest files beyond the bound. */
  tidy(): Promise<void>
  /** Waits for the writes under way. */
  close(): Promise<void>
}

/**
 * Files below `folder`, in a folder for the renderer's version. `bytesMax` bounds them all; a text
 * added later than the last `tidy` counts towards the next.
 */
export function createRenderedFiles({
  folder,
  version,
  bytesMax,
  now,
  log,
}: {
  folder: string
  version: string
  bytesMax: number
  now(): number
  log: Log
}): RenderedFiles {
  const own = join(folder, version)
  const pathOf = (key: string) => join(own, key.slice(0, 2), `${key}.json`)
  let writes: Promise<void> = Promise.resolve()
  let written = 0
  let isFailing = false

  async function writeNow(key: string, text: RenderedText): Promise<void> {
    const path = pathOf(key)
    const body = JSON.stringify({ key, at: now(), html: text.html, problem: text.problem })
    try {
      await mkdir(dirname(path), { recursive: true })
      // One process owns the folder, and it writes one file at a time.
      const temporary = join(dirname(path), `${key}.tmp`)
      await writeFile(temporary, body)
      await rename(temporary, path)
      isFailing = false
      written += body.length
      if (written > bytesMax / 4) await tidy()
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, 'rendered texts cannot be kept on disk')
      isFailing = true
    }
  }

  async function tidy(): Promise<void> {
    written = 0
    for (const name of await readdir(folder).catch(() => [])) {
      if (name !== version) await rm(join(folder, name), { recursive: true, force: true })
    }
    const files = await listFiles(own)
    let bytes = files.reduce((sum, { size }) => sum + size, 0)
    if (bytes <= bytesMax) return
    files.sort((a, b) => a.mtimeMs - b.mtimeMs)
    for (const { path, size } of files) {
      if (bytes <= bytesMax / 2) break
      await rm(path, { force: true })
      bytes -= size
    }
  }

  return {
    async read(key) {
      try {
        return parseRendered(await readFile(pathOf(key), 'utf8'), { key, now: now() })
      } catch {
        return undefined
      }
    },
    has: (key) =>
      access(pathOf(key)).then(
        () => true,
        () => false,
      ),
    write(key, text) {
      writes = writes.then(() => writeNow(key, text))
    },
    async tidy() {
      await tidy().catch((error: unknown) =>
        log.warn({ err: error }, 'the folder of rendered texts cannot be tidied'),
      )
    },
    close: () => writes,
  }
}

function parseRendered(
  body: string,
  { key, now }: { key: string; now: number },
): RenderedText | undefined {
  const value: unknown = JSON.parse(body)
  if (typeof value !== 'object' || value === null) return undefined
  const { key: ownKey, at, html, problem } = value as Record<string, unknown> // an object, as checked
  if (ownKey !== key || typeof html !== 'string') return undefined
  if (problem === null) return { html, problem }
  if (typeof problem !== 'string' || typeof at !== 'number') return undefined
  return now - at < FAILURE_MS_MAX ? { html, problem } : undefined
}

async function listFiles(folder: string) {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const files: { path: string; size: number; mtimeMs: number }[] = []
  for (const name of names) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (found?.isFile()) files.push({ path, size: found.size, mtimeMs: found.mtimeMs })
  }
  return files
}
