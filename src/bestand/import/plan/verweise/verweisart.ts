import type { Schluesselart } from "../../../format/schluessel.ts";

/** By what a row names a record: a key, a number, the first day of a version, a name. */
export type Verweisart = Schluesselart | "kontonummer" | "fassung" | "positionsart";

/** The record that each key of the stock leads to. */
export type Verweise = Map<Verweisart, ReadonlyMap<string, number>>;
