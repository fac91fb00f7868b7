/**
 * Social cards and icons as PNG files, drawn when asked for, one at a time, in a worker that ends
 * when nobody asks any more. The last ones are kept; each is small and asked for in bursts.
 */
import { BoundedMap } from '../../../bounded-map.ts'
import { AppError } from '../../../errors.ts'
import type { Log } from '../../../log.ts'
import { SpareThread } from '../../../workers/spare-thread.ts'
import { workerFile } from '../../../workers/worker-file.ts'
import type { AppIcon } from './site-icon.ts'
import type { SocialCard } from './social-card-svg.ts'

export interface SocialCards {
  /**
   * The card as a PNG of 1200 × 630, or an icon in its size.
   * @throws AppError 503 when this server cannot draw, or too many cards are asked for at once.
   */
  draw(picture: SocialCard | AppIcon): Promise<Buffer>
  close(): Promise<void>
}

const CARDS_KEPT_MAX = 100
const CARDS_WAITING_MAX = 50
const DRAW_LIMITS = { cpuMs: 10_000, clockMs: 30_000 }
const IDLE_MS = 30_000

/** Creates the drawer; nothing is started before the first card. */
export function createSocialCards({
  log,
  worker = () => workerFile('web/feeds/pictures/social-card-worker'),
}: {
  log: Log
  worker?: () => Promise<URL>
}): SocialCards {
  return new ThreadedSocialCards(log, worker)
}

class ThreadedSocialCards implements SocialCards {
  readonly #log: Log
  readonly #thread: SpareThread<SocialCard | AppIcon, Uint8Array>
  readonly #drawn = new BoundedMap<string, Buffer>(CARDS_KEPT_MAX)
  readonly #pending = new Map<string, Promise<Buffer>>()

  constructor(log: Log, file: () => Promise<URL>) {
    this.#log = log
    this.#thread = new SpareThread({ file, jobsMax: CARDS_WAITING_MAX, spareMs: IDLE_MS, log })
  }

  async draw(picture: SocialCard | AppIcon): Promise<Buffer> {
    const key = JSON.stringify(picture)
    const known = this.#drawn.get(key) ?? this.#pending.get(key)
    if (known) return known
    if (this.#thread.isFull) throw unavailable()
    const drawn = this.#drawNow(picture, key)
    this.#pending.set(key, drawn)
    try {
      return await drawn
    } finally {
      this.#pending.delete(key)
    }
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #drawNow(picture: SocialCard | AppIcon, key: string): Promise<Buffer> {
    try {
      const png = Buffer.from(await this.#thread.lend((thread) => thread.run(picture, DRAW_LIMITS)))
      this.#drawn.set(key, png)
      return png
    } catch (error) {
      this.#log.error({ err: error }, 'A picture could not be drawn')
      throw unavailable()
    }
  }
}

function unavailable(): AppError {
  return new AppError(503, 'unavailable', 'The picture cannot be drawn at the moment.')
}
