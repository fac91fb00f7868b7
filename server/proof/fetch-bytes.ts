/** Asks an address that nobody here vouches for: with limits of time and size. */

const ANSWER_MS_MAX = 15_000

/** The body of an answer. @throws Error with host and reason, without a complete one of status 2xx */
export async function fetchBytes(
  url: string,
  bytesMax: number,
  { signal, ...request }: RequestInit & { signal?: AbortSignal } = {},
): Promise<Buffer> {
  const limits = [AbortSignal.timeout(ANSWER_MS_MAX), signal ?? []].flat()
  const chunks: Uint8Array[] = []
  try {
    const answer = await fetch(url, { ...request, signal: AbortSignal.any(limits) })
    if (!answer.ok) throw new Error(`status ${answer.status}`)
    let size = 0
    for await (const chunk of answer.body ?? []) {
      size += chunk.length
      if (size > bytesMax) throw new Error(`more than ${bytesMax / 1024} KiB`)
      chunks.push(chunk)
    }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(`${new URL(url).host} gave no usable answer: ${reason}`)
  }
  return Buffer.concat(chunks)
}
