/** Renders social cards and icons as PNG with resvg, in its own threads. */
import { fileURLToPath } from 'node:url'
import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'
import semiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'
import extraBold from '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf'
import { AppError } from '../../../errors.ts'
import type { Log } from '../../../log.ts'
import { JobQueue } from '../../../workers/job-queue.ts'

/** The build puts them beside the server. */
const FONT_FILES = [regular, semiBold, extraBold].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
const WAITING_MAX = 50
const UNAVAILABLE = 'The picture cannot be drawn at the moment.'

/** Renders one picture at a time. */
export class Pictures {
  readonly #log: Log
  readonly #queue = new JobQueue({ lengthMax: WAITING_MAX })

  constructor(log: Log) {
    this.#log = log
  }

  /**
   * Renders SVG as a PNG of the same size.
   * @throws AppError 503 if rendering fails or the queue is full
   */
  async draw(svg: string): Promise<Buffer> {
    if (this.#queue.isFull) throw new AppError(503, 'unavailable', UNAVAILABLE)
    try {
      return await this.#queue.run(() => render(svg))
    } catch (error) {
      this.#log.error({ err: error }, 'A picture could not be drawn')
      throw new AppError(503, 'unavailable', UNAVAILABLE)
    }
  }
}

async function render(svg: string): Promise<Buffer> {
  // Imported here, since its native code may not load on every machine.
  const { renderAsync } = await import('@resvg/resvg-js')
  // For scripts that Inter does not cover, system fonts are used.
  const font = { fontFiles: FONT_FILES, defaultFontFamily: 'Inter', loadSystemFonts: true }
  return (await renderAsync(svg, { font })).asPng()
}
