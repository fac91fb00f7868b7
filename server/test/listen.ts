/** For tests: a server of the test's own on a free port; it ends with the test. */
import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import { atEnd } from './at-end.ts'

/** @returns the port */
export async function listen(
  server: Server & { closeAllConnections?(): void },
  host = '127.0.0.1',
): Promise<number> {
  await once(server.listen(0, host), 'listening')
  atEnd(() => {
    server.close()
    server.closeAllConnections?.()
  })
  // A server on a port has one.
  return (server.address() as AddressInfo).port
}
