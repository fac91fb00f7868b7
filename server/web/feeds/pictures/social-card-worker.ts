/**
 * Draws social cards in a thread of its own: a card takes tens of milliseconds. The renderer is
 * native code; where it cannot be loaded, the thread says so instead of starting.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'
import semiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'
import extraBold from '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf'
import { readFontMetrics } from './font-metrics.ts'
import { plainTitle, type SocialCard, socialCardSvg } from './social-card-svg.ts'

export type CardMessage =
  | { type: 'ready' }
  | { type: 'drawn'; png: Uint8Array }
  /** The card could not be drawn, or none can when it comes first. */
  | { type: 'failed'; message: string }

const fontFiles = [regular, semiBold, extraBold].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

const port = parentPort
if (port) {
  try {
    const { Resvg } = await import('@resvg/resvg-js')
    const type = readFontMetrics(readFileSync(fontFiles[2] ?? ''))
    const draw = (card: SocialCard): Uint8Array => {
      const isForeign = [...plainTitle(card.title, '')].some((character) => !type.has(character))
      const font = {
        fontFiles,
        defaultFontFamily: 'Inter',
        // Other scripts come from what the machine has; looking costs more than drawing.
        loadSystemFonts: isForeign,
      }
      return new Resvg(socialCardSvg(card, type), { font }).render().asPng()
    }
    port.on('message', (card: SocialCard) => {
      try {
        port.postMessage({ type: 'drawn', png: draw(card) } satisfies CardMessage)
      } catch (error) {
        port.postMessage({ type: 'failed', message: String(error) } satisfies CardMessage)
      }
    })
    port.postMessage({ type: 'ready' } satisfies CardMessage)
  } catch (error) {
    port.postMessage({ type: 'failed', message: String(error) } satisfies CardMessage)
  }
}
