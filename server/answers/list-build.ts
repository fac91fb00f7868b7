/**
 * A long list on its way to gzip, read by everybody who asks for it meanwhile: each reader at its
 * own pace, the writing no further than a little ahead of the fastest. Only compressed bytes are
 * held, and they are what is kept in the end.
 */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, createGzip, type Gzip } from 'node:zlib'
import type { CompressedBody } from './cached-answer.ts'

/** Chunks, of 16 KiB at most, that may wait for the fastest reader. */
const CHUNKS_AHEAD_MAX = 16
const GZIP_LEVEL = 6
/** Bytes that gzip may hold before it and behind it; the default grows from one Node to the next. */
const GZIP_BYTES_AHEAD = 16 * 1024

/** A gzip stream that gives away what it has with every part written to it. */
export function createPromptGzip(): Gzip {
  const options = { level: GZIP_LEVEL, flush: constants.Z_SYNC_FLUSH }
  return createGzip({ ...options, ...{ highWaterMark: GZIP_BYTES_AHEAD } })
}

/** The parts of a text as a stream that runs no further ahead than one part. */
export function readableText(parts: AsyncIterable<string>): Readable {
  return Readable.from(parts, { highWaterMark: 1 })
}

export class ListBuild {
  readonly #chunks: Buffer[] = []
  readonly #ending = new AbortController()
  #isDone = false
  #readers = 0
  /** Chunks that the fastest reader has taken. */
  #taken = 0
  #changed = Promise.resolve()
  #tellChange = () => {}
  /** The whole body; rejects when the text fails, or when the last reader goes before its end. */
  readonly body: Promise<CompressedBody>

  constructor(text: AsyncIterable<string>) {
    this.#expectChange()
    this.body = this.#compress(text)
    // Readers hear of a failure by themselves.
    this.body.catch(() => this.#tell())
  }

  get isOver(): boolean {
    return this.#isDone || this.#ending.signal.aborted
  }

  /** Counts a reader until its output `stream` closes. */
  join(stream: NodeJS.EventEmitter): void {
    this.#readers += 1
    stream.once('close', () => {
      this.#readers -= 1
      if (this.#readers === 0 && !this.#isDone) this.#ending.abort()
    })
  }

  /** The compressed bytes from the first one on. @throws what the text throws. */
  async *read(): AsyncGenerator<Buffer> {
    for (let next = 0; ; next += 1) {
      if (next > this.#taken) {
        this.#taken = next
        this.#tell()
      }
      while (next >= this.#chunks.length && !this.isOver) await this.#changed
      const chunk = this.#chunks[next]
      if (chunk === undefined) {
        // Rejects where the text did not come to its end.
        await this.body
        return
      }
      yield chunk
    }
  }

  async #compress(text: AsyncIterable<string>): Promise<CompressedBody> {
    const hash = createHash('sha256')
    let length = 0
    async function* measured() {
      for await (const part of text) {
        hash.update(part)
        length += Buffer.byteLength(part)
        yield part
      }
    }
    const { signal } = this.#ending
    try {
      await pipeline(readableText(measured()), createPromptGzip(), (source) => this.#take(source), {
        signal,
      })
    } catch (error) {
      this.#ending.abort()
      throw error
    }
    this.#isDone = true
    this.#tell()
    return { bytes: Buffer.concat(this.#chunks), length, digest: hash.digest('base64url') }
  }

  async #take(source: AsyncIterable<Buffer>): Promise<void> {
    for await (const chunk of source) {
      this.#chunks.push(chunk)
      this.#tell()
      while (this.#chunks.length - this.#taken > CHUNKS_AHEAD_MAX && !this.isOver) {
        await this.#changed
      }
    }
  }

  #expectChange(): void {
    this.#changed = new Promise((resolve) => {
      this.#tellChange = resolve
    })
  }

  #tell(): void {
    this.#tellChange()
    this.#expectChange()
  }
}
