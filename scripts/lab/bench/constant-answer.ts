/** One answer of the built server, taken as it is and given again by a constant server. */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'

export interface Question {
  name: string
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

/** A question that names the ETag it is after, when it asks for none but has the header. */
export async function withEtag(question: Question, port: string): Promise<Question> {
  if (question.headers['if-none-match'] === undefined) return question
  const { headers } = await take({ ...question, headers: {} }, port)
  return { ...question, headers: { 'if-none-match': headers.etag ?? '' } }
}

/** The answer to a question. @throws Error for a failure */
export async function answerTo(question: Question, port: string): Promise<Taken> {
  const taken = await take(question, port)
  if (taken.statusCode >= 400) throw new Error(`${question.path}: ${taken.statusCode}`)
  return taken
}

function take({ path, headers }: Question, port: string): Promise<Taken> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ port, host: '127.0.0.1', path, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () =>
        resolve({
          statusCode: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
        }),
      )
    })
    request.on('error', reject).end()
  })
}

/** A server that gives this answer and nothing else; ends with its process. */
export async function startConstant({
  folder,
  question,
  answer,
}: {
  folder: string
  question: Question
  answer: Taken
}): Promise<{ process: ChildProcess; address: string }> {
  const { statusCode, body } = answer
  const file = join(folder, 'constant.json')
  const kept = Object.entries(answer.headers).filter(([name]) => !OWN_HEADERS.includes(name))
  const constant = {
    path: question.path.split('?')[0],
    statusCode,
    headers: Object.fromEntries(kept),
    body: body.toString('base64'),
  }
  writeFileSync(file, JSON.stringify([constant]))
  const child = spawn(process.execPath, ['scripts/lab/bench/constant-server.mjs', file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text) => resolve(String(text).trim()))
    child.once('exit', () => reject(new Error('The constant server ended at its start.')))
  })
  return { process: child, address }
}
