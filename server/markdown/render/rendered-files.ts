/**
 * Rendered texts on disk, one file each, so that a restart renders nothing again. It is a cache:
 * what cannot be read is rendered again, and what cannot be written is only logged.
 */
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '../../log.ts'
import { Line } from '../../workers/line.ts'
import type { RenderedText } from '../markdown-renderer.ts'

/** How long a failure is believed: another version of Node may have more room. */
const FAILURE_MS_MAX = 24 * 60 * 60 * 1000

interface RenderedFilesOptions {
  folder: string
  /** The renderer's version, which has a folder of its own. */
  version: string
  /** Bounds all files; a text added later than the last `tidy` counts towards the next. */
  bytesMax: number
  now(): number
  log: Log
}

export class RenderedFiles {
  readonly #options: RenderedFilesOptions
  readonly #writes = new Line()
  #written = 0
  #isFailing = false

  constructor(options: RenderedFilesOptions) {
    this.#options = options
  }

  /** Whether nothing was rendered by this version of the renderer before. */
  get isNew(): boolean {
    return !existsSync(this.#folder)
  }

  /** The kept text; undefined without one, and for a failure of yesterday. */
  read(key: string): RenderedText | undefined {
    try {
      // Somebody waits, and a file takes this thread less time than four promises for it.
      const body = readFileSync(this.#pathOf(key), 'utf8')
      return parseRendered(body, { key, now: this.#options.now() })
    } catch {
      return undefined
    }
  }

  has(key: string): boolean {
    return existsSync(this.#pathOf(key))
  }

  /** Writes later; a reader sees the whole file or none. */
  write(key: string, text: RenderedText): void {
    void this.#writes.run(() => this.#writeNow(key, text))
  }

  /** Removes what other versions left, and the oldest files beyond the bound. Never rejects. */
  async tidy(): Promise<void> {
    await this.#tidyNow().catch((error: unknown) => {
      this.#options.log.warn({ err: error }, 'The folder of rendered texts cannot be tidied')
    })
  }

  /** Waits for the writes under way. */
  close(): Promise<void> {
    return this.#writes.idle()
  }

  get #folder(): string {
    return join(this.#options.folder, this.#options.version)
  }

  #pathOf(key: string): string {
    return join(this.#folder, key.slice(0, 2), `${key}.json`)
  }

  async #writeNow(key: string, text: RenderedText): Promise<void> {
    const { now, bytesMax, log } = this.#options
    const path = this.#pathOf(key)
    const body = JSON.stringify({ key, at: now(), html: text.html, problem: text.problem })
    try {
      await mkdir(dirname(path), { recursive: true })
      // One process owns the folder, and it writes one file at a time.
      const temporary = join(dirname(path), `${key}.tmp`)
      await writeFile(temporary, body)
      await rename(temporary, path)
      this.#isFailing = false
      this.#written += body.length
      if (this.#written > bytesMax / 4) await this.#tidyNow()
    } catch (error) {
      if (!this.#isFailing) log.warn({ err: error }, 'Rendered texts cannot be stored on disk')
      this.#isFailing = true
    }
  }

  async #tidyNow(): Promise<void> {
    const { folder, version, bytesMax } = this.#options
    this.#written = 0
    for (const name of await readdir(folder).catch(() => [])) {
      if (name !== version) await rm(join(folder, name), { recursive: true, force: true })
    }
    const files = await listFiles(this.#folder)
    let bytes = files.reduce((sum, { size }) => sum + size, 0)
    if (bytes <= bytesMax) return
    files.sort((a, b) => a.mtimeMs - b.mtimeMs)
    for (const { path, size } of files) {
      if (bytes <= bytesMax / 2) break
      await rm(path, { force: true })
      bytes -= size
    }
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
