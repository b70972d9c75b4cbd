/** Returns a function that makes the value when it is first called, and returns the same value after that. */
export function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
