/** One spelling for query paths that ask the same, so that an answer is made and kept once. */

/** Options that any query knows, in the order in which they are spelled. */
const OPTIONS = ['cursor', 'from', 'limit', 'tag', 'to', 'view'] as const

/** The path with the options that matter alone, in one order; others are ignored (contract §3). */
export function canonicalQuery(path: string): string {
  const mark = path.indexOf('?')
  if (mark < 0) return path
  const given = new URLSearchParams(path.slice(mark + 1))
  const kept = new URLSearchParams()
  for (const name of OPTIONS) {
    const values = [...new Set(given.getAll(name))]
    for (const value of values.sort()) kept.append(name, value)
  }
  const text = kept.toString()
  return text === '' ? path.slice(0, mark) : `${path.slice(0, mark)}?${text}`
}
