import { konflikt } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { type Ausgabe, alsStrom } from "../ausgabe.ts";
import { verlangeLauf } from "../lauf.ts";
import { mappentyp } from "../mappe.ts";
import { schreibeCsv } from "./csv.ts";
import { countBelege, countKontaktgruppen } from "./queries.ts";
import type { ExportFilter, Format } from "./schema.ts";
import { belegtabelle, type Empfaengerkreis, kontakttabelle, type Tabelle } from "./spalten.ts";
import { schreibeXlsx } from "./xlsx.ts";
import { leseBelegzeilen, leseKontaktzeilen } from "./zeilen.ts";

export const medientyp = {
  csv: "text/csv",
  xlsx: mappentyp,
} as const satisfies Record<Format, string>;

/** Rows of a sheet, by the format (ECMA-376): no program opens one with more. */
const zeilenJeBlatt = 1_048_576;

type Exportwunsch = {
  kreis: Empfaengerkreis;
  filter: ExportFilter;
  /** false for HEAD: nothing leaves the house, so nothing is recorded. */
  heruntergeladen: boolean;
  /** Says where the rows are read, once it is sure that they will be. */
  ort?: () => Promise<Sql>;
  /** Rows of a sheet, with its head and sums. */
  hoechstens?: number;
};

/**
 * Checks that the run may be exported and gives its rows as a file.
 *
 * @throws Ablehnung nichtGefunden, or konflikt `lauf_nicht_abgeschlossen`, `zu_viele_zeilen`
 */
export async function exportiere(
  sql: Sql,
  kontext: Kontext,
  { kreis, filter, heruntergeladen, ort = async () => sql, hoechstens = zeilenJeBlatt }: Exportwunsch,
): Promise<Ausgabe> {
  const { buchungslaufId, format } = filter;
  const zusammenfassen = filter.zusammenfassen === "1";
  const dateiname = await sql.begin(async (tx) => {
    const lauf = await verlangeLauf(tx, buchungslaufId);
    if (format === "xlsx") await pruefeBlatt(tx, kreis, filter, hoechstens);
    const name = `${kreis}${zusammenfassen ? "-je-kontakt" : ""}-${lauf.datum}.${format}`;
    if (heruntergeladen)
      await protokolliere(tx, kontext, {
        aktion: "export",
        ressource: "buchungslauf",
        ressourceId: lauf.id,
        neu: { art: kreis, format, zusammenfassen, dateiname: name },
      });
    return name;
  });
  const lesend = await ort();
  return {
    dateiname,
    oeffne: () =>
      zusammenfassen
        ? alsDatei(kontakttabelle(kreis), leseKontaktzeilen(lesend, buchungslaufId, kreis), format)
        : alsDatei(belegtabelle(kreis), leseBelegzeilen(lesend, buchungslaufId, kreis), format),
  };
}

/** A sheet that is too long would show only when somebody opens it: told before the first byte. */
const pruefeBlatt = async (
  tx: Tx,
  kreis: Empfaengerkreis,
  { buchungslaufId, zusammenfassen }: ExportFilter,
  hoechstens: number,
): Promise<void> => {
  const jeKontakt = zusammenfassen === "1";
  const zeilen = jeKontakt
    ? await countKontaktgruppen(tx, buchungslaufId, kreis)
    : await countBelege(tx, buchungslaufId, kreis);
  const { summen } = jeKontakt ? kontakttabelle(kreis) : belegtabelle(kreis);
  if (1 + zeilen + summen.length > hoechstens)
    throw konflikt(
      "zu_viele_zeilen",
      `${zahl.format(zeilen)} Zeilen fasst kein Tabellenblatt (höchstens ${zahl.format(hoechstens)} mit Kopf und Summen). Bitte als CSV exportieren (\`format=csv\`).`,
    );
};

const zahl = new Intl.NumberFormat("de-DE");

const alsDatei = <Z>(tabelle: Tabelle<Z>, stapel: AsyncIterable<Z[]>, format: Format): ReadableStream<Uint8Array> =>
  alsStrom(format === "csv" ? schreibeCsv(tabelle, stapel) : schreibeXlsx(tabelle, stapel));
