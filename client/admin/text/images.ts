/**
 * Adds images to a text: inserts a placeholder, and replaces it after the upload, with the caret in
 * the alt text.
 */
import type { AddedImage } from '#domain/answers/admin-answers.ts'
import { IMAGE_BYTES_MAX } from '#domain/image.ts'
import { ApiError, call, sentenceOf } from '../../data/api-client.ts'
import { addToast } from '../../state/toasts.ts'
import { applyBeside, applyEdit, type Edit, replacement } from './text-commands.ts'

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
    replace(area, placeholder, path)
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
  if (/[^\n]$/.test(before) && /^[^\n]/.test(after))
    return replacement(position, position, inserted)
  const missing = 2 - Math.min(2, /\n*$/.exec(before)?.[0].length ?? 0)
  const following = Math.min(2, /^\n*/.exec(after)?.[0].length ?? 0)
  const opening = before === '' ? '' : '\n'.repeat(missing)
  return replacement(position, position + following, `${opening}${inserted}\n\n`)
}

/** Replaces a placeholder, unless the author has removed it. @param path of the image, or null */
function replace(area: HTMLTextAreaElement, placeholder: string, path: string | null): void {
  const from = area.value.indexOf(placeholder)
  if (from < 0) return
  const to = from + placeholder.length
  const edit =
    path === null ? replacement(from, to, '') : replacement(from, to, '![', '', `](${path})`)
  // Nobody has written on meanwhile.
  const isUntouched =
    document.activeElement === area && /^\n{0,2}$/.test(area.value.slice(to, area.selectionEnd))
  if (isUntouched) applyEdit(area, edit)
  else applyBeside(area, edit)
}
