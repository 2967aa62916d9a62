import type { Aenderung } from "./flicke.mjs";

export const version: string;
export const dateien: { datei: string; vorher: string; nachher: string; aenderungen: Aenderung[] }[];
