/**
 * Stands between the browser and the development server: passes everything on, adds one script to
 * html pages, and tells the open pages when to reload.
 */
import { createServer, request as httpRequest } from 'node:http'

const SCRIPT_PATH = '/__dev/reload.js'
const EVENTS_PATH = '/__dev/events'
const SCRIPT = `new EventSource('${EVENTS_PATH}').onmessage = () => location.reload()\n`

/**
 * @returns {{ listen(port: number, host: string): Promise<void>, reload(): void,
 *   close(): Promise<void>, port(): number }}
 */
export function createDevProxy({ serverPort }) {
  const listeners = new Set()
  const proxy = createServer((request, response) => {
    if (request.url === SCRIPT_PATH) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(SCRIPT)
    } else if (request.url === EVENTS_PATH) {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n')
      listeners.add(response)
      response.on('close', () => listeners.delete(response))
    } else {
      passOn({ request, response, serverPort })
    }
  })
  return {
    listen: (port, host) =>
      new Promise((resolve, reject) => {
        proxy.once('error', reject).listen(port, host, resolve)
      }),
    reload() {
      for (const listener of listeners) listener.write('data: changed\n\n')
    },
    close() {
      for (const listener of listeners) listener.end()
      return new Promise((resolve) => proxy.close(resolve))
    },
    port: () => proxy.address().port,
  }
}

function passOn({ request, response, serverPort }) {
  const headers = { ...request.headers }
  // Pages are changed on the way, so they have to come uncompressed and whole.
  if (headers.accept?.includes('text/html')) {
    delete headers['accept-encoding']
    delete headers['if-none-match']
  }
  const { method, url: path } = request
  const onward = httpRequest({ host: '127.0.0.1', port: serverPort, method, path, headers })
  onward.on('response', async (answer) => {
    if (!answer.headers['content-type']?.startsWith('text/html')) {
      response.writeHead(answer.statusCode, answer.headers)
      answer.pipe(response)
      return
    }
    const chunks = await answer.toArray()
    const page = Buffer.concat(chunks)
      .toString()
      .replace('</head>', `<script src="${SCRIPT_PATH}" defer></script></head>`)
    const { 'content-length': _length, etag: _etag, ...rest } = answer.headers
    response.writeHead(answer.statusCode, rest).end(page)
  })
  onward.on('error', () => {
    response
      .writeHead(503, { 'content-type': 'text/html' })
      .end(`<script src="${SCRIPT_PATH}"></script><p>The server is starting…`)
  })
  request.pipe(onward)
}
