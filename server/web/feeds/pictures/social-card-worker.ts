/**
 * Draws social cards and icons in a thread of its own: a card takes tens of milliseconds. The renderer is
 * native code; where it cannot be loaded, the thread ends with the reason.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import regular from '@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf'
import semiBold from '@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf'
import extraBold from '@expo-google-fonts/inter/800ExtraBold/Inter_800ExtraBold.ttf'
import { serveRequests } from '../../../workers/serve-requests.ts'
import { readFontMetrics } from './font-metrics.ts'
import { type AppIcon, appIconSvg } from './site-icon.ts'
import { plainTitle, type SocialCard, socialCardSvg } from './social-card-svg.ts'

const fontFiles = [regular, semiBold, extraBold].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
)

const { Resvg } = await import('@resvg/resvg-js')
const type = readFontMetrics(readFileSync(fontFiles[2] ?? ''))

serveRequests(
  (picture: SocialCard | AppIcon): Uint8Array =>
    'purpose' in picture ? new Resvg(appIconSvg(picture)).render().asPng() : drawCard(picture),
)

function drawCard(card: SocialCard): Uint8Array {
  const isForeign = [...plainTitle(card.title, '')].some((character) => !type.has(character))
  const font = {
    fontFiles,
    defaultFontFamily: 'Inter',
    // Other scripts come from what the machine has; looking costs more than drawing.
    loadSystemFonts: isForeign,
  }
  return new Resvg(socialCardSvg(card, type), { font }).render().asPng()
}
