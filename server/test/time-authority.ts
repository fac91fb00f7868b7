/** For tests: OpenSSL as a time stamping authority behind HTTP; the test sets its clock. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { timeStampQuery } from '../content/formats/time-stamp.ts'
import { textOf } from './documents.ts'
import { makeFolder } from './git-fixture.ts'
import { listen } from './listen.ts'

const CONFIG = textOf('server/test/authority.cnf')

/** DER of a value with a body of less than 64 KiB. */
function der(tag: number, ...parts: (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? hex(part) : part)))
  const { length } = body
  const size = length < 0x80 ? [length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), body])
}
const hex = (text: string) => Buffer.from(text, 'hex')

const asn1Time = (at: number | string) => new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')

/** Its certificate is valid between two days. */
export function makeAuthority(from = '2025-01-01', to = '2035-01-01') {
  const folder = makeFolder()
  const openssl = (args: string, ...more: string[]) =>
    execFileSync('openssl', [...args.split(' '), ...more], { cwd: folder, stdio: 'pipe' })
  writeFileSync(join(folder, 'ca.cnf'), CONFIG)
  writeFileSync(join(folder, 'index.txt'), '')
  const request = 'req -config ca.cnf -newkey rsa:2048 -nodes'
  openssl(`${request} -x509 -days 36500 -subj /CN=Root -keyout ca.key -out ca.pem`)
  openssl(`${request} -keyout own.key -out own.csr -subj`, '/CN=Test Authority')
  const dates = `-startdate ${asn1Time(from)} -enddate ${asn1Time(to)}`
  const issue = 'ca -batch -config ca.cnf -extensions stamps -cert ca.pem -keyfile ca.key'
  openssl(`${issue} -in own.csr -out own.pem ${dates}`)
  const signed = '-signer own.pem -inkey own.key -certfile ca.pem -cades'
  const sign = `cms -sign -binary -nodetach -md sha256 -outform DER ${signed}`

  /** The answer to a query as of that time, in milliseconds since 1970. */
  function answer(query: Buffer, at: number): Buffer {
    // Of the fixed form that the server sends.
    const [imprint, nonce] = [query.subarray(5, 56), query.subarray(56, 66)]
    const time = der(0x18, Buffer.from(asn1Time(at)))
    const info = der(0x30, '020101', '06042a030401', imprint, '020107', time, nonce)
    writeFileSync(join(folder, 'info'), info)
    openssl(`${sign} -econtent_type 1.2.840.113549.1.9.16.1.4 -in info -out token`)
    return der(0x30, der(0x30, '020100'), readFileSync(join(folder, 'token')))
  }

  return {
    ca: join(folder, 'ca.pem'),
    answer,
    /** A token for bytes with this SHA-256 in hex. */
    stamp: (imprint: string, at: number) =>
      answer(Buffer.from(timeStampQuery(imprint, '0102030405060708')), at),
  }
}

/** @param reply the answer, or the status of a failure */
export async function serveAuthority(reply: (query: Buffer) => Buffer | number) {
  const asked: { type: string | undefined; query: Buffer }[] = []
  const server = createServer(async (request, response) => {
    const query = Buffer.concat(await request.toArray())
    asked.push({ type: request.headers['content-type'], query })
    const answer = reply(query)
    if (typeof answer === 'number') response.writeHead(answer).end()
    else response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer)
  })
  return { url: `http://127.0.0.1:${await listen(server)}/tsr`, asked }
}
