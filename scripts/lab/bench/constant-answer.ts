/** One answer of the built server, taken as it is and given again by a constant server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

export interface Question {
  path: string
  headers: Record<string, string>
}

interface Taken {
  statusCode: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** Made for each connection or request, so not part of what is compared. */
const OWN_HEADERS = ['connection', 'keep-alive', 'date', 'transfer-encoding']

/** The answer to a question, its bytes as they are sent. @throws Error for a failure */
export async function answerTo({ path, headers }: Question, port: string): Promise<Taken> {
  const request = get({ port, host: '127.0.0.1', path, headers })
  const [response]: IncomingMessage[] = await once(request, 'response')
  const statusCode = response?.statusCode ?? 500
  if (!response || statusCode >= 400) throw new Error(`${path}: ${statusCode}`)
  return { statusCode, headers: response.headers, body: await buffer(response) }
}

/** A server that gives this answer at this path and nothing else; ends with its process. */
export async function startConstant(
  folder: string,
  path: string,
  { statusCode, headers, body }: Taken,
): Promise<{ process: ChildProcess; address: string }> {
  const file = join(folder, 'constant.json')
  const kept = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name))
  const constant = { statusCode, headers: Object.fromEntries(kept), body: body.toString('base64') }
  writeFileSync(file, JSON.stringify({ path: path.split('?')[0], ...constant }))
  const child = spawn(process.execPath, ['scripts/lab/bench/constant-server.mjs', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [address] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  if (child.exitCode !== null) throw new Error('The constant server ended at its start.')
  return { process: child, address: String(address).trim() }
}
