/** Renders social cards and icons as PNG with resvg, in its own threads. */
import { fileURLToPath } from 'node:url'
import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'
import semiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'
import extraBold from '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf'
import { AppError } from '../../../errors.ts'
import { JobQueue } from '../../../workers/job-queue.ts'

/** The build puts them beside the server. */
const FONT_FILES = [regular, semiBold, extraBold].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)
const UNAVAILABLE = 'The picture cannot be drawn at the moment.'
/** One picture is drawn at a time. */
const queue = new JobQueue({ lengthMax: 50 })

/** SVG as a PNG of its size. @throws AppError 503 if drawing fails or too many pictures wait */
export async function drawPicture(svg: string): Promise<Buffer> {
  if (queue.isFull) throw new AppError(503, 'unavailable', UNAVAILABLE)
  try {
    return await queue.run(() => render(svg))
  } catch (cause) {
    throw new AppError(503, 'unavailable', UNAVAILABLE, { cause })
  }
}

async function render(svg: string): Promise<Buffer> {
  // Imported here, since its native code may not load on every machine.
  const { renderAsync } = await import('@resvg/resvg-js')
  // For scripts that Inter does not cover, system fonts are used.
  const font = { fontFiles: FONT_FILES, defaultFontFamily: 'Inter', loadSystemFonts: true }
  return (await renderAsync(svg, { font })).asPng()
}
