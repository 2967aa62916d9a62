export type Aenderung = { grund: string; alt: string; neu: string };
export const befehl: string;
export function flicke(): string | undefined;
export function istGeflickt(): boolean;
