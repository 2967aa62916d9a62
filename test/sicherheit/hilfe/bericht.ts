/** What a suite has measured, beside the marks of the runner. */
export function melde(text: string): void {
  console.log(`    ${text}`);
}

export function sekunden(ms: number): string {
  return `${(ms / 1000).toFixed(1).replace(".", ",")} s`;
}

export function anzahl(n: number): string {
  return n.toLocaleString("de-DE");
}
