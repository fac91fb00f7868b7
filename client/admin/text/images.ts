/**
 * Images into a text: a placeholder stands where the image will, and is replaced once the server has
 * it, with the caret in the alt text.
 */
import { type AddedImage, IMAGE_BYTES_MAX } from '#domain/image.ts'
import { ApiError, call, sentenceOf } from '../../data/api-client.ts'
import { addToast } from '../../state/toasts.ts'
import { applyBeside, applyEdit, type Edit } from './text-commands.ts'

/** A text with one of these waits for an image, or did not get it. */
const PLACEHOLDER = /!\[Uploading [^\]\n]*…\]\(\)/

/** Whether an image of the text is still on its way, or did not arrive. */
export const hasPlaceholder = (text: string) => PLACEHOLDER.test(text)

/** Puts images into the text, one after another; the server refuses other files. Never rejects. */
export async function addImages(
  area: HTMLTextAreaElement,
  files: readonly File[],
  position: number,
): Promise<void> {
  const images = files.map((file) => ({ file, placeholder: placeholderOf(file.name) }))
  const texts = images.map(({ placeholder }) => placeholder).join('\n\n')
  applyEdit(area, insertEdit(area.value, position, texts))
  for (const { file, placeholder } of images) {
    try {
      // A browser that is cut off while it sends does not hear why.
      const isLarge = file.size > IMAGE_BYTES_MAX
      if (isLarge) throw new ApiError(413, 'The image is larger than 10 MiB.')
      const path = `/media?name=${encodeURIComponent(file.name)}`
      const { data } = await call<AddedImage>('POST', path, file)
      replace(area, placeholder, `![](${data.path})`)
    } catch (error) {
      const description = `${file.name}: ${sentenceOf(error)}`
      addToast({ title: 'Failed to add image', description, tone: 'error' })
      replace(area, placeholder, '')
    }
  }
}

let placeholders = 0

/** Unlike any other: two images may have one name. */
function placeholderOf(name: string): string {
  placeholders += 1
  const words = name.replace(/[[\]\\\r\n]/g, ' ').slice(0, 60)
  return `![Uploading ${words}${placeholders > 1 ? ` (${placeholders})` : ''}…]()`
}

/** Puts a text at a position: inside a line as it is, else as a paragraph. */
export function insertEdit(text: string, position: number, inserted: string): Edit {
  const before = text.slice(0, position)
  const after = text.slice(position)
  const isInLine = /[^\n]$/.test(before) && /^[^\n]/.test(after)
  const missing = 2 - Math.min(2, /\n*$/.exec(before)?.[0].length ?? 0)
  const following = Math.min(2, /^\n*/.exec(after)?.[0].length ?? 0)
  const opening = isInLine || before === '' ? '' : '\n'.repeat(missing)
  const closing = isInLine || after === '' ? '' : '\n'.repeat(2 - following)
  const end = position + opening.length + inserted.length
  return { from: position, to: position, insert: opening + inserted + closing, start: end, end }
}

/** Puts an image, or nothing, in the place of its placeholder; the writer may have removed that. */
function replace(area: HTMLTextAreaElement, placeholder: string, image: string): void {
  const from = area.value.indexOf(placeholder)
  if (from < 0) return
  const to = from + placeholder.length
  // Between the brackets.
  const caret = image === '' ? from : from + 2
  const edit = { from, to, insert: image, start: caret, end: caret }
  const isUntouched = document.activeElement === area && area.selectionEnd === to
  if (isUntouched) applyEdit(area, edit)
  else applyBeside(area, edit)
}

/** Html in which images that are not published yet come from where `addresses` has them. */
export function withWaitingImages(html: string, addresses: ReadonlyMap<string, string>): string {
  return html.replace(
    /(<img src=")([^"]+)/g,
    (_, start: string, address: string) => start + (addresses.get(address) ?? address),
  )
}
