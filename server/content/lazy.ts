/** Returns a function that computes its value at the first call and returns that from then on. */
export function lazy<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
