/** Sends an image to the server. Not by `fetch`, which cannot say how far it has come. */
import type { AddedImage } from '#domain/image.ts'
import { ApiError, FALLBACK_ERROR, NETWORK_ERROR } from '../../data/api-client.ts'
import { useSession } from '../../state/session.ts'
import { endRefusedSession } from '../frame/admin-api.ts'

/**
 * @param onProgress hears how much has been sent, from 0 to 1
 * @throws ApiError
 */
export async function sendImage(
  file: File,
  onProgress: (share: number) => void,
): Promise<AddedImage> {
  const { token } = useSession.getState()
  const { status, answer } = await post(file, token, onProgress)
  // An answer of the API has either; a proxy's has none.
  const { data, ...failure } = (answer ?? {}) as { data?: AddedImage; error?: string }
  if (status >= 200 && status < 300 && data) return data
  const error = new ApiError(status, failure.error ?? sentenceFor(status), failure)
  endRefusedSession(error, token)
  throw error
}

function sentenceFor(status: number): string {
  if (status === 0) return NETWORK_ERROR
  return status === 413 ? 'The image is larger than a server on the way takes.' : FALLBACK_ERROR
}

function post(file: File, token: string | null, onProgress: (share: number) => void) {
  return new Promise<{ status: number; answer: unknown }>((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/media?name=${encodeURIComponent(file.name)}`)
    request.responseType = 'json'
    request.setRequestHeader('content-type', file.type)
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onloadend = () => resolve({ status: request.status, answer: request.response })
    request.send(file)
  })
}
