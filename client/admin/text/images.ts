/**
 * Adds images to a text: inserts a placeholder, and replaces it after the upload, with the caret in
 * the alt text.
 */
import type { AddedImage } from '#domain/answers/admin-answers.ts'
import { IMAGE_BYTES_MAX } from '#domain/image.ts'
import { ApiError, call, sentenceOf } from '../../data/api-client.ts'
import { addToast } from '../../state/toasts.ts'
import { applyBeside, applyEdit, type Edit } from './text-commands.ts'

/** Placeholder of an image whose upload is in progress or was interrupted. */
const PLACEHOLDER = /!\[Uploading [^\]\n]*\u2026\]\(\)/

/** Whether the text has an image whose upload is in progress or was interrupted. */
export const hasPlaceholder = (text: string) => PLACEHOLDER.test(text)

/** Uploads images into the text, one at a time; the server refuses other files. Never rejects. */
export async function addImages(
  area: HTMLTextAreaElement,
  files: readonly File[],
  position: number,
): Promise<void> {
  const images = files.map((file) => ({ file, placeholder: placeholderOf(file.name) }))
  const texts = images.map(({ placeholder }) => placeholder).join('\n\n')
  applyEdit(area, insertEdit(area.value, position, texts))
  for (const { file, placeholder } of images) {
    const path = await uploadImage(file)
    replace(area, placeholder, path === null ? '' : `![](${path})`)
  }
}

/** Uploads an image. @returns its address, or null after a toast. Never rejects. */
export async function uploadImage(file: File): Promise<string | null> {
  try {
    // If the server closed the connection during the upload, the browser would not see the error.
    const isLarge = file.size > IMAGE_BYTES_MAX
    if (isLarge) throw new ApiError(413, 'The image is larger than 10 MiB.')
    const path = `/media?name=${encodeURIComponent(file.name)}`
    return (await call<AddedImage>('POST', path, file)).data.path
  } catch (error) {
    const description = `${file.name}: ${sentenceOf(error)}`
    addToast({ title: 'Failed to add image', description, tone: 'error' })
    return null
  }
}

let placeholders = 0

/** A unique placeholder, since two images may have the same name. */
function placeholderOf(name: string): string {
  placeholders += 1
  const words = name.replace(/[[\]\\\r\n]/g, ' ').slice(0, 60)
  return `![Uploading ${words}${placeholders > 1 ? ` (${placeholders})` : ''}…]()`
}

/** The edit that inserts a text: within a line unchanged, else as a paragraph, with the caret after it. */
export function insertEdit(text: string, position: number, inserted: string): Edit {
  const before = text.slice(0, position)
  const after = text.slice(position)
  const isInLine = /[^\n]$/.test(before) && /^[^\n]/.test(after)
  const missing = 2 - Math.min(2, /\n*$/.exec(before)?.[0].length ?? 0)
  const following = Math.min(2, /^\n*/.exec(after)?.[0].length ?? 0)
  const opening = isInLine || before === '' ? '' : '\n'.repeat(missing)
  const closing = isInLine ? '' : '\n'.repeat(2 - following)
  const insert = opening + inserted + closing
  const end = position + insert.length + (isInLine ? 0 : following)
  return { from: position, to: position, insert, start: end, end }
}

/** Replaces a placeholder by an image or nothing, unless the author has removed it. */
function replace(area: HTMLTextAreaElement, placeholder: string, image: string): void {
  const from = area.value.indexOf(placeholder)
  if (from < 0) return
  const to = from + placeholder.length
  // Inside the brackets.
  const caret = image === '' ? from : from + 2
  const edit = { from, to, insert: image, start: caret, end: caret }
  // Nobody has written on meanwhile.
  const isUntouched =
    document.activeElement === area && /^\n{0,2}$/.test(area.value.slice(to, area.selectionEnd))
  if (isUntouched) applyEdit(area, edit)
  else applyBeside(area, edit)
}
