import { type Ausgabe, alsStrom } from "../../belege/exporte/ausgabe.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibeMappe } from "../format/mappe.ts";
import { leseImport } from "../import/lese.ts";
import { befundblaetter } from "./mappe.ts";

/**
 * @param heruntergeladen false for HEAD: nothing leaves the house, so nothing is recorded
 * @throws Ablehnung nichtGefunden
 */
export async function exportiereBefunde(
  sql: Sql,
  kontext: Kontext,
  importId: number,
  heruntergeladen: boolean,
): Promise<Ausgabe> {
  await leseImport(sql, importId);
  const dateiname = `import-${importId}-befunde.xlsx`;
  if (heruntergeladen)
    await sql.begin((tx) =>
      protokolliere(tx, kontext, { aktion: "export", ressource: "import", ressourceId: importId, neu: { dateiname } }),
    );
  return { dateiname, oeffne: () => alsStrom(schreibeMappe(befundblaetter(sql, importId))) };
}
