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

/** The build puts them beside the server. */
const FONT_FILES = [regular, semiBold, extraBold].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
const KEPT_MAX = 100
const WAITING_MAX = 50

/** Draws one picture at a time. */
export class Pictures {
  readonly #log: Log
  readonly #line = new Line({ lengthMax: WAITING_MAX })
  readonly #drawn = new LRUCache<string, Buffer>({
    max: KEPT_MAX,
    fetchMethod: (svg) => this.#line.run(() => render(svg)),
  })

  constructor(log: Log) {
    this.#log = log
  }

  /**
   * An SVG text as a PNG, in the size that it says.
   * @throws AppError 503 when this server cannot draw, or too many pictures are asked for at once.
   */
  async draw(svg: string): Promise<Buffer> {
    if (this.#line.isFull && !this.#drawn.has(svg)) throw unavailable()
    try {
      return await this.#drawn.forceFetch(svg)
    } catch (error) {
      this.#log.error({ err: error }, 'A picture could not be drawn')
      throw unavailable()
    }
  }
}

async function render(svg: string): Promise<Buffer> {
  // Native code, which not every machine can load.
  const { renderAsync } = await import('@resvg/resvg-js')
  // Scripts that Inter does not have come from the fonts of the machine.
  const font = { fontFiles: FONT_FILES, defaultFontFamily: 'Inter', loadSystemFonts: true }
  return (await renderAsync(svg, { font })).asPng()
}

function unavailable(): AppError {
  return new AppError(503, 'unavailable', 'The picture cannot be drawn at the moment.')
}
