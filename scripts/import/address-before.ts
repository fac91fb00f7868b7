/** Where a post stood on its old site when nothing in its front matter says so: the usual address. */
import { dirname } from 'node:path'
import type { SiteKind, SourcePost } from './source-post.ts'

type Placed = Pick<SourcePost, 'source' | 'name' | 'date'>

/** The address by the program's own rule; null where it has none. */
export function addressBefore({ source, name, date }: Placed, kind: SiteKind): string | null {
  if (kind === 'jekyll') return jekyllAddress({ source, name, date })
  if (kind === 'ghost') return `/${name}/`
  const root = ROOTS[kind]
  if (root === undefined) return null
  const isBundle = /(?:^|\/)index\.\w+$/.test(source)
  const folder = dirname(isBundle ? dirname(source) : source).replace(root, '')
  const address = `${folder === '.' ? '' : `/${folder}`}/${name}/`.replace(/\/{2,}/g, '/')
  // Hugo writes addresses in small letters.
  return kind === 'hugo' ? address.toLowerCase() : address
}

const ROOTS: Partial<Readonly<Record<SiteKind, RegExp>>> = {
  hugo: /^content\/?/,
  eleventy: /^(?:src|content|input)(?:\/|$)/,
  astro: /^src\/content\/?/,
}

/** `date`, the address of a site that sets none, here without categories. */
function jekyllAddress({ source, name, date }: Placed): string | null {
  const named = /(?:^|\/)(\d{4}-\d{2}-\d{2})-/.exec(source)?.[1] ?? date?.slice(0, 10)
  const [year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(named ?? '')?.slice(1) ?? []
  return day === undefined ? null : `/${year}/${month}/${day}/${name}.html`
}
