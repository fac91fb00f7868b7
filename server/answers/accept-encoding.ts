/** Which compressed form of an answer a client takes (RFC 9110 §12.5.3). */

const ENCODINGS = ['br', 'gzip', 'identity'] as const
export type Encoding = (typeof ENCODINGS)[number]

/** Browsers send one of a few lines, so reading each once is enough; the bound is for the rest. */
const KEPT_LINES_MAX = 200
const LINE_LENGTH_MAX = 200
const kept = new Map<string, readonly Encoding[]>()

/**
 * The encodings a client takes, best first: by its own weights, then ours. Always ends in one
 * that can be sent: a client that refuses everything gets `identity` rather than nothing.
 */
export function acceptedEncodings(line: string | undefined): readonly Encoding[] {
  if (line === undefined || line.length > LINE_LENGTH_MAX) return ['identity']
  const known = kept.get(line)
  if (known) return known
  const parsed = parseAcceptEncoding(line)
  if (kept.size >= KEPT_LINES_MAX) kept.clear()
  kept.set(line, parsed)
  return parsed
}

function parseAcceptEncoding(line: string): readonly Encoding[] {
  const weights = new Map<string, number>()
  for (const item of line.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    const value = weight === undefined ? 1 : Number(weight.slice(2))
    if (name !== '') weights.set(name, Number.isFinite(value) ? value : 0)
  }
  const weightOf = (encoding: Encoding) => {
    const given = weights.get(encoding) ?? weights.get('*')
    // What is not named is not wanted, save identity, which needs no naming.
    return given ?? (encoding === 'identity' ? Number.MIN_VALUE : 0)
  }
  const accepted = ENCODINGS.filter((encoding) => weightOf(encoding) > 0)
  accepted.sort((a, b) => weightOf(b) - weightOf(a))
  return accepted.includes('identity') ? accepted : [...accepted, 'identity']
}
