/** Images on their way into a text: sent one after another, each put where it was dropped. */
import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../data/api-client.ts'
import { addToast } from '../../state/toasts.ts'
import { sentenceOf } from '../frame/admin-api.ts'
import { imageEdit, imageFault, movedPosition } from './image-text.ts'
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
}

export interface ImageUploads {
  uploads: readonly ImageUpload[]
  /** Where to see images that no saved post has yet, by their addresses. */
  addresses: ReadonlyMap<string, string>
  /** Sends the images among the files and tells of the others. */
  add(files: readonly File[], position: number): void
  retry(upload: ImageUpload): void
  remove(upload: ImageUpload): void
  /** Resolves when nothing is on its way; false while there is one that could not be added. */
  settled(): Promise<boolean>
}

/** Answers about the image itself. */
const FINAL: readonly number[] = [400, 413, 415]

interface Place {
  text: string
  position: number
}

const sayNotAdded = (description: string) =>
  addToast({ title: 'Failed to add image', description, tone: 'error' })

/** @param area the text that the images come into */
export function useImageUploads(area: RefObject<HTMLTextAreaElement | null>): ImageUploads {
  const [uploads, setUploads] = useState<readonly ImageUpload[]>([])
  const [addresses, setAddresses] = useState<ReadonlyMap<string, string>>(new Map())
  const newest = useRef(uploads)
  const places = useRef(new Map<number, Place>())
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const lastId = useRef(0)
  const shown = useRef<string[]>([])
  useEffect(() => () => shown.current.forEach(URL.revokeObjectURL), [])

  const put = useCallback((next: readonly ImageUpload[]) => {
    newest.current = next
    setUploads(next)
  }, [])
  const change = (id: number, fields: Partial<ImageUpload>) =>
    put(newest.current.map((upload) => (upload.id === id ? { ...upload, ...fields } : upload)))
  const remove = ({ id }: ImageUpload) => {
    places.current.delete(id)
    put(newest.current.filter((upload) => upload.id !== id))
  }

  const insert = (id: number, address: string) => {
    const place = places.current.get(id)
    if (!area.current || !place) return
    const { value } = area.current
    const position = movedPosition(place.text, value, place.position)
    const isElsewhere =
      document.activeElement !== area.current &&
      document.activeElement?.matches('input, textarea, select') === true
    const isIdle = !isElsewhere && value === place.text && area.current.selectionStart === position
    applyEdit(area.current, imageEdit(value, position, address), { isIdle })
  }

  const send = async (upload: ImageUpload) => {
    const { id, file } = upload
    if (!places.current.has(id)) return
    try {
      const { path } = await sendImage(file, (share) => change(id, { share }))
      const url = URL.createObjectURL(file)
      shown.current.push(url)
      setAddresses((known) => new Map(known).set(path, url))
      insert(id, path)
      remove(upload)
    } catch (error) {
      const isFinal = error instanceof ApiError && FINAL.includes(error.statusCode)
      change(id, { fault: sentenceOf(error), isFinal })
      sayNotAdded(sentenceOf(error))
    }
  }

  const enter = (upload: ImageUpload) => {
    line.current = line.current.then(() => send(upload))
  }

  return {
    uploads,
    addresses,
    remove,
    add(files, position) {
      const text = area.current?.value ?? ''
      for (const file of files) {
        const fault = imageFault(file)
        if (fault !== null) {
          sayNotAdded(`${file.name}: ${fault}`)
          continue
        }
        lastId.current += 1
        const upload = { id: lastId.current, file, share: 0, fault: null, isFinal: false }
        places.current.set(upload.id, { text, position })
        put([...newest.current, upload])
        enter(upload)
      }
    },
    retry(upload) {
      change(upload.id, { fault: null, share: 0 })
      enter(upload)
    },
    async settled() {
      await line.current
      const hasFailed = newest.current.length > 0
      if (hasFailed) sayNotAdded('Try again or remove it, then save.')
      return !hasFailed
    },
  }
}
