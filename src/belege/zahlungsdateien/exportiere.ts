import { createHash } from "node:crypto";
import { konflikt, ungueltig } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { leseFirmendaten } from "../../stammdaten/einstellungen/firmendaten/pflege.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { alsListe } from "../../technik/http/schema.ts";
import { firmenname } from "../briefe/wortlaut.ts";
import type { Ausgabe } from "../exporte/ausgabe.ts";
import { alsStrom } from "../exporte/ausgabe.ts";
import { verlangeLauf } from "../exporte/lauf.ts";
import { listAbrufe, listZahlungsbelege } from "./queries.ts";
import {
  type AusgelasseneZahlung,
  hoechstensGenannt,
  type SepaFilter,
  type SepaPruefungFilter,
  type Zahlungspruefung,
} from "./schema.ts";
import { ausfuehrungstag, einzugstag } from "./sepa/bankarbeitstag.ts";
import { neueSepaDatei, type Zahlender } from "./sepa/datei.ts";
import {
  type Auftraggeber,
  beurteile,
  gruende,
  type SepaArt,
  type Unbeteiligt,
  unbeteiligt,
  type ZahlungsBeleg,
} from "./sepa/zahlungen.ts";

type Zahlung = { beleg: ZahlungsBeleg; betragCent: number };
type Sichtung = { ausgelassen: AusgelasseneZahlung[]; unbeteiligt: Map<Unbeteiligt, number> };

const leseAuftraggeber = async (tx: Tx): Promise<Auftraggeber> => {
  const firma = await leseFirmendaten(tx);
  return { ...firma, name: firmenname(firma) };
};

/** Judges the documents of a run one after the other; what is to be paid goes to `nimm`, batch by batch. */
const sichte = async (
  tx: Tx,
  laufId: string,
  art: SepaArt,
  firma: Auftraggeber,
  nur: ReadonlySet<string> | null,
  nimm: (zahlungen: Zahlung[]) => void,
): Promise<Sichtung> => {
  const sichtung: Sichtung = { ausgelassen: [], unbeteiligt: new Map() };
  const gesucht = new Set(nur);
  for await (const belege of listZahlungsbelege(tx, laufId)) {
    const zahlungen: Zahlung[] = [];
    for (const beleg of belege) {
      if (nur && !gesucht.delete(beleg.belegnummer)) continue;
      const befund = beurteile(art, beleg, firma);
      if ("unbeteiligt" in befund)
        sichtung.unbeteiligt.set(befund.unbeteiligt, (sichtung.unbeteiligt.get(befund.unbeteiligt) ?? 0) + 1);
      else if (befund.gruende.length === 0) zahlungen.push({ beleg, betragCent: befund.betragCent });
      else
        sichtung.ausgelassen.push({
          archivId: beleg.id,
          belegnummer: beleg.belegnummer,
          kontonummer: beleg.kontonummer,
          kontakt: beleg.empfaenger.anzeigename,
          betragCent: befund.betragCent,
          gruende: befund.gruende.map((code) => ({ code, text: gruende[code] })),
        });
    }
    nimm(zahlungen);
  }
  const [fremd] = gesucht;
  if (fremd !== undefined) throw ungueltig("belegnummern", "unbekannt", `Der Buchungslauf hat keinen Beleg ${fremd}.`);
  return sichtung;
};

/** One snapshot for all that is read: a record changed meanwhile is either old or new in the whole file. */
const imSchnappschuss = "isolation level repeatable read";

const summiere = (zahlungen: { betragCent: number }[]) => ({
  anzahl: zahlungen.length,
  summeCent: zahlungen.reduce((summe, { betragCent }) => summe + betragCent, 0),
});

/** @throws Ablehnung nichtGefunden, or konflikt `lauf_nicht_abgeschlossen` */
export const pruefeSepa = (sql: Sql, filter: SepaPruefungFilter): Promise<Zahlungspruefung> =>
  sql.begin(`${imSchnappschuss} read only`, async (tx) => {
    const lauf = await verlangeLauf(tx, filter.buchungslaufId);
    const zahlungen = { anzahl: 0, summeCent: 0 };
    const firma = await leseAuftraggeber(tx);
    const sichtung = await sichte(tx, filter.buchungslaufId, filter.art, firma, null, (teil) => {
      const { anzahl, summeCent } = summiere(teil);
      zahlungen.anzahl += anzahl;
      zahlungen.summeCent += summeCent;
    });
    const von = (filter.page - 1) * filter.limit;
    return {
      zahlungen,
      ausgelassen: summiere(sichtung.ausgelassen),
      unbeteiligt: [...sichtung.unbeteiligt]
        .map(([code, anzahl]) => ({ code, text: unbeteiligt[code], anzahl }))
        .sort((a, b) => (a.code < b.code ? -1 : 1)),
      abrufe: [...(await listAbrufe(tx, lauf.id, filter.art))],
      ...alsListe(sichtung.ausgelassen.slice(von, von + filter.limit), sichtung.ausgelassen.length, filter),
    };
  });

const kuerzel: Record<SepaArt, string> = { lastschrift: "LS", ueberweisung: "UE" };

/**
 * 35 characters from run, kind and selection alone: a bank that has the file refuses it a second time.
 */
const nachrichtenId = ({ buchungslaufId, art, belegnummern }: SepaFilter): string => {
  const alles = buchungslaufId.replaceAll("-", "").toLowerCase();
  const auswahl = belegnummern && [...new Set(belegnummern)].sort().join(" ");
  const teil = auswahl && createHash("sha256").update(`${alles} ${auswahl}`).digest("hex").slice(0, 32);
  return `${kuerzel[art]}-${teil ?? alles}`;
};

export type SepaAusgabe = Ausgabe & { msgId: string; anzahl: number; summeCent: number; anzahlAusgelassen: number };

/**
 * The payment file of a run.
 *
 * @param heruntergeladen false for HEAD: nothing leaves the house, so nothing is recorded
 * @throws Ablehnung nichtGefunden, ungueltig for a number that the run has not, or konflikt `lauf_nicht_abgeschlossen`, `keine_zahlungen`
 */
export const exportiereSepa = (
  sql: Sql,
  kontext: Kontext,
  filter: SepaFilter,
  heruntergeladen: boolean,
): Promise<SepaAusgabe> =>
  sql.begin(imSchnappschuss, async (tx) => {
    const { buchungslaufId, art, belegnummern } = filter;
    const lauf = await verlangeLauf(tx, buchungslaufId);
    const { msgId, datei, ausgelassen } = await fuelle(tx, kontext, filter);
    const { anzahl, summeCent } = datei.gesamt;
    const anzahlAusgelassen = ausgelassen.length;
    if (anzahl === 0)
      throw konflikt("keine_zahlungen", "Keine Zahlung dieses Laufs kann in die Datei.", {
        anzahlAusgelassen,
        ausgelassen: ausgelassen.slice(0, hoechstensGenannt),
      });
    const dateiname = `sepa-${art}-${lauf.datum}${belegnummern ? "-auswahl" : ""}.xml`;
    if (heruntergeladen)
      await protokolliere(tx, kontext, {
        aktion: "export",
        ressource: "buchungslauf",
        ressourceId: lauf.id,
        neu: {
          art: `sepa-${art}`,
          dateiname,
          nachrichtenId: msgId,
          anzahl,
          summeCent,
          anzahlAusgelassen,
          ...(belegnummern ? { belegnummern } : {}),
        },
      });
    return { dateiname, msgId, anzahl, summeCent, anzahlAusgelassen, oeffne: () => alsStrom(datei.schreibe()) };
  });

/** Puts every payment that is ready into the file, on the day on which it is carried out. */
const fuelle = async (tx: Tx, { heute, jetzt }: Kontext, filter: SepaFilter) => {
  const { buchungslaufId, art, belegnummern } = filter;
  const firma = await leseAuftraggeber(tx);
  const msgId = nachrichtenId(filter);
  // Without a trust account every payment is left out, and nothing is ever written of it.
  const zahlender: Zahlender = { ...firma, treuhandkonto: firma.treuhandkonto ?? { iban: "", bic: null } };
  const datei = neueSepaDatei(art, zahlender, msgId, jetzt);
  const tagVon = art === "lastschrift" ? einzugstag : ausfuehrungstag;
  const nur = belegnummern ? new Set(belegnummern) : null;
  const { ausgelassen } = await sichte(tx, buchungslaufId, art, firma, nur, (zahlungen) => {
    for (const [tag, teil] of Map.groupBy(zahlungen, ({ beleg }) => tagVon(beleg.zahlbarBis, heute)))
      datei.nimm(tag, teil);
  });
  return { msgId, datei, ausgelassen };
};
