/**
 * Renders a page as a complete html answer: React's markup, head, initial data and headers. It has
 * no inline scripts. Only the style sheet and a tiny script block the first paint: the script sets
 * the theme and loads the page's script after the first paint. A page can be read and used without
 * scripts.
 */

import { escapeXml } from '#domain/texts/escaped.ts'
import type { InitialData } from '../../client/data/query-store.ts'
import { headOf } from '../../client/start/head.ts'
import type { Page } from '../../client/start/page-table.ts'
import { renderApp } from '../../client/start/render-app.tsx'
import { type AnswerParts, PUBLIC_HEADERS } from '../answers/cached-answer.ts'
import type { Snapshot } from '../content/records.ts'
import type { QueryContext } from '../queries/query-context.ts'
import type { PageAddress } from './page-address.ts'
import { renderHead, scriptJson } from './render-head.ts'
import { ADMIN_PAGE_HEADERS, PRIVATE_PAGE_HEADERS } from './security-headers.ts'
import type { AssetManifest } from './static-files.ts'

interface PageInput extends Required<Pick<InitialData, 'answers' | 'failures'>> {
  statusCode: number
  address: PageAddress
  context: Pick<QueryContext, 'snapshot' | 'today' | 'siteUrl'>
  manifest: AssetManifest
}

/** Renders a page. @throws the error of a component */
export function renderPage(input: PageInput): AnswerParts {
  const { address, manifest, context, answers, failures } = input
  const { path, search, params, page } = address
  const { today, snapshot, siteUrl } = context
  const { site } = snapshot
  const initial: InitialData = { today, site, siteUrl, answers, failures }
  const query = new URLSearchParams(search)
  const answer = (path: string) => answers[path]
  const head = headOf({ page, params, path, search: query, today, site, siteUrl, answer })
  const place = { site, siteUrl, page, params }
  const { script, sheet } = page.component === null ? manifest.panel : manifest.site
  const html = `<!doctype html>
<html lang="${escapeXml(site.language)}" data-theme="dark">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="manifest" href="/manifest.webmanifest">
<script src="${manifest.beforePaint}" data-script="${script}"></script>
<link rel="stylesheet" href="${sheet}">
<link rel="preload" href="${manifest.fonts[0]}" as="font" type="font/woff2" crossorigin>${ownSheets(page, snapshot)}
${renderHead(head, place)}
</head>
<body>
<div id="root">${renderApp(initial, { path, search })}</div>
<script type="application/json" id="initial-data">${scriptJson(initial, withoutMarkdown)}</script>
</body>
</html>
`
  return { statusCode: input.statusCode, headers: pageHeaders(page), body: Buffer.from(html) }
}

/** The author's accent and, on public pages, style sheet. */
function ownSheets({ component }: Page, { site, style }: Snapshot): string {
  const sheets = [site.accent && '/accent.css', style !== null && component && '/style.css']
  return sheets.map((href) => (href ? `\n<link rel="stylesheet" href="${href}">` : '')).join('')
}

/** Omits the markdown of posts, which no public screen reads. */
const withoutMarkdown = (key: string, value: unknown) => (key === 'content' ? undefined : value)

/** Private pages are not cached. */
function pageHeaders({ name, component }: Page): Record<string, string> {
  const headers = name === 'preview' ? PRIVATE_PAGE_HEADERS : PUBLIC_HEADERS
  return {
    'content-type': 'text/html; charset=utf-8',
    ...(component === null ? ADMIN_PAGE_HEADERS : headers),
  }
}
