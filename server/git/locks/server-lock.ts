/**
 * One server per repository, by unix sockets in our folder: a server that accepts connections is
 * alive, also in another container, where its process id means nothing. Each has a socket of its
 * own name, and listens before it looks for others: of two that start at once at least one sees the
 * other. A socket that refuses connections was left by a killed server, and its name never returns.
 */
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { StartError } from '../../errors.ts'
import { errorCode } from '../objects/io.ts'

/** Of every version. */
const SERVER_SOCKET = /^server.*\.sock$/
/** A server that does not answer in this time is stopped, and may go on. */
const ANSWER_MS_MAX = 2_000
const RETRY_MS = 20
/** The answer of a server that has not looked for others yet. */
const STARTING = 'starting'

const EXIT_SECOND_SERVER = 3

/** Another live server works on the same repository. */
export class SecondServerError extends StartError {
  constructor(pid: string) {
    super(
      `Another server (process ${pid || 'unknown'}) already works on this content folder. ` +
        'Stop it first, or give this one its own clone and a GIT_REMOTE.',
      EXIT_SECOND_SERVER,
    )
  }
}

/** Takes the lock in a folder of ours. @throws SecondServerError */
export async function takeServerLock(gap: string) {
  // A socket path is limited to about 100 bytes, so a short symlink leads to the folder.
  const short = mkdtempSync(join(tmpdir(), 'gap-'))
  symlinkSync(gap, join(short, 'g'))
  const name = `server-${randomBytes(8).toString('hex')}.sock`
  let answer = STARTING
  const server = createServer((socket) => socket.on('error', () => {}).end(answer))
  server.unref()
  const release = async () => {
    await rm(join(gap, name), { force: true })
    server.close()
  }
  try {
    await once(server.listen(join(short, 'g', name)), 'listening')
    for (const other of readdirSync(gap)) {
      if (other === name || !SERVER_SOCKET.test(other)) continue
      await waitForEnd(join(short, 'g', other), other < name)
    }
    answer = `${process.pid}`
    return { release }
  } catch (error) {
    await release()
    throw error
  } finally {
    rmSync(short, { recursive: true, force: true })
  }
}

/**
 * Returns when no server listens on a socket, and removes it.
 * @param isFirst of two servers that start at once the other one goes on
 * @throws SecondServerError
 */
async function waitForEnd(path: string, isFirst: boolean): Promise<void> {
  for (;;) {
    const answer = await answerOf(path)
    if (answer === null) return rmSync(path, { force: true })
    if (answer !== STARTING || isFirst) throw new SecondServerError(answer.replace(STARTING, ''))
    await sleep(RETRY_MS)
  }
}

/** What the server on a socket says, empty when it says nothing in time; null without a server. */
async function answerOf(path: string): Promise<string | null> {
  const socket = connect(path).setTimeout(ANSWER_MS_MAX, () => socket.destroy())
  try {
    let answer = ''
    for await (const bytes of socket) answer += String(bytes)
    return answer
  } catch (error) {
    const isGone = ['ECONNREFUSED', 'ENOENT', 'ENOTSOCK'].includes(errorCode(error))
    return isGone ? null : ''
  }
}
