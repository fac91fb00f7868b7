/**
 * Repeats one request on keep-alive connections and prints the number of responses. A separate
 * process, so that the server has a core to itself. All responses have the same length, so bytes are
 * counted, not parsed, which keeps the client cheap.
 */
import { connect } from 'node:net'

const [, , port, request = '', connections, seconds] = process.argv
const bytes = Buffer.from(request)
let answerLength = 0
let answers = 0
const sockets = Array.from({ length: Number(connections) }, openLoop)
setTimeout(() => {
  for (const socket of sockets) socket.destroy()
  console.log(answers)
}, Number(seconds) * 1000)

function openLoop() {
  let received = 0
  let begin = ''
  const socket = connect(Number(port), '127.0.0.1', () => socket.write(bytes))
  socket.setNoDelay(true)
  socket.on('data', (chunk) => {
    received += chunk.length
    if (answerLength === 0) {
      begin += chunk.toString('latin1')
      answerLength = lengthOf(begin)
    }
    if (answerLength === 0 || received < answerLength) return
    answers += 1
    received = 0
    socket.write(bytes)
  })
  return socket
}

/**
 * Length of a response from its head and Content-Length; 0 while the head is incomplete.
 * @param {string} begin
 */
function lengthOf(begin) {
  const head = begin.indexOf('\r\n\r\n')
  if (head < 0) return 0
  return head + 4 + Number(/\r\ncontent-length: (\d+)/i.exec(begin.slice(0, head))?.[1] ?? 0)
}
