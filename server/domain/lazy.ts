/** A value made at the first call: neither the start of a large site nor a save needs it. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
