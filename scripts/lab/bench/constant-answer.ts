/** A constant server: it replays one answer of the built server. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface BenchRequest {
  path: string
  headers: Record<string, string>
}

interface RecordedResponse {
  statusCode: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Headers of the connection or of one response, which each server sets itself. */
const OWN_HEADERS = ['connection', 'keep-alive', 'date', 'transfer-encoding']

/** Sends a request; the body stays compressed. @throws Error for a status of 400 or more */
export async function fetchOnce(
  { path, headers }: BenchRequest,
  port: string,
): Promise<RecordedResponse> {
  const request = get({ port, host: '127.0.0.1', path, headers })
  const [response]: IncomingMessage[] = await once(request, 'response')
  const statusCode = response?.statusCode ?? 500
  if (!response || statusCode >= 400) throw new Error(`${path}: ${statusCode}`)
  return { statusCode, headers: response.headers, body: await buffer(response) }
}

/** Starts a server that has this answer at this path and nothing else. */
export async function startConstant(
  path: string,
  { statusCode, headers, body }: RecordedResponse,
): Promise<{ process: ChildProcess; address: string }> {
  const kept = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name))
  const child = fork('scripts/lab/bench/constant-server.mjs', { serialization: 'advanced' })
  child.send({ path: path.split('?')[0], statusCode, headers: Object.fromEntries(kept), body })
  const [address] = await once(child, 'message')
  return { process: child, address: String(address) }
}
