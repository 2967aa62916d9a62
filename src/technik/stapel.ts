/** A list in parts of so many, the last of what is left, in order: for statements that shall not take too many rows. */
export function* inStapeln<T>(alle: readonly T[], jeStapel: number): Generator<T[], void> {
  for (let von = 0; von < alle.length; von += jeStapel) yield alle.slice(von, von + jeStapel);
}
