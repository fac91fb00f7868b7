/**
 * Social cards and icons as PNG files, drawn by resvg in its own threads. The last ones are kept:
 * each is small and asked for in bursts.
 */
import { fileURLToPath } from 'node:url'
import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'
import semiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'
import extraBold from '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf'
import { LRUCache } from 'lru-cache'
import { AppError } from '../../../errors.ts'
import type { Log } from '../../../log.ts'
import { Line } from '../../../workers/line.ts'
import { type AppIcon, appIconSvg } from './site-icon.ts'
import { isInFont, type SocialCard, socialCardSvg } from './social-card.ts'

/** The build puts them beside the server. */
const FONT_FILES = [regular, semiBold, extraBold].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
const KEPT_MAX = 100
const WAITING_MAX = 50

/** Draws one picture at a time. */
export class Pictures {
  readonly #log: Log
  readonly #drawn = new LRUCache<string, Promise<Buffer>>({ max: KEPT_MAX })
  readonly #line = new Line({ lengthMax: WAITING_MAX })

  constructor(log: Log) {
    this.#log = log
  }

  /**
   * A card as a PNG of 1200 × 630, or an icon in its size.
   * @throws AppError 503 when this server cannot draw, or too many pictures are asked for at once.
   */
  draw(picture: SocialCard | AppIcon): Promise<Buffer> {
    const key = JSON.stringify(picture)
    const known = this.#drawn.get(key)
    if (known) return known
    if (this.#line.isFull) return Promise.reject(unavailable())
    const drawn = this.#line
      .run(() => render(picture))
      .catch((error: unknown) => {
        this.#drawn.delete(key)
        this.#log.error({ err: error }, 'A picture could not be drawn')
        throw unavailable()
      })
    this.#drawn.set(key, drawn)
    return drawn
  }
}

async function render(picture: SocialCard | AppIcon): Promise<Buffer> {
  // Native code, which not every machine can load.
  const { renderAsync } = await import('@resvg/resvg-js')
  if ('purpose' in picture) return (await renderAsync(appIconSvg(picture))).asPng()
  const font = {
    fontFiles: FONT_FILES,
    defaultFontFamily: 'Inter',
    // Other scripts come from what the machine has; looking costs more than drawing.
    loadSystemFonts: !isInFont(picture.title),
  }
  return (await renderAsync(socialCardSvg(picture), { font })).asPng()
}

function unavailable(): AppError {
  return new AppError(503, 'unavailable', 'The picture cannot be drawn at the moment.')
}
