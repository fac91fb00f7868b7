/**
 * Lets a closing server come to its end. Node closes the connections that are idle when the close
 * begins, but not one that becomes idle with its last answer: that one would hold the process for
 * the whole of the keep-alive time.
 */
import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const LOOK_EVERY_MS = 25
/** Before the process is ended by force, so that a client that stalls does not make that happen. */
const ANSWERS_MS_MAX = 8_000

/**
 * Follows the server's connections. `drain`, called as the server begins to close, ends each one
 * that waits for a request, and after 8 s every one; it resolves when `closed` does.
 */
export function createDrain(server: Server) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })

  function closeWaiting(): void {
    server.closeIdleConnections()
    // For Node a browser's spare connection is busy with headers that it never sent.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
  }

  return {
    async drain(closed: Promise<unknown>): Promise<void> {
      const looks = setInterval(closeWaiting, LOOK_EVERY_MS)
      const end = setTimeout(() => server.closeAllConnections(), ANSWERS_MS_MAX)
      try {
        await closed
      } finally {
        clearInterval(looks)
        clearTimeout(end)
      }
    },
  }
}
