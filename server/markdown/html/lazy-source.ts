/**
 * Images and players that a script of their old site loads late: the address stands in another
 * attribute, and `src` is missing or a tiny placeholder. Here `loading="lazy"` does the same.
 */
import type { Element } from 'hast'

/** Where the scripts for it look; two names for a list of sizes. */
const LATE = ['dataSrc', 'dataLazySrc', 'dataOriginal'] as const
const LATE_SETS = ['dataSrcset', 'dataLazySrcset'] as const
const HAVE_SOURCE: ReadonlySet<string> = new Set(['img', 'video', 'audio', 'source'])

/** Gives what is loaded late its address; an image that has sizes alone gets the largest. */
export function placeLazySource(element: Element): void {
  const { tagName, properties } = element
  if (tagName === 'picture') lendSource(element)
  if (!HAVE_SOURCE.has(tagName)) return
  const set = firstText(LATE_SETS.map((name) => properties[name])) ?? firstText([properties.srcSet])
  const late = firstText(LATE.map((name) => properties[name]))
  if (tagName === 'source' && set !== null) properties.srcSet = set
  if (late !== null) properties.src = late
  else if (tagName === 'img' && set !== null && !hasAddress(properties.src)) {
    properties.src = largestOf(set)
  }
}

/** A browser shows an image without an address by the other forms of its picture. */
function lendSource({ children }: Element): void {
  const elements = children.filter((child) => child.type === 'element')
  const form = elements.find(({ tagName }) => tagName === 'source')?.properties
  const image = elements.find(({ tagName }) => tagName === 'img')?.properties
  if (!form || !image || hasAddress(image.src)) return
  image.srcSet ??= firstText(LATE_SETS.map((name) => form[name])) ?? form.srcSet
}

function hasAddress(src: unknown): boolean {
  return typeof src === 'string' && src.trim() !== '' && !src.trim().startsWith('data:')
}

/** `a.png 480w, b.png 960w` → `b.png` */
function largestOf(set: string): string {
  const candidates = set.split(/,\s+/).map((candidate) => candidate.trim().split(/\s+/))
  const size = ([, written = '1x']: string[]) => Number.parseFloat(written) || 0
  const [largest] = candidates.sort((a, b) => size(b) - size(a))
  return largest?.[0] ?? ''
}

function firstText(values: readonly unknown[]): string | null {
  const found = values.find((value) => typeof value === 'string' && value.trim() !== '')
  return typeof found === 'string' ? found : null
}
