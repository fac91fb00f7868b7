/** Work on many things at once, but not on all of them. */

/** Posts rendered at once for a list; more would only wait in the renderer's line. */
const AT_ONCE = 32

/** `map` of each item, in order, for a few of them at a time. */
export async function mapInTurns<T, R>(
  items: readonly T[],
  map: (item: T) => Promise<R>,
): Promise<R[]> {
  const mapped: R[] = []
  for (let start = 0; start < items.length; start += AT_ONCE) {
    mapped.push(...(await Promise.all(items.slice(start, start + AT_ONCE).map(map))))
  }
  return mapped
}
