/**
 * The html text around a rendered page. Nothing in it runs inline and nothing blocks the first
 * paint but the style sheet and the script of a few bytes that sets the theme.
 */

import type { Seed } from '../../client/start/initial-data.ts'
import { escapeHtml, scriptJson } from '../../client/start/render-head.ts'
import type { AssetManifest } from './assets.ts'

interface DocumentParts {
  /** Language of the site's text, `en`. */
  language: string
  /** Tags of the head as text: title, metadata, feeds. */
  head: string
  /** React's markup of the page. */
  body: string
  seed: Seed
  manifest: AssetManifest
  /** Modules that the page needs beside the entry, as addresses. */
  pageModules: readonly string[]
}

/** A complete html document. */
export function renderDocument(parts: DocumentParts): string {
  const { manifest } = parts
  return `<!doctype html>
<html lang="${escapeHtml(parts.language)}" data-theme="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="manifest" href="/manifest.webmanifest">
<script src="${manifest.theme}"></script>
${styles(parts)}
${fontPreload(manifest)}${parts.head}
${modules(parts)}</head>
<body>
<div id="root">${parts.body}</div>
<script type="application/json" id="seed">${scriptJson(parts.seed)}</script>
</body>
</html>
`
}

const isSheet = (address: string) => address.endsWith('.css')

function styles({ manifest, pageModules }: DocumentParts): string {
  return [...manifest.css, ...pageModules.filter(isSheet)]
    .map((address) => `<link rel="stylesheet" href="${address}">`)
    .join('\n')
}

/** One font at most is worth waiting for. */
function fontPreload({ fonts }: AssetManifest): string {
  const [font] = fonts
  return font ? `<link rel="preload" href="${font}" as="font" type="font/woff2" crossorigin>\n` : ''
}

/** Module scripts wait for the parsed document by themselves. */
function modules({ manifest, pageModules }: DocumentParts): string {
  const preloads = [...new Set([...manifest.preloads, ...pageModules])]
    .filter((address) => !isSheet(address))
    .map((address) => `<link rel="modulepreload" href="${address}">\n`)
    .join('')
  return `${preloads}<script type="module" src="${manifest.entry}"></script>\n`
}
