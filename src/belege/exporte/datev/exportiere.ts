import type { Buffer } from "node:buffer";
import { konflikt } from "../../../kern/ablehnung.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { leseFirmendaten } from "../../../stammdaten/einstellungen/firmendaten/pflege.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { verlangeLauf } from "../lauf.ts";
import { alsStrom } from "../strom.ts";
import type { Ausgabe } from "../tabellen/exportiere.ts";
import { cp1252 } from "../zeichensatz.ts";
import { datevKopf, datevZeilen, wirtschaftsjahrBeginn } from "./buchungsstapel.ts";
import { type DatevBeleg, kontiere } from "./kontierung.ts";
import { listDatevBelege } from "./queries.ts";
import type { DatevFilter, FehlendeAngabe } from "./schema.ts";

/** What is missing, each said once however many documents lack it. */
const sammleMaengel = () => {
  const maengel = new Map<string, FehlendeAngabe>();
  return {
    maengel,
    melde(beleg: DatevBeleg, gemeldet: ReturnType<typeof kontiere>["maengel"]) {
      for (const [text, { code }] of new Map(gemeldet.map((mangel) => [mangel.text, mangel]))) {
        const mangel = maengel.get(text) ?? { code, text, anzahl: 0, belegnummern: [] };
        maengel.set(text, mangel);
        mangel.anzahl += 1;
        if (mangel.belegnummern.length < 5) mangel.belegnummern.push(beleg.belegnummer);
      }
    },
  };
};

const unvollstaendig = (fehlend: FehlendeAngabe[]) =>
  konflikt("datev_unvollstaendig", "Für den DATEV-Buchungsstapel fehlen Angaben.", { fehlend });

export type DatevAusgabe = Ausgabe & { anzahlBelege: number; anzahlBuchungen: number };

/**
 * The posting batch of a run: all of its documents, or a refusal that names all that is missing.
 *
 * @param heruntergeladen false for HEAD: nothing leaves the house, so nothing is recorded
 * @throws Ablehnung nichtGefunden, or konflikt `lauf_nicht_abgeschlossen`, `datev_unvollstaendig`, `mehrere_wirtschaftsjahre`,
 *   `keine_buchungen`
 */
export const exportiereDatev = (
  sql: Sql,
  kontext: Kontext,
  { buchungslaufId, nur, wirtschaftsjahr }: DatevFilter,
  heruntergeladen: boolean,
): Promise<DatevAusgabe> =>
  sql.begin("isolation level repeatable read", async (tx) => {
    const lauf = await verlangeLauf(tx, buchungslaufId);
    const { datev } = await leseFirmendaten(tx);
    if (!datev) {
      const text = "Firmendaten: Die DATEV-Angaben (`datev`) fehlen.";
      throw unvollstaendig([{ code: "datev_fehlt", text, anzahl: 0, belegnummern: [] }]);
    }
    const { maengel, melde } = sammleMaengel();
    const jahre = new Set<number>();
    const teile: Buffer[] = [];
    let [von, bis, anzahlBelege, anzahlBuchungen] = ["9999-12-31", "", 0, 0];
    for await (const belege of listDatevBelege(tx, buchungslaufId)) {
      let zeilen = "";
      for (const beleg of belege) {
        if (nur && beleg.istStorno !== (nur === "stornos")) continue;
        const jahr = Number(wirtschaftsjahrBeginn(beleg.belegdatum, datev.wjBeginn).slice(0, 4));
        jahre.add(jahr);
        if (wirtschaftsjahr !== undefined && jahr !== wirtschaftsjahr) continue;
        const ergebnis = kontiere(beleg, datev);
        melde(beleg, ergebnis.maengel);
        if (ergebnis.buchungen.length === 0) continue;
        zeilen += datevZeilen(beleg, ergebnis.buchungen);
        anzahlBelege += 1;
        anzahlBuchungen += ergebnis.buchungen.length;
        if (beleg.belegdatum < von) von = beleg.belegdatum;
        if (beleg.belegdatum > bis) bis = beleg.belegdatum;
      }
      teile.push(cp1252(zeilen));
    }
    if (jahre.size > 1 && wirtschaftsjahr === undefined)
      throw konflikt(
        "mehrere_wirtschaftsjahre",
        "Die Belege des Laufs liegen in mehreren Wirtschaftsjahren; ein Buchungsstapel gehört zu einem.",
        { wirtschaftsjahre: [...jahre].sort((a, b) => a - b) },
      );
    if (maengel.size > 0) throw unvollstaendig([...maengel.values()].sort((a, b) => (a.text < b.text ? -1 : 1)));
    if (anzahlBelege === 0) throw konflikt("keine_buchungen", "Zu diesem Lauf gibt es nichts zu verbuchen.");
    const dateiname = `EXTF_Buchungsstapel_${lauf.datum}${nur ? `_${nur}` : ""}${wirtschaftsjahr ? `_WJ${wirtschaftsjahr}` : ""}.csv`;
    const kopf = datevKopf({
      ...datev,
      wjBeginn: wirtschaftsjahrBeginn(von, datev.wjBeginn),
      von,
      bis,
      bezeichnung: `Buchungslauf ${deutschesDatum(lauf.datum)}`,
      benutzer: kontext.akteur.name,
      erzeugtAm: kontext.jetzt,
    });
    if (heruntergeladen)
      await protokolliere(tx, kontext, {
        aktion: "export",
        ressource: "buchungslauf",
        ressourceId: lauf.id,
        neu: { art: "datev", dateiname, anzahlBelege, anzahlBuchungen },
      });
    return { dateiname, anzahlBelege, anzahlBuchungen, oeffne: () => alsStrom([kopf, ...teile].values()) };
  });
