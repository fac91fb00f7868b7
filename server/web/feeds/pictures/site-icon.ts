/** The site's logo, four days of a heatmap: `/favicon.svg`, icons, and the web manifest. */
import type { FilePath } from '#domain/addresses.ts'
import { xmlText } from '#domain/texts/escaped.ts'
import type { QueryContext } from '../../../queries/query-context.ts'
import { type Markup, xml } from '../../xml.ts'
import { DARK, LIGHT_STYLE } from './palette.ts'

/** The logo in a square of `size` at `x`, `y`, as in the pages' top bar. */
export function brandMark({ x, y, size }: { x: number; y: number; size: number }): Markup[] {
  const cell = size * 0.45
  const offset = size - cell
  const radius = size * 0.1
  const cells = [
    [0, 0, 2],
    [offset, 0, 3],
    [0, offset, 1],
    [offset, offset, 4],
  ] as const
  return cells.map(
    ([dx, dy, level]) =>
      xml`<rect class="h${level}" x="${x + dx}" y="${y + dy}" width="${cell}" height="${cell}"
  rx="${radius}" fill="${DARK.heat[level]}"/>`,
  )
}

/** An icon of the installed site; the system crops a `maskable` one to its own shape. */
interface AppIcon {
  size: number
  purpose: 'any' | 'maskable'
}

export const APP_ICONS = [
  { path: '/icon-192.png', size: 192, purpose: 'any' },
  { path: '/icon-512.png', size: 512, purpose: 'any' },
  { path: '/icon-maskable-512.png', size: 512, purpose: 'maskable' },
] as const satisfies readonly (AppIcon & { path: FilePath })[]
/** iOS requests it by this name, without the manifest. */
export const TOUCH_ICON = { path: '/apple-touch-icon.png', size: 180, purpose: 'maskable' } as const

interface IconSource {
  style?: string
  /** The author's icon, a PNG. */
  image?: Buffer | null
}

/** The icon as SVG text. A maskable logo is in the safe zone, a circle of 80 %. */
export function appIconSvg({ size, purpose }: AppIcon, source: IconSource = {}): string {
  const { style = '', image = null } = source
  const [mark, radius] = purpose === 'maskable' ? [32, 0] : [40, 14]
  const start = (64 - mark) / 2
  const ground = xml`<rect class="bg" width="64" height="64" rx="${radius}" fill="${DARK.bg}"/>`
  const picture = image ? [imageElement(image)] : brandMark({ x: start, y: start, size: mark })
  // The author's icon may be see-through.
  const drawing = image && purpose === 'any' ? picture : [ground, ...picture]
  return xml`<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"
  viewBox="0 0 64 64"><style>${style}</style>${drawing}</svg>
`.text
}

const imageElement = (png: Buffer) =>
  xml`<image width="64" height="64" href="data:image/png;base64,${png.toString('base64')}"/>`

/** The favicon as SVG, for light and dark tabs. */
export const faviconSvg = (image: Buffer | null): string =>
  appIconSvg({ size: 64, purpose: 'any' }, { style: LIGHT_STYLE, image })

/** The web manifest as JSON text. */
export function webManifest({ snapshot: { site } }: Pick<QueryContext, 'snapshot'>): string {
  return JSON.stringify({
    id: '/',
    name: xmlText(site.title),
    short_name: xmlText(site.brand),
    description: xmlText(site.description),
    lang: site.language,
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: DARK.bg,
    theme_color: DARK.bg,
    icons: [
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ...APP_ICONS.map(({ path, size, purpose }) => ({
        src: path,
        sizes: `${size}x${size}`,
        type: 'image/png',
        purpose,
      })),
    ],
    // A page shared with the installed site opens as a new link post.
    share_target: {
      action: '/admin/blog',
      method: 'GET',
      enctype: 'application/x-www-form-urlencoded',
      params: { title: 'title', text: 'text', url: 'url' },
    },
  })
}
