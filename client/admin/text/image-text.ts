/** How images come into a text. Pure: the editor applies what comes out. */
import { IMAGE_BYTES_MAX, IMAGE_TYPES } from '#domain/image.ts'
import type { Edit } from './text-commands.ts'

/**
 * An image in markdown. @param alt what it shows, as a person wrote it or a text has it; empty for
 * what only decorates
 */
export const imageMarkdown = (alt: string, address: string) => `![${alt}](${address})`

/** What a person wrote, as the alt text of an image in markdown. */
const altMarkdown = (words: string) =>
  words
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\[\]]/g, '\\$&')

/** Puts an image at a position: in a line of text inside it, else as a paragraph of its own. */
export function imageEdit(
  text: string,
  position: number,
  { address, words }: { address: string; words: string },
): Edit {
  const before = text.slice(0, position)
  const after = text.slice(position)
  const isInLine = /[^\n]$/.test(before) && /^[^\n]/.test(after)
  const opening = isInLine || before === '' ? '' : '\n'.repeat(missingNewlines(before))
  const closing = isInLine || after === '' ? '' : '\n'.repeat(2 - leadingNewlines(after))
  const image = imageMarkdown(altMarkdown(words), address)
  const end = position + opening.length + image.length
  return {
    from: position,
    to: position,
    insert: opening + image + closing,
    start: end,
    end,
  }
}

/** Gives the first image of an address other words; null when the text has none, or has the words. */
export function altEdit(text: string, address: string, words: string): Edit | null {
  const to = text.indexOf(`](${address}`)
  const opening = to < 0 ? -1 : text.lastIndexOf('![', to)
  if (opening < 0) return null
  const from = opening + 2
  const insert = altMarkdown(words)
  const end = from + insert.length
  return text.slice(from, to) === insert ? null : { from, to, insert, start: end, end }
}

const missingNewlines = (before: string) => 2 - Math.min(2, /\n*$/.exec(before)?.[0].length ?? 0)
const leadingNewlines = (after: string) => Math.min(2, /^\n*/.exec(after)?.[0].length ?? 0)

/** Where a position of a text is after one part of the text was changed: behind what came there. */
export function movedPosition(before: string, after: string, position: number): number {
  const most = Math.min(before.length, after.length)
  let ending = 0
  while (ending < most && before.at(-1 - ending) === after.at(-1 - ending)) ending += 1
  if (position >= before.length - ending) return position + after.length - before.length
  let opening = 0
  while (opening < most - ending && before[opening] === after[opening]) opening += 1
  return position <= opening ? position : after.length - ending
}

/** Why a file cannot be added, in a sentence; null when it can be tried. */
export function imageFault({ type, size }: Pick<File, 'type' | 'size'>): string | null {
  const types: readonly string[] = IMAGE_TYPES
  if (!types.includes(type)) return 'Only PNG, JPEG, WebP, GIF and AVIF images can be added.'
  return size > IMAGE_BYTES_MAX ? 'The image is larger than 10 MiB.' : null
}

/** Html in which images that are not published yet come from where `addresses` has them. */
export function withWaitingImages(html: string, addresses: ReadonlyMap<string, string>): string {
  return html.replace(
    /(<img src=")([^"]+)/g,
    (_, start: string, address: string) => start + (addresses.get(address) ?? address),
  )
}
