/** Asks a server for every public address, and writes the answers as files. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  decoded,
  FILE_PATHS,
  OPTIONAL_FILE_PATHS,
  postPath,
  projectCardPath,
  projectPath,
  tagPath,
} from '#domain/addresses.ts'
import type { App } from '../../../server/app.ts'
import { xml } from '../../../server/web/xml.ts'
import { appendPart, moreAddress, staticHtml } from './static-page.ts'

/** For reading the history, and for rendering a text. */
const WAIT_MS_MAX = 60_000
const POLL_MS = 100

/** The base is the site's path without a trailing slash. */
type Target = Readonly<Record<'folder' | 'origin' | 'base', string>>

export class SiteWriter {
  readonly #app: App
  readonly #target: Target
  #server = ''
  /** Decoded paths of pages, by which links are resolved. */
  readonly #pages = new Set<string>()
  /** Paths of other files, but of the installed site; what a page shows is added. */
  readonly #files = new Set<string>(
    FILE_PATHS.filter((path) => !/\.(?:webmanifest|ico)$/.test(path)),
  )
  readonly written = new Set<string>()
  /** Addresses with the reason. */
  readonly failures: string[] = []
  /** Aliases that no plain host can serve. */
  readonly unserved: string[] = []

  constructor(app: App, target: Target) {
    this.#app = app
    this.#target = target
  }

  async writeAll(): Promise<void> {
    const { store } = this.#app
    this.#server = await this.#app.listen()
    const isRead = async () => store.snapshot().facts ?? !(await store.repository.head())
    for (let ms = 0; !(await isRead()) && ms < WAIT_MS_MAX; ms += POLL_MS) await sleep(POLL_MS)
    const { pages, renames, publicPosts, lists, projects, projectRenames } = store.snapshot()
    const urls =
      (await (await this.#ask('/sitemap.xml')).text()).match(/(?<=<loc>).*?(?=<\/loc>)/g) ?? []
    const pathOf = (url: string) => url.slice(`${this.#target.origin}${this.#target.base}`.length)
    // The sitemap leaves out lists without a file, to which menus lead, and copies of posts.
    const posts = publicPosts.map(({ id }) => postPath(id))
    const addresses = new Set([...urls.map(pathOf), ...posts, ...pages.keys()])
    for (const path of OPTIONAL_FILE_PATHS) {
      if ((await fetch(this.#server + path)).ok) this.#files.add(path)
    }
    const redirects = new Map<string, string>()
    const aliases = [
      ...[...pages.values()].flatMap((page) => page.aliases),
      ...[...projectRenames.keys()].map((id) => `/projects/${id}`),
    ]
    for (const name of [...lists().aliases.keys(), ...renames.keys(), ...aliases]) {
      const old = name.replace(`${this.#target.origin}/`, '/')
      if (/\?|:\/\//.test(old)) {
        this.unserved.push(name)
        continue
      }
      const address = old.startsWith('/') ? encodeURI(old) : postPath(old)
      const { headers } = await fetch(this.#server + address, { redirect: 'manual' })
      const location = headers.get('location')
      if (location !== null) redirects.set(address, location)
    }
    const paths = [...addresses, ...redirects.keys()]
    for (const path of paths) this.#pages.add(keyOf(path))
    for (const { id } of publicPosts) this.#files.add(`/og/${encodeURIComponent(id)}.png`)
    for (const { id } of projects) {
      this.#files.add(projectCardPath(id)).add(`${projectPath(id)}/feed.xml`)
    }
    for (const address of addresses) await this.#writePage(address, this.#page(address))
    // There may be a page `/404`.
    await this.#writePage('/404', this.#page('//', 404), '.html')
    for (const [address, to] of redirects) {
      await this.#writePage(address, this.#redirect(to))
      // The old address may have been that of a file, `/2019/05/old-post.html`.
      await this.#writePage(address, this.#redirect(to), '.html')
    }
    // GitHub's pages leave out folders with a dot.
    await this.#write('/.nojekyll', async () => '')
    for (const address of this.#files) await this.#write(address, () => this.#file(address))
  }

  /** Writes a file unless it is as it should be. */
  async #write(address: string, make: () => Promise<string | Uint8Array>): Promise<void> {
    try {
      const bytes = Buffer.from(await make())
      const path = normalize(`/${decoded(address)}`)
      const place = join(this.#target.folder, path)
      this.written.add(path)
      if (existsSync(place) && readFileSync(place).equals(bytes)) return
      mkdirSync(dirname(place), { recursive: true })
      writeFileSync(place, bytes)
    } catch (error) {
      this.failures.push(`${address}: ${error instanceof Error ? error.message : error}`)
    }
  }

  async #writePage(address: string, page: string | Promise<string>, file = '/index.html') {
    const linkTo = (link: string) => this.#linkTo(link, address)
    await this.#write(address + file, async () => staticHtml(await page, linkTo))
  }

  /** A page with complete lists. */
  async #page(address: string, status?: number): Promise<string> {
    const query = address === '/projects' ? '?active=1000000&completed=1000000' : ''
    let html = await (await this.#ask(address + query, status)).text()
    for (let next = moreAddress(html); next !== null; next = moreAddress(html)) {
      html = appendPart(html, await (await this.#ask(next)).text())
    }
    return html
  }

  async #redirect(to: string): Promise<string> {
    const { origin, base } = this.#target
    return xml`<!doctype html><meta charset="utf-8"><title>Moved</title>
<link rel="canonical" href="${origin}${base}${to}">
<meta http-equiv="refresh" content="0; url=${base}${to}/">
<p><a href="${to}">This page has moved.</a></p>`.text
  }

  async #file(address: string): Promise<string | Uint8Array> {
    const bytes = Buffer.from(await (await this.#ask(address)).arrayBuffer())
    if (!address.endsWith('.css')) return bytes
    return String(bytes).replace(
      /\/(?:assets|media)\/[^\s"')]+/g,
      (path) => this.#linkTo(path, '/') ?? path,
    )
  }

  /** The address in the export for a link on a page; null if the export has nothing there. */
  #linkTo(link: string, page: string): string | null {
    const { origin, base } = this.#target
    const url = URL.canParse(link, origin + page) ? new URL(link, origin + page) : null
    // Canonical links and those to feeds are complete.
    const isComplete = link.startsWith('#') || `${link}/`.startsWith(`${origin}${base}/`)
    if (url?.origin !== origin || isComplete) return link
    const tag = url.searchParams.get('tag')
    const { tagNamed } = this.#app.store.snapshot()
    const path = tag === null ? url.pathname : tagPath(tagNamed(tag).id)
    if (this.#pages.has(keyOf(path))) return `${base}${path.replace(/\/$/, '')}/${url.hash}`
    if (/^\/(?:assets|media)\//.test(url.pathname)) this.#files.add(url.pathname)
    return this.#files.has(url.pathname) ? base + url.pathname : null
  }

  /** The final answer: one with a text that is not rendered yet is not to be stored. */
  async #ask(address: string, status = 200): Promise<Response> {
    for (let ms = 0; ; ms += POLL_MS) {
      const answer = await fetch(this.#server + address, { redirect: 'manual' })
      if (answer.status !== status) throw new Error(`status ${answer.status}`)
      if (answer.headers.get('cache-control') !== 'no-store' || ms > WAIT_MS_MAX) return answer
      await sleep(POLL_MS)
    }
  }
}

/** Decoded path of a page, without a trailing slash. */
const keyOf = (path: string) => decoded(path).normalize('NFC').replace(/\/+$/, '')
