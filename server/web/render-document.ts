/**
 * The html text around a rendered page. Nothing in it runs inline and nothing blocks the first
 * paint but the style sheet and a script of a few bytes, which sets the theme and asks for the
 * page's script once something is painted: a page can be read and used without them.
 */

import type { InitialData } from '../../client/start/initial-data.ts'
import type { AssetManifest, PageAssets } from './assets.ts'
import { escapeHtml, scriptJson } from './render-head.ts'

interface DocumentParts {
  /** Language of the site's text, `en`. */
  language: string
  /** Tags of the head as text: title, metadata, feeds. */
  head: string
  /** React's markup of the page. */
  body: string
  initial: InitialData
  manifest: AssetManifest
  page: PageAssets
}

/** A complete html document. */
export function renderDocument(parts: DocumentParts): string {
  const { manifest, page } = parts
  return `<!doctype html>
<html lang="${escapeHtml(parts.language)}" data-theme="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="manifest" href="/manifest.webmanifest">
<script src="${manifest.beforePaint}" data-script="${page.script}"></script>
<link rel="stylesheet" href="${page.sheet}">
${fontPreload(manifest)}${parts.head}
</head>
<body>
<div id="root">${parts.body}</div>
<script type="application/json" id="initial-data">${scriptJson(parts.initial, withoutMarkdown)}</script>
</body>
</html>
`
}

/** One font at most is worth waiting for. */
function fontPreload({ fonts }: AssetManifest): string {
  const [font] = fonts
  return font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>\n` : ''
}

/** No public screen reads the markdown of a post. */
const withoutMarkdown = (key: string, value: unknown) => (key === 'content' ? undefined : value)
