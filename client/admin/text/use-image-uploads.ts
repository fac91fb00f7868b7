/**
 * Images on their way into a text: sent one after another, each put where it was dropped. What they
 * show is asked for beside the text and written into it as their alt text.
 */
import { type RefObject, useEffect, useState } from 'react'
import { createStore } from 'zustand'
import { ApiError } from '../../data/api-client.ts'
import { addToast } from '../../state/toasts.ts'
import { sentenceOf } from '../frame/admin-api.ts'
import { altEdit, imageEdit, imageFault, movedPosition } from './image-text.ts'
import { sendImage } from './send-image.ts'
import { applyEdit } from './text-edits.ts'

export interface ImageUpload {
  id: number
  file: File
  /** How much has been sent, from 0 to 1. */
  share: number
  /** Why it could not be added; null while it is on its way. */
  fault: string | null
  /** Whether another try would end the same. */
  isFinal: boolean
  /** Its address once it is in the text; null before. */
  path: string | null
  /** Whether the writer is done with its words, though it is still on its way. */
  isDescribed: boolean
  /** What it shows, as typed so far, and as the text has it. */
  words: string
  written: string
}

interface ShownImages {
  /** Those that are on their way, and those whose description is asked for. */
  uploads: readonly ImageUpload[]
  /** The one whose description gets the focus. */
  asked: number | null
  /** Where to see images that no saved post has yet, by their addresses. */
  addresses: ReadonlyMap<string, string>
}

/** Answers about the image itself. */
const FINAL: readonly number[] = [400, 413, 415]

interface Place {
  text: string
  position: number
}

const sayNotAdded = (description: string) =>
  addToast({ title: 'Failed to add image', description, tone: 'error' })

/**
 * @param area the text that the images come into
 * @param settled set here, for saves to wait for images on their way
 */
export function useImageUploads(
  area: RefObject<HTMLTextAreaElement | null>,
  settled: RefObject<() => Promise<boolean>>,
): ImageUploads {
  const [images] = useState(() => new ImageUploads(area))
  useEffect(() => {
    settled.current = () => images.settled()
    return () => images.release()
  }, [images, settled])
  return images
}

export class ImageUploads {
  readonly shown = createStore<ShownImages>(() => ({
    uploads: [],
    asked: null,
    addresses: new Map(),
  }))
  readonly #area: RefObject<HTMLTextAreaElement | null>
  readonly #places = new Map<number, Place>()
  readonly #urls: string[] = []
  #line: Promise<unknown> = Promise.resolve()
  #lastId = 0

  constructor(area: RefObject<HTMLTextAreaElement | null>) {
    this.#area = area
  }

  /** Sends the images among the files and tells of the others. */
  add(files: readonly File[], position: number): void {
    const text = this.#area.current?.value ?? ''
    for (const file of files) {
      const fault = imageFault(file)
      if (fault === null) this.#start(file, { text, position })
      else sayNotAdded(`${file.name}: ${fault}`)
    }
  }

  retry(upload: ImageUpload): void {
    this.#change(upload.id, { fault: null, share: 0 })
    this.#enter(upload)
  }

  remove({ id }: ImageUpload): void {
    this.#places.delete(id)
    this.#put((uploads) => uploads.filter((upload) => upload.id !== id))
  }

  /** Takes what a person types of an image; `write` brings it into the text. */
  describe({ id }: ImageUpload, words: string): void {
    this.#change(id, { words })
  }

  /** Writes what was typed of an image into the text. */
  write(id: number): void {
    const upload = this.shown.getState().uploads.find((one) => one.id === id)
    const area = this.#area.current
    if (!area || !upload?.path || upload.words === upload.written) return
    this.#change(id, { written: upload.words })
    const edit = altEdit(area.value, upload.path, upload.words)
    if (edit) applyEdit(area, edit, { isIdle: false })
  }

  /** The image is described: the next one is asked for, else the text goes on. */
  finish(upload: ImageUpload): void {
    this.write(upload.id)
    if (upload.path === null) this.#change(upload.id, { isDescribed: true })
    else this.remove(upload)
    const { uploads } = this.shown.getState()
    const next = uploads.find(({ isDescribed, fault }) => !isDescribed && fault === null)
    if (next) this.shown.setState({ asked: next.id })
    else this.#area.current?.focus()
  }

  /**
   * Resolves when nothing is on its way and every description is in the text; false while there is
   * an image that could not be added.
   */
  async settled(): Promise<boolean> {
    await this.#line
    const { uploads } = this.shown.getState()
    for (const { id } of uploads) this.write(id)
    const hasFailed = uploads.some(({ path }) => path === null)
    if (hasFailed) sayNotAdded('Try again or remove it, then save.')
    return !hasFailed
  }

  /** The browser may forget the images: the text is closed. */
  release(): void {
    for (const url of this.#urls) URL.revokeObjectURL(url)
  }

  #start(file: File, place: Place): void {
    this.#lastId += 1
    const upload = {
      ...{ id: this.#lastId, file, share: 0, fault: null, isFinal: false },
      ...{ path: null, isDescribed: false, words: '', written: '' },
    }
    this.#places.set(upload.id, place)
    this.#put((uploads) => [...uploads, upload])
    this.#enter(upload)
  }

  #enter(upload: ImageUpload): void {
    this.#line = this.#line.then(() => this.#send(upload))
  }

  async #send(upload: ImageUpload): Promise<void> {
    const { id, file } = upload
    if (!this.#places.has(id)) return
    try {
      const { path } = await sendImage(file, (share) => this.#change(id, { share }))
      const url = URL.createObjectURL(file)
      this.#urls.push(url)
      this.shown.setState(({ addresses }) => ({ addresses: new Map(addresses).set(path, url) }))
      this.#insert(id, path)
    } catch (error) {
      const isFinal = error instanceof ApiError && FINAL.includes(error.statusCode)
      this.#change(id, { fault: sentenceOf(error), isFinal })
      sayNotAdded(sentenceOf(error))
    }
  }

  #insert(id: number, address: string): void {
    const area = this.#area.current
    const place = this.#places.get(id)
    const upload = this.shown.getState().uploads.find((one) => one.id === id)
    if (!area || !place || !upload) return
    const { words } = upload
    const { value } = area
    const position = movedPosition(place.text, value, place.position)
    const isElsewhere =
      document.activeElement !== area &&
      document.activeElement?.matches('input, textarea, select') === true
    const isIdle = !isElsewhere && value === place.text && area.selectionStart === position
    applyEdit(area, imageEdit(value, position, { address, words }), { isIdle })
    this.#change(id, { path: address, written: words })
    if (upload.isDescribed) this.remove(upload)
    else if (isIdle) this.shown.setState({ asked: id })
  }

  #change(id: number, fields: Partial<ImageUpload>): void {
    this.#put((uploads) =>
      uploads.map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)),
    )
  }

  #put(edit: (uploads: ShownImages['uploads']) => ShownImages['uploads']): void {
    this.shown.setState(({ uploads }) => ({ uploads: edit(uploads) }))
  }
}
