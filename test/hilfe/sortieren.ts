import { expect } from "vitest";
import { pruefer } from "./mitDienst.ts";

type Wert = string | number | null;
/** One record: its id, and what each field of `sort` compares of it. */
export type Sortierbar = { id: number } & Record<string, Wert>;

const vergleiche = (a: Wert, b: Wert): number => (a === b ? 0 : (a ?? 0) < (b ?? 0) ? -1 : 1);

/** The order as it is described: by value, then by id in the same direction, what has no value behind it all. */
const sortiert = (zeilen: Sortierbar[], sort: string): number[] => {
  const ab = sort.startsWith("-");
  const feld = ab ? sort.slice(1) : sort;
  const geordnet = (teil: Sortierbar[]) => {
    const auf = [...teil].sort((a, b) => vergleiche(a[feld] ?? null, b[feld] ?? null) || a.id - b.id);
    return (ab ? auf.reverse() : auf).map(({ id }) => id);
  };
  return [
    ...geordnet(zeilen.filter((zeile) => zeile[feld] !== null)),
    ...geordnet(zeilen.filter((zeile) => zeile[feld] === null)),
  ];
};

type Liste = { data: { id: number }[]; pagination: { total: number; totalPages: number } };

const lies = async (anfrage: string): Promise<Liste> => {
  const { status, json, text } = await pruefer().get<Liste>(anfrage);
  expect(status, text).toBe(200);
  return json;
};

/** All pages of a list, one behind the other, hold these records in this order. */
const inOrdnung = async (liste: string, sort: string, zeilen: Sortierbar[]): Promise<void> => {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const { data, pagination } = await lies(
      `${liste}${liste.includes("?") ? "&" : "?"}sort=${sort}&limit=7&page=${page}`,
    );
    ids.push(...data.map(({ id }) => id));
    expect(pagination.total, `${liste} ${sort}`).toBe(zeilen.length);
    if (page >= pagination.totalPages) break;
  }
  expect(ids, `${liste} ${sort}`).toEqual(sortiert(zeilen, sort));
};

/** Every field both ways; without `sort` the list is as by `vorgabe`. */
export async function jedeOrdnung(liste: string, felder: string[], vorgabe: string, zeilen: Sortierbar[]) {
  for (const feld of felder) for (const sort of [feld, `-${feld}`]) await inOrdnung(liste, sort, zeilen);
  const { data } = await lies(`${liste}${liste.includes("?") ? "&" : "?"}limit=500`);
  expect(data.map(({ id }) => id)).toEqual(sortiert(zeilen, vorgabe));
}

/** What is no field of the list is refused by name. */
export async function lehntUnbekanntesAb(liste: string): Promise<void> {
  for (const falsch of ["farbe", "--id", "-", "", "id,-id"]) {
    const { status, json } = await pruefer().get<{ errors: { path: string; code: string }[] }>(
      `${liste}?sort=${falsch}`,
    );
    expect(status, falsch).toBe(400);
    expect(json.errors).toMatchObject([{ path: "sort", code: "nicht_erlaubt" }]);
  }
}
