/**
 * Asks one question over and over on kept-alive connections, in a separate process so that the
 * server has a core to itself. Prints how many answers came. All answers to one question have the
 * same length, so bytes are counted and not parsed: that leaves the load on the server.
 */
import { connect } from 'node:net'

const [, , port, request, connections, seconds] = process.argv
const bytes = Buffer.from(request)
const answerLength = await lengthOfOneAnswer()
let answers = 0
const sockets = Array.from({ length: Number(connections) }, openLoop)
setTimeout(() => {
  for (const socket of sockets) socket.destroy()
  console.log(answers)
}, Number(seconds) * 1000)

function openLoop() {
  let missing = answerLength
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
  socket.setNoDelay(true)
  socket.on('data', (chunk) => {
    missing -= chunk.length
    if (missing > 0) return
    answers += 1
    missing = answerLength
    socket.write(bytes)
  })
  return socket
}

/** Read once with care: head, then as many bytes as the head says. */
function lengthOfOneAnswer() {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
    socket.setEncoding('latin1')
    socket.on('error', reject)
    socket.on('data', (chunk) => {
      text += chunk
      const head = text.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1] ?? 0)
      if (text.length < head + 4 + length) return
      socket.destroy()
      resolve(text.length)
    })
  })
}
