/** A reason where it holds, else none: for lists of all that do. */
export function wenn<const G extends string>(gilt: boolean, grund: G): G[] {
  return gilt ? [grund] : [];
}
