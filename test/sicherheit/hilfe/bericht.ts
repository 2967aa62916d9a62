/** What a suite has measured, beside the marks of the runner. */
export const melde = (text: string): void => console.log(`    ${text}`);

export const sekunden = (ms: number): string => `${(ms / 1000).toFixed(1).replace(".", ",")} s`;

export const anzahl = (n: number): string => n.toLocaleString("de-DE");
