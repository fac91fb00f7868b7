/** For tests of the API: a real server whose clock stands still. */
import { SITE, serverOfFile, startServer } from './live-server.ts'

/** 2026-11-20, 9:30 in Berlin, in milliseconds since 1970. */
const API_NOW = Date.parse('2026-11-20T08:30:00Z')

/** A server over these files, with its calls as `call`; gone after the test. */
export async function openApi(files: Record<string, string> = {}) {
  const server = await startServer({ ...SITE, ...files }, {}, { now: () => API_NOW })
  return { ...server, call: server.request }
}

/** The same once for all tests of a file; `logged` takes its errors. */
export function apiOfFile(files: Record<string, string>, logged: string[] = []) {
  const logTo = { write: (line: string) => logged.push(line) }
  const env = { LOG_LEVEL: 'error' }
  return serverOfFile({ ...SITE, ...files }, env, { now: () => API_NOW, logTo })
}
