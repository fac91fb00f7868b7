/**
 * A gzip text joined from pieces that were compressed each on its own (RFC 1951, RFC 1952). Each
 * piece ends on a byte and refers to nothing before it, so a long text of which one piece changed
 * is not compressed again; the checksum of the whole follows from those of the pieces.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

export interface GzipPiece {
  /** Deflate blocks, none of them the last. After a join a part of the joined text. */
  blocks: Buffer
  crc: number
  /** Bytes of the plain text. */
  length: number
  digest: Buffer
}

export interface GzipText {
  bytes: Buffer
  /** Bytes of the plain text. */
  length: number
  /** Equal for equal pieces. */
  digest: string
}

const compress = promisify(deflateRaw)
const LEVEL = 6
/** A stored block says its length in 16 bits. */
const STORED_BYTES_MAX = 0xffff

/** Magic number, deflate, no flags, no time, Unix. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])
/** An empty stored block, marked as the last. */
const LAST_BLOCK = Buffer.from([1, 0, 0, 0xff, 0xff])

/** A compressed piece, at most a few hundred KiB of text. */
export async function compressedPiece(text: Buffer): Promise<GzipPiece> {
  const options = { level: LEVEL, finishFlush: constants.Z_FULL_FLUSH }
  return pieceOf(text, await compress(text, options))
}

/** A piece as it is, for the few bytes between others. */
export function storedPiece(text: Buffer): GzipPiece {
  const blocks: Buffer[] = []
  for (let start = 0; start < text.length; start += STORED_BYTES_MAX) {
    const part = text.subarray(start, start + STORED_BYTES_MAX)
    const head = Buffer.alloc(5)
    head.writeUInt16LE(part.length, 1)
    head.writeUInt16LE(part.length ^ 0xffff, 3)
    blocks.push(head, part)
  }
  return pieceOf(text, Buffer.concat(blocks))
}

function pieceOf(text: Buffer, blocks: Buffer): GzipPiece {
  const digest = createHash('sha256').update(text).digest()
  return { blocks, crc: crc32(text), length: text.length, digest }
}

/**
 * The gzip text of the pieces, one after the other. Their blocks become parts of it, so that text
 * and pieces are held once.
 */
export function joinPieces(pieces: readonly GzipPiece[]): GzipText {
  const hash = createHash('sha256')
  let crc = 0
  let length = 0
  for (const piece of pieces) {
    crc = joinedCrc(crc, piece)
    length += piece.length
    hash.update(piece.digest)
  }
  const trailer = Buffer.alloc(8)
  trailer.writeUInt32LE(crc, 0)
  trailer.writeUInt32LE(length % 2 ** 32, 4)
  const blocks = pieces.map((piece) => piece.blocks)
  const bytes = Buffer.concat([HEADER, ...blocks, LAST_BLOCK, trailer])
  let start = HEADER.length
  for (const piece of pieces) {
    const end = start + piece.blocks.length
    piece.blocks = bytes.subarray(start, end)
    start = end
  }
  return { bytes, length, digest: hash.digest('base64url') }
}

/** CRC-32 as a polynomial over GF(2), its bits reversed; x^0 is the highest bit. */
const POLYNOMIAL = 0xedb88320
const ONE = 0x80000000

/** The checksum of a text followed by a piece: the first shifted by the piece's length, plus its. */
function joinedCrc(crc: number, piece: GzipPiece): number {
  return (multiply(shiftOf(piece.length), crc) ^ piece.crc) >>> 0
}

/** The product of two polynomials, modulo the checksum's. */
function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = ONE; bit !== 0; bit >>>= 1) {
    if ((a & bit) !== 0) product ^= factor
    factor = (factor & 1) === 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1
  }
  return product >>> 0
}

/** x to the power of eight times `bytes`. */
function shiftOf(bytes: number): number {
  let result = ONE
  let square = 0x00800000
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = multiply(square, result)
    square = multiply(square, square)
  }
  return result
}
