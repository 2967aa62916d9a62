import { konflikt } from "../../../kern/ablehnung.ts";
import { deutschesDatum } from "../../../kern/kalender/tag.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { vergleicheText } from "../../../kern/vergleicheText.ts";
import { leseFirmendaten } from "../../../stammdaten/einstellungen/firmendaten/pflege.ts";
import type { Firmendaten } from "../../../stammdaten/einstellungen/firmendaten/schema.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import type { Ausgabe } from "../ausgabe.ts";
import { alsStrom } from "../ausgabe.ts";
import { entpackt, packe } from "../gepackt.ts";
import { verlangeLauf } from "../lauf.ts";
import { cp1252 } from "../windows1252.ts";
import { datevKopf, datevZeilen, wirtschaftsjahrBeginn } from "./buchungsstapel.ts";
import { type DatevBeleg, kontiere, type Mangel } from "./kontierung.ts";
import { listDatevBelege } from "./queries.ts";
import type { DatevFilter, FehlendeAngabe } from "./schema.ts";

type DatevAusgabe = Ausgabe & { anzahlBelege: number; anzahlBuchungen: number };

/**
 * The posting batch of a run: all of its documents, or a refusal that names all that is missing.
 *
 * @param heruntergeladen false for HEAD: nothing leaves the house, so nothing is recorded
 * @throws Ablehnung nichtGefunden, or konflikt `lauf_nicht_abgeschlossen`, `datev_unvollstaendig`, `mehrere_wirtschaftsjahre`,
 *   `keine_buchungen`
 */
export function exportiereDatev(
  sql: Sql,
  kontext: Kontext,
  filter: DatevFilter,
  heruntergeladen: boolean,
): Promise<DatevAusgabe> {
  return sql.begin("isolation level repeatable read", async (tx) => {
    const lauf = await verlangeLauf(tx, filter.buchungslaufId);
    const datev = await verlangeDatev(tx);
    const sammlung = await sammle(tx, filter, datev);
    pruefeSammlung(sammlung, filter);
    const { von, bis, teile, anzahlBelege, anzahlBuchungen } = sammlung;
    const kopf = datevKopf({
      ...datev,
      wjBeginn: wirtschaftsjahrBeginn(von, datev.wjBeginn),
      von,
      bis,
      bezeichnung: `Buchungslauf ${deutschesDatum(lauf.datum)}`,
      benutzer: kontext.akteur.name,
      erzeugtAm: kontext.jetzt,
    });
    const dateiname = dateinameVon(lauf.datum, filter);
    if (heruntergeladen)
      await protokolliere(tx, kontext, {
        aktion: "export",
        ressource: "buchungslauf",
        ressourceId: lauf.id,
        neu: { art: "datev", dateiname, anzahlBelege, anzahlBuchungen },
      });
    return { dateiname, anzahlBelege, anzahlBuchungen, oeffne: () => alsStrom(schreibe(kopf, teile)) };
  });
}

function* schreibe(kopf: Uint8Array, teile: readonly Uint8Array[]): Generator<Uint8Array, void> {
  yield kopf;
  yield* entpackt(teile);
}

const dateinameVon = (datum: string, { nur, wirtschaftsjahr }: DatevFilter): string =>
  `EXTF_Buchungsstapel_${datum}${nur ? `_${nur}` : ""}${wirtschaftsjahr ? `_WJ${wirtschaftsjahr}` : ""}.csv`;

const unvollstaendig = (fehlend: FehlendeAngabe[]) =>
  konflikt("datev_unvollstaendig", "Für den DATEV-Buchungsstapel fehlen Angaben.", { fehlend });

type DatevAngaben = NonNullable<Firmendaten["datev"]>;

const verlangeDatev = async (tx: Tx): Promise<DatevAngaben> => {
  const { datev } = await leseFirmendaten(tx);
  if (datev) return datev;
  const text = "Firmendaten: Die DATEV-Angaben (`datev`) fehlen.";
  throw unvollstaendig([{ code: "datev_fehlt", text, anzahl: 0, belegnummern: [] }]);
};

/** What the documents of a run come to. */
type Sammlung = {
  /** Of the file, packed: its header names the days of all. */
  teile: Uint8Array[];
  anzahlBelege: number;
  anzahlBuchungen: number;
  /** Earliest and latest day of a document. */
  von: string;
  bis: string;
  /** Financial years of all documents, also of those that are not asked for. */
  jahre: Set<number>;
  /** By text: each said once, however many documents lack it. */
  maengel: Map<string, FehlendeAngabe>;
};

const sammle = async (tx: Tx, filter: DatevFilter, datev: DatevAngaben): Promise<Sammlung> => {
  const sammlung: Sammlung = {
    teile: [],
    anzahlBelege: 0,
    anzahlBuchungen: 0,
    von: "9999-12-31",
    bis: "",
    jahre: new Set(),
    maengel: new Map(),
  };
  for await (const belege of listDatevBelege(tx, filter.buchungslaufId))
    sammlung.teile.push(await packe(cp1252(belege.map((beleg) => nimmAuf(sammlung, beleg, filter, datev)).join(""))));
  return sammlung;
};

/** The lines of a document; none for one that is not asked for, or moves nothing. */
const nimmAuf = (
  sammlung: Sammlung,
  beleg: DatevBeleg,
  { nur, wirtschaftsjahr }: DatevFilter,
  datev: DatevAngaben,
): string => {
  if (nur && beleg.istStorno !== (nur === "stornos")) return "";
  const jahr = Number(wirtschaftsjahrBeginn(beleg.belegdatum, datev.wjBeginn).slice(0, 4));
  sammlung.jahre.add(jahr);
  if (wirtschaftsjahr !== undefined && jahr !== wirtschaftsjahr) return "";
  const { buchungen, maengel } = kontiere(beleg, datev);
  merkeMaengel(sammlung.maengel, beleg, maengel);
  if (buchungen.length === 0) return "";
  sammlung.anzahlBelege += 1;
  sammlung.anzahlBuchungen += buchungen.length;
  if (beleg.belegdatum < sammlung.von) sammlung.von = beleg.belegdatum;
  if (beleg.belegdatum > sammlung.bis) sammlung.bis = beleg.belegdatum;
  return datevZeilen(beleg, buchungen);
};

const merkeMaengel = (bisher: Sammlung["maengel"], { belegnummer }: DatevBeleg, neue: readonly Mangel[]): void => {
  for (const [text, { code }] of new Map(neue.map((mangel) => [mangel.text, mangel]))) {
    const angabe = bisher.get(text) ?? { code, text, anzahl: 0, belegnummern: [] };
    bisher.set(text, angabe);
    angabe.anzahl += 1;
    if (angabe.belegnummern.length < 5) angabe.belegnummern.push(belegnummer);
  }
};

const pruefeSammlung = ({ jahre, maengel, anzahlBelege }: Sammlung, { wirtschaftsjahr }: DatevFilter): void => {
  if (jahre.size > 1 && wirtschaftsjahr === undefined)
    throw konflikt(
      "mehrere_wirtschaftsjahre",
      "Die Belege des Laufs liegen in mehreren Wirtschaftsjahren; ein Buchungsstapel gehört zu einem.",
      { wirtschaftsjahre: [...jahre].sort((a, b) => a - b) },
    );
  if (maengel.size > 0) throw unvollstaendig([...maengel.values()].sort((a, b) => vergleicheText(a.text, b.text)));
  if (anzahlBelege === 0) throw konflikt("keine_buchungen", "Zu diesem Lauf gibt es nichts zu verbuchen.");
};
