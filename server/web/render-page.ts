/** A page as a finished html answer: React's markup, the head, the initial data, and the headers. */
import { headOf } from '../../client/start/head.ts'
import type { InitialData } from '../../client/start/initial-data.ts'
import { renderApp } from '../../client/start/render-app.tsx'
import type { AnswerParts } from '../answers/cached-answer.ts'
import { publicHeaders } from '../answers/public-headers.ts'
import type { Generation } from '../queries/generation.ts'
import type { AssetManifest } from './assets.ts'
import { feedLinksOf } from './feed-links.ts'
import type { PageAddress } from './page-address.ts'
import type { PageAnswers } from './page-answers.ts'
import { renderDocument } from './render-document.ts'
import { escapeHtml, renderHead } from './render-head.ts'
import { adminPageHeaders, type HeaderMap, privatePageHeaders } from './security-headers.ts'

interface PageInput extends PageAnswers {
  statusCode: number
  address: PageAddress
  generation: Generation
  manifest: AssetManifest
  /** The site's own address without a trailing slash. */
  siteUrl: string
  securityHeaders: HeaderMap
}

const HTML_TYPE = 'text/html; charset=utf-8'

/** Renders a page. @throws Error when a component of it does. */
export async function renderPage(input: PageInput): Promise<AnswerParts> {
  const { address, manifest, generation, siteUrl, answers } = input
  const { path, search, params, entry } = address
  const { site } = generation.snapshot
  const initial: InitialData = {
    today: generation.today,
    site,
    siteUrl,
    answers,
    failures: input.failures,
  }
  const body = renderApp(initial, { path, search })
  const headInput = {
    page: entry,
    params,
    answer: (query: string) => answers[query],
    site,
    siteUrl,
    path,
    search: new URLSearchParams(search),
    today: generation.today,
  }
  const head = headOf(headInput)
  const html = renderDocument({
    language: site.language,
    head: renderHead(head, {
      ...{ site, siteUrl },
      feeds: feedLinksOf(headInput),
    }),
    body,
    initial,
    manifest,
    page: entry.component === null ? manifest.panel : manifest.site,
  })
  const headers = pageHeaders(input)
  return {
    statusCode: input.statusCode,
    headers,
    body: Buffer.from(html),
  }
}

/** The page of last resort: no part of the site's own screens can be relied on. */
export function renderFaultPage({
  manifest,
  securityHeaders,
  brand,
}: {
  manifest: AssetManifest
  securityHeaders: HeaderMap
  brand: string
}): AnswerParts {
  const html = `<!doctype html>
<html lang="en" data-theme="dark">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>Something went wrong | ${escapeHtml(brand)}</title>
<script src="${manifest.beforePaint}"></script><link rel="stylesheet" href="${manifest.site.sheet}"></head>
<body><main id="main" class="page"><h1 class="page-title">Something went wrong</h1>
<p>This page could not be shown. Please try again.</p><p><a href="/">Back to Home</a></p></main></body>
</html>
`
  return {
    statusCode: 500,
    headers: { 'content-type': HTML_TYPE, 'cache-control': 'no-store', ...securityHeaders },
    body: Buffer.from(html),
  }
}

/** Private pages are kept nowhere; nor is what went wrong, so that it passes with its cause. */
function pageHeaders({ address, statusCode, generation, securityHeaders }: PageInput): HeaderMap {
  const { name, component } = address.entry
  const type = { 'content-type': HTML_TYPE }
  if (name === 'preview') return { ...type, ...privatePageHeaders(securityHeaders) }
  if (component === null) {
    const own = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow' }
    return { ...type, ...own, ...adminPageHeaders(securityHeaders) }
  }
  const keeping = statusCode >= 500 ? { 'cache-control': 'no-store' } : publicHeaders(generation)
  return { ...type, ...keeping, ...securityHeaders }
}
