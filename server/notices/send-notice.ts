/** Sends a notice to an address, as ntfy and most webhooks take it. */
import { once } from 'node:events'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'

const ANSWER_MS_MAX = 5_000
const RETRY_MS = 30_000

/** `click` is the absolute address that it leads to. */
type Notice = Record<'title' | 'text' | 'click', string>

/**
 * Sends once more after 30 seconds where it fails, unless the signal is aborted by then.
 * @returns why it did not arrive, without the address; else null
 */
export async function sendNotice(url: string, notice: Notice, signal: AbortSignal) {
  const error = await post(new URL(url), notice)
  if (error !== null) await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
  return error === null || signal.aborted ? error : post(new URL(url), notice)
}

async function post(url: URL, { title, text, click }: Notice): Promise<string | null> {
  const request = url.protocol === 'https:' ? requestHttps : requestHttp
  const type = 'text/plain; charset=utf-8'
  const headers = { 'Content-Type': type, Title: headerText(title), Click: click }
  const signal = AbortSignal.timeout(ANSWER_MS_MAX)
  const sent = request(url, { method: 'POST', headers, signal }).end(text)
  // It may also fail after its answer.
  sent.on('error', () => {})
  try {
    const [response] = await once(sent, 'response')
    response.destroy()
    const isSuccess = /^2\d\d$/.test(response.statusCode)
    return isSuccess ? null : `The receiver answered ${response.statusCode}.`
  } catch (error) {
    if (signal.aborted) return 'The receiver did not answer within 5 seconds.'
    const { code = 'unknown fault' } = error as NodeJS.ErrnoException
    return `The receiver could not be reached (${code}).`
  }
}

/** A header's value in ASCII, by RFC 2047 where it must be: words of at most 75 characters. */
function headerText(text: string): string {
  if (/^[ -~]*$/.test(text) && !text.includes('=?')) return text
  const words = text.match(/.{1,11}/gsu) ?? []
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(' ')
}
