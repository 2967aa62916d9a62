import { Ablehnung, konflikt, ungueltig } from "../../kern/ablehnung.ts";
import { deutschesDatum, inTagen } from "../../kern/kalender/tag.ts";
import type { Kontext } from "../../kern/kontext.ts";
import type { NichtAbrechenbarGrund } from "../../kern/pacht/ergebnis.ts";
import { verlangeFirmendaten } from "../../stammdaten/einstellungen/firmendaten/vollstaendigkeit.ts";
import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { neuerAbdruck } from "../eingabe/abdruck.ts";
import { angewandteHebungen, type Ermittelt, ermittle, postenVon } from "../eingabe/ermittle.ts";
import { mitTexten } from "../eingabe/gruende.ts";
import type { Umfang } from "../eingabe/lade.ts";
import { addiere, nullSummen, summiere } from "../eingabe/summen.ts";
import { pruefeAuswahl } from "../vorschau/auswahl.ts";
import { type BuchenBody, buchungTage, hoechstensAusgelassene, hoechstensImKoerper } from "../vorschau/schema.ts";
import { alsAblehnung, schliesseFehlgeschlagenen, ursache } from "./fehlschlag.ts";
import { insertLauf } from "./laeufe/queries.ts";
import { nimmLaufsperre, verwirfTote } from "./laufsperre.ts";
import { findNaechsteFaelligkeit, listGeaendertSeit } from "./queries.ts";
import type { AbgeschlossenerBuchungslauf } from "./schema.ts";
import { type Anzahl, type Buchbar, nullAnzahl, stapele, zaehle } from "./stapel/stapele.ts";
import { veroeffentliche } from "./veroeffentlichung/veroeffentliche.ts";

/** A clerk who saves a remark while a run is under way costs it a second computation, not the run. */
const versuche = 3;

const istUeberholt = (fehler: unknown): boolean =>
  fehler instanceof Ablehnung && fehler.code === "gleichzeitig_geaendert";

/**
 * Books every open due period up to `datum`: computes in parts of a few thousand accounts, stages them, and publishes
 * all of it in one transaction. Whatever goes wrong, nothing is booked and no number is spent, and the run stays as
 * `fehlgeschlagen` with its cause.
 *
 * @param laufId for the run, unless it has to be computed again; otherwise a random one
 * @throws Ablehnung ungueltig for a day too far ahead, unknown accounts or too many of them; konflikt `lauf_aktiv`,
 *   `idempotenz_laeuft`, `firmendaten_unvollstaendig`, `zeichen_fehlt`, `vorschau_veraltet`, `nichts_zu_buchen`,
 *   `zeitraum_gebucht`, `gleichzeitig_geaendert`, and what the completion of an increase is refused for; gescheitert
 *   `lauf_fehlgeschlagen`
 */
export async function bucheAbrechnung(
  sql: Sql,
  kontext: Kontext,
  body: BuchenBody,
  laufId?: string,
): Promise<AbgeschlossenerBuchungslauf> {
  if (body.datum > inTagen(kontext.heute, buchungTage))
    throw ungueltig("datum", "zu_weit", `Gebucht wird höchstens ${buchungTage} Tage im Voraus.`);
  const auswahl = await pruefeAuswahl(sql, body.auswahl, hoechstensImKoerper);
  const sperre = await nimmLaufsperre(sql, kontext, auswahl);
  if ("antwort" in sperre) return sperre.antwort as AbgeschlossenerBuchungslauf;
  const umfang = { datum: body.datum, auswahl, belegdatum: kontext.heute };
  try {
    await verwirfTote(sql);
    await verlangeFirmendaten(sql);
    for (let versuch = 1; ; versuch += 1) {
      try {
        return await fuehreAus(sql, kontext, umfang, body.vorschauHash ?? null, versuch === 1 ? laufId : undefined);
      } catch (fehler) {
        if (!istUeberholt(fehler) || versuch === versuche) throw fehler;
      }
    }
  } finally {
    await sperre.gibFrei();
  }
}

const fuehreAus = async (
  sql: Sql,
  kontext: Kontext,
  umfang: Umfang,
  vorschauHash: string | null,
  laufId: string | undefined,
): Promise<AbgeschlossenerBuchungslauf> => {
  const beginne = () =>
    insertLauf(sql, {
      id: laufId,
      ...umfang,
      vorschauHash,
      benutzerId: kontext.akteur.id,
      benutzerName: kontext.akteur.name,
    });
  const lauf: Laufstand = {
    id: null,
    anzahl: nullAnzahl(),
    summen: nullSummen(),
    hebungIds: [],
    nichtAbrechenbar: [],
  };
  try {
    const hash = await berechneUndStapele(sql, kontext, umfang, lauf, beginne);
    if (vorschauHash !== null && vorschauHash.split(".").at(-1) !== hash)
      throw await veraltet(sql, vorschauHash, umfang);
    if (lauf.id === null) throw await nichtsZuBuchen(sql, lauf, umfang);
    const { id, anzahl, summen, hebungIds } = lauf;
    const ausgelassen = { anzahl: lauf.nichtAbrechenbar.length, genannt: nenne(lauf) };
    const stapel = { laufId: id, anzahl, summen, hebungIds, ausgelassen, belegdatum: kontext.heute };
    return await veroeffentliche(sql, kontext, stapel);
  } catch (fehler) {
    const gemeldet = alsAblehnung(fehler, kontext);
    // What is refused before there is anything to book is no run; what goes wrong is one, however early.
    if (lauf.id !== null || !(fehler instanceof Ablehnung))
      await schliesseFehlgeschlagenen(sql, kontext, ursache(gemeldet, kontext), async () => {
        lauf.id ??= await beginne();
        return lauf.id;
      });
    throw gemeldet;
  }
};

/** How far the computation has come. */
type Laufstand = {
  /** null until there is something to book. */
  id: string | null;
  anzahl: Anzahl;
  summen: ReturnType<typeof nullSummen>;
  hebungIds: number[];
  nichtAbrechenbar: { pachtkontoId: number; kontonummer: string; gruende: NichtAbrechenbarGrund[] }[];
};

/**
 * Stages two parts at a time while the next is computed: PostgreSQL writes one while the values of the other are put
 * together.
 *
 * @param beginne makes the run, once there is something to book
 * @returns the hash over all lines, to be compared with that of the preview
 */
const berechneUndStapele = (
  sql: Sql,
  kontext: Kontext,
  umfang: Umfang,
  lauf: Laufstand,
  beginne: () => Promise<string>,
): Promise<string> =>
  inMomentaufnahme(sql, async (tx) => {
    const abdruck = neuerAbdruck();
    let vorletzter: Promise<unknown> | undefined;
    let letzter: Promise<unknown> | undefined;
    try {
      for await (const ermittelte of ermittle(tx, umfang)) {
        for (const ermittelt of ermittelte) abdruck.nimm(ermittelt);
        const buchbare = ermittelte.flatMap((ermittelt) => nimmAuf(lauf, ermittelt));
        if (buchbare.length === 0) continue;
        await vorletzter;
        lauf.id ??= await beginne();
        vorletzter = letzter;
        letzter = stapele(sql, lauf.id, buchbare, kontext.heute);
        // Its failure is told where it is awaited, two parts later.
        letzter.catch(() => {});
      }
      await Promise.all([vorletzter, letzter]);
    } finally {
      await Promise.allSettled([vorletzter, letzter]);
    }
    return abdruck.hex();
  });

/** Counts the account into the run, or among those that it leaves out. */
const nimmAuf = (lauf: Laufstand, { ergebnis, ...ladung }: Ermittelt): Buchbar[] => {
  if (!ergebnis.abrechenbar) {
    const { id, kontonummer } = ladung.konto;
    lauf.nichtAbrechenbar.push({ pachtkontoId: id, kontonummer, gruende: ergebnis.gruende });
    return [];
  }
  const { perioden, schlussabrechnung } = ergebnis;
  const posten = postenVon(ergebnis);
  lauf.hebungIds.push(...angewandteHebungen(ladung.konto, posten));
  addiere(lauf.summen, summiere(posten.flatMap(({ belege }) => belege)));
  zaehle(lauf.anzahl, posten);
  return [{ ...ladung, perioden, schlussabrechnung }];
};

const veraltet = async (sql: Sql, vorschauHash: string, { auswahl }: Umfang): Promise<Ablehnung> => {
  const seit = vorschauHash.slice(0, vorschauHash.lastIndexOf("."));
  const konten = [...(await listGeaendertSeit(sql, seit, auswahl))];
  return konflikt("vorschau_veraltet", "Seit der Vorschau hat sich etwas geändert. Bitte die Vorschau neu laden.", {
    konten,
  });
};

const nenne = ({ nichtAbrechenbar }: Laufstand) =>
  nichtAbrechenbar.slice(0, hoechstensAusgelassene).map((konto) => ({ ...konto, gruende: mitTexten(konto.gruende) }));

const gehindert = (konten: number): string => {
  if (konten === 0) return "";
  const wer = konten === 1 ? "Ein fälliges Pachtkonto ist" : `${konten} fällige Pachtkonten sind`;
  return ` ${wer} nicht abrechenbar; warum, zeigt die Vorschau.`;
};

/** Also when there will be: whoever tries a new account asks himself why not now. */
const nichtsZuBuchen = async (sql: Sql, lauf: Laufstand, { datum, auswahl }: Umfang): Promise<Ablehnung> => {
  const naechste = await findNaechsteFaelligkeit(sql, auswahl);
  const spaeter =
    naechste !== null && naechste > datum ? ` Als Nächstes wird am ${deutschesDatum(naechste)} etwas fällig.` : "";
  const nichts = "Für dieses Datum und diese Auswahl gibt es nichts zu buchen.";
  return konflikt("nichts_zu_buchen", `${nichts}${gehindert(lauf.nichtAbrechenbar.length)}${spaeter}`, {
    nichtAbrechenbar: nenne(lauf),
  });
};
