/** Warnings about links and images in texts that point into the site and find nothing. */

import type { Nodes } from 'mdast'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { visit } from 'unist-util-visit'
import { decoded } from '#domain/addresses.ts'
import { tagKey } from '#domain/tag.ts'
import type { ContentCheck, ContentSettings } from '../../server/content/check-content.ts'
import { fileIdOf } from '../../server/content/files/content-paths.ts'
import { findImage } from '../../server/content/files/media-files.ts'
import { quoted } from '../../server/content/formats/fields.ts'
import { oldAddress } from '../../server/content/formats/post-id.ts'
import { lineAt } from '../../server/content/formats/text-bytes.ts'
import { NO_HISTORY } from '../../server/content/index/build-snapshot.ts'
import type { Problem } from '../../server/content/problem.ts'
import type { Snapshot } from '../../server/content/records.ts'
import { linesAbove } from './text-warnings.ts'

const markdown = unified().use(remarkParse).use(remarkGfm).freeze()
const HTML_ADDRESS = /\s(?:href|src|poster)\s*=\s*["']?([^"'\s>]+)/gi
/** Most texts have no link without a scheme. */
const MAY_LINK = new RegExp(`\\](?:\\(|:)\\s*<?(?![a-z]+:|#)|${HTML_ADDRESS.source}`, 'i')

/** What the warnings need beside the check: files, and the committed content. */
export interface CheckSources {
  bytesOf(path: string): Uint8Array
  /** @throws CommandError if the commits cannot be read */
  clone(): Promise<Snapshot>
}

/** Warnings in the order of the files, then by line. */
export async function linkWarnings(
  { texts, addresses }: ContentCheck,
  { contentDir, siteUrl }: ContentSettings,
  { bytesOf, clone }: CheckSources,
): Promise<Problem[]> {
  const site = siteUrl ?? 'http://site.invalid'
  const isFound = async ({ origin, pathname, searchParams }: URL) => {
    const path = decoded(pathname)
      .normalize('NFC')
      .replace(/(?<=.)\/+$/, '')
    // What the server makes on demand is not looked for.
    if (origin !== site || /^\/(?:api|og|preview)\//.test(path)) return true
    const tags = searchParams.getAll('tag').map((name) => `?tag=${tagKey(name)}`)
    if (!tags.every((tag) => addresses.has(tag))) return false
    if (addresses.has(path) || addresses.has(oldAddress(path) ?? '')) return true
    const [, folder, name = ''] = path.split(/^\/(media|post|projects)\//)
    if (folder === 'media') return (await findImage(contentDir, name)) !== null
    const committed = await clone().catch(() => NO_HISTORY)
    return (folder === 'projects' ? committed.projectRenames : committed.renames).has(name)
  }
  const warnings: Problem[] = []
  for (const { path: file, content } of texts) {
    if (!MAY_LINK.test(content) && !content.includes(site)) continue
    const page = `${site}${file.startsWith('posts/') ? '/post' : ''}/${fileIdOf(file)}`
    const offset = linesAbove(content, bytesOf(file))
    for (const [link, line] of linksIn(content)) {
      if (!URL.canParse(link, page) || (await isFound(new URL(link, page)))) continue
      warnings.push({
        file,
        line: offset + line,
        reason: `The link ${quoted(link)} leads nowhere.`,
      })
    }
  }
  return warnings
}

function linksIn(content: string): [link: string, line: number][] {
  const links: [string, number][] = []
  visit(markdown.parse(content), (node: Nodes) => {
    const line = node.position?.start.line ?? 1
    if ('url' in node) links.push([node.url, line])
    const html = node.type === 'html' ? node.value : ''
    for (const { 1: link = '', index } of html.matchAll(HTML_ADDRESS)) {
      links.push([link, line + lineAt(html, index) - 1])
    }
  })
  return links
}
