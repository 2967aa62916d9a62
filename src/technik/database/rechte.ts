import { readFileSync } from "node:fs";
import type { Db } from "./pool.ts";

const schemaDatei = new URL("../../../sql/schema.sql", import.meta.url);

/** The statements of `sql/schema.sql` that give rights or take them. */
export function listRechteanweisungen(): string[] {
  return readFileSync(schemaDatei, "utf8")
    .split("\n")
    .filter((zeile) => /^(grant|revoke) /.test(zeile));
}

/** A right on a table or a column, and the statement that gives it. */
type Recht = { anweisung: string; rolle: string; tabelle: string; recht: string; spalte: string | null };

const alsRechte = (anweisung: string): Recht[] => {
  const [, was = "", tabelle = "", rolle = ""] = /^grant ([\w, ()]+) on (\w+) to (\w+);$/.exec(anweisung) ?? [];
  const [, aufSpalten, spalten = ""] = /^(\w+) \((.+)\)$/.exec(was) ?? [];
  if (aufSpalten)
    return spalten.split(", ").map((spalte) => ({ anweisung, rolle, tabelle, recht: aufSpalten, spalte }));
  return was
    .split(", ")
    .filter(Boolean)
    .map((recht) => ({ anweisung, rolle, tabelle, recht, spalte: null }));
};

/** Statements whose rights somebody has lost; a table that a newer release has dropped needs none. */
export async function listFehlendeRechte(sql: Db): Promise<string[]> {
  const rechte = listRechteanweisungen().flatMap(alsRechte);
  const zeilen = await sql<{ anweisung: string }[]>`
    select r.anweisung
    from unnest(${rechte.map((r) => r.anweisung)}::text[], ${rechte.map((r) => r.rolle)}::text[],
      ${rechte.map((r) => r.tabelle)}::text[], ${rechte.map((r) => r.recht)}::text[],
      ${rechte.map((r) => r.spalte)}::text[]) with ordinality r (anweisung, rolle, tabelle, recht, spalte, nr)
    where to_regclass(r.tabelle) is not null
      and not case when r.spalte is null then has_table_privilege(r.rolle, r.tabelle, r.recht)
        else has_column_privilege(r.rolle, r.tabelle, r.spalte, r.recht) end
    group by r.anweisung
    order by min(r.nr)`;
  return zeilen.map(({ anweisung }) => anweisung);
}
