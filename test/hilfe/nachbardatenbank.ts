/** The address of another database of the same server, with the same sign-in. */
export function nachbardatenbank(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: `/${name}` }).href;
}
