/** The site's mark, four days of a heatmap, as `/favicon.svg`, and the web manifest that names it. */
import type { Site } from '#domain/site.ts'
import { DARK, LIGHT } from './palette.ts'
import { xmlText } from './xml-text.ts'

/** The mark in a square of `size` at `x`, `y`; drawn as on the pages' top bar. */
export function brandMark({ x, y, size }: { x: number; y: number; size: number }): string {
  const cell = size * 0.45
  const far = size - cell
  const radius = size * 0.1
  const cells = [
    [0, 0, 2],
    [far, 0, 3],
    [0, far, 1],
    [far, far, 4],
  ] as const
  return cells
    .map(
      ([dx, dy, level]) =>
        `<rect class="h${level}" x="${x + dx}" y="${y + dy}" width="${cell}" height="${cell}" rx="${radius}" fill="${DARK.heat[level]}"/>`,
    )
    .join('')
}

/** The icon's style sheet: its light colours. */
export const FAVICON_STYLE = `@media (prefers-color-scheme: light){.bg{fill:${LIGHT.bg}}${LIGHT.heat
  .map((color, level) => `.h${level}{fill:${color}}`)
  .join('')}}`

/** An icon that browsers show on light and dark tabs alike. */
export function faviconSvg(): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><style>${FAVICON_STYLE}</style><rect class="bg" width="64" height="64" rx="14" fill="${DARK.bg}"/>${brandMark({ x: 12, y: 12, size: 40 })}</svg>
`
}

/** The manifest as JSON text, for `/manifest.webmanifest`. */
export function webManifest(site: Site): string {
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
      { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'maskable' },
    ],
  })
}
