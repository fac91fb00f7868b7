/**
 * Time stamps (RFC 3161): what is asked of an authority, and what its answer says. Read by hand: the
 * fields are few, and a library would be six packages.
 */
import { createHash, X509Certificate } from 'node:crypto'
import type { CommitId } from '../../git/repository.ts'
import { problemAt } from '../files/content-paths.ts'
import type { ContentBytes, Parsed } from './parsed-file.ts'

/** What an authority has signed. */
interface TimeStamp {
  /** SHA-256 of what was stamped, as hex. */
  imprint: string
  /** As hex; null without one. */
  nonce: string | null
  /** Milliseconds since 1970. */
  at: number
  /** Common name of the signing certificate. */
  authority: string
}

export interface ProofRecord extends TimeStamp {
  /** Relative to the content folder, `proof/2026/<commit>.tsr`. */
  path: string
  commit: CommitId
}

interface DerValue {
  tag: number
  body: Buffer
  /** With tag and length. */
  whole: Buffer
}

const INTEGER = 0x02
/** Explicit or implicit tag 0 of a field. */
const TAG_0 = 0xa0
const SHA_256 = '608648016503040201'

/** The imprint that a stamp of these bytes has. */
export const imprintOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

/**
 * The query for a stamp with the authority's certificate, version 1.
 * @param imprint SHA-256 as hex @param nonce 8 bytes as hex, which begin with 01 to 7f
 */
export function timeStampQuery(imprint: string, nonce: string) {
  const query = `30430201013031300d0609${SHA_256}05000420${imprint}0208${nonce}0101ff`
  return Uint8Array.from(Buffer.from(query, 'hex'))
}

/** Reads an authority's answer; null when it grants no stamp by SHA-256. Checks no signature. */
export function readTimeStamp(bytes: Buffer): TimeStamp | null {
  try {
    const [status = 2] = part(bytes, 0, 0, 0).body
    const signed = part(bytes, 0, 1, 1, 0).body
    const info = part(part(signed, 2, 1, 0).body, 0).body
    const algorithm = part(info, 2, 0, 0).body.toString('hex')
    if (status > 1 || algorithm !== SHA_256) return null
    const nonce = valuesIn(info).find(({ tag }, index) => tag === INTEGER && index > 3)
    return {
      imprint: part(info, 2, 1).body.toString('hex'),
      nonce: nonce?.body.toString('hex') ?? null,
      at: parseTime(part(info, 4).body.toString()),
      authority: authorityOf(valuesIn(signed)),
    }
  } catch {
    return null
  }
}

/** A file `proof/<year>/<commit>.tsr`. */
export function parseProofFile({ path, bytes }: ContentBytes): Parsed<ProofRecord> {
  const stamp = readTimeStamp(Buffer.from(bytes))
  // The page has the path in a line for a shell.
  const commit = /^proof\/\d{4}\/([0-9a-f]{40})\.tsr$/.exec(path)?.[1]
  if (stamp !== null && commit !== undefined) {
    return { value: { ...stamp, path, commit }, problems: [] }
  }
  const reason = 'This is no time stamp of a commit, proof/<year>/<commit>.tsr.'
  return { value: null, problems: [problemAt(path, reason)] }
}

/** Common name of the certificate whose serial number the signer names. @throws RangeError */
function authorityOf(signed: readonly DerValue[]): string {
  const body = signed.find(({ tag }) => tag === TAG_0)?.body ?? Buffer.of()
  const certificates = valuesIn(body).map(({ whole }) => new X509Certificate(whole))
  const signer = signed.at(-1)?.body ?? Buffer.of()
  const serial = hexNumber(part(signer, 0, 1, 1).body.toString('hex'))
  const found = certificates.find(({ serialNumber }) => hexNumber(serialNumber) === serial)
  const [name] = [(found ?? certificates[0])?.toLegacyObject().subject.CN].flat()
  return name ?? 'an authority without a name'
}

const hexNumber = (hex: string) => BigInt(`0x${hex}`)

/** `20261125001000Z` or with a fraction, in milliseconds. @throws RangeError */
function parseTime(text: string): number {
  const iso = text.replace(/^(....)(..)(..)(..)(..)/, '$1-$2-$3T$4:$5:')
  return Date.parse(new Date(iso).toISOString())
}

/** The value at a path of positions. @throws RangeError */
function part(bytes: Buffer, ...path: readonly number[]): DerValue {
  const [index = 0, ...rest] = path
  const value = valuesIn(bytes)[index]
  if (value === undefined) throw new RangeError('a field is missing')
  return rest.length === 0 ? value : part(value.body, ...rest)
}

/** The values in some bytes, one after the other. @throws RangeError */
function valuesIn(bytes: Buffer): DerValue[] {
  const values: DerValue[] = []
  for (let at = 0; at < bytes.length; ) {
    const [tag = 0, first = 0] = bytes.subarray(at, at + 2)
    const isLong = first > 0x80
    const start = at + 2 + (isLong ? first - 0x80 : 0)
    const length = isLong ? bytes.readUIntBE(at + 2, first - 0x80) : first
    const end = start + length
    if (first === 0x80 || end > bytes.length) throw new RangeError('a value has no end')
    values.push({ tag, body: bytes.subarray(start, end), whole: bytes.subarray(at, end) })
    at = end
  }
  return values
}
