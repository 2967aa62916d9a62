import { setTimeout as warte } from "node:timers/promises";
import { Ablehnung, konflikt, ungueltig } from "../../kern/ablehnung.ts";
import { deutschesDatum, inTagen } from "../../kern/kalender/tag.ts";
import type { Kontext } from "../../kern/kontext.ts";
import type { NichtAbrechenbarGrund } from "../../kern/pacht/typen.ts";
import { verlangeFirmendaten } from "../../stammdaten/einstellungen/firmendaten/vollstaendigkeit.ts";
import { istVerbindungsverlust } from "../../technik/database/ausfall.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { neuerAbdruck } from "../eingabe/abdruck.ts";
import { angewandteHebungen, type Ermittelt, ermittle, postenVon } from "../eingabe/ermittle.ts";
import { mitTexten } from "../eingabe/hinweise.ts";
import { inMomentaufnahme, type Umfang } from "../eingabe/lade.ts";
import { addiere, nullSummen, summiere } from "../eingabe/summen.ts";
import { pruefeAuswahl } from "../vorschau/auswahl.ts";
import { type BuchenBody, buchungTage, hoechstensAusgelassene, hoechstensImKoerper } from "../vorschau/schema.ts";
import { insertLauf } from "./laeufe/queries.ts";
import { nimmLaufsperre, verwirf, verwirfTote } from "./laufsperre.ts";
import { findNaechsteFaelligkeit, listGeaendertSeit } from "./queries.ts";
import type { AbgeschlossenerBuchungslauf } from "./schema.ts";
import { type Anzahl, type Buchbar, nullAnzahl, stapele, zaehle } from "./stapel/stapele.ts";
import { Invariante } from "./veroeffentlichung/invarianten/pruefe.ts";
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
 *   `idempotenz_laeuft`, `firmendaten_unvollstaendig`, `zeichen_fehlt`, `vorschau_veraltet`, `nichts_zu_buchen`, `zeitraum_gebucht`,
 *   `gleichzeitig_geaendert`, and what the completion of an increase is refused for; gescheitert `lauf_fehlgeschlagen`
 */
export const bucheAbrechnung = async (
  sql: Sql,
  kontext: Kontext,
  body: BuchenBody,
  laufId?: string,
): Promise<AbgeschlossenerBuchungslauf> => {
  if (body.datum > inTagen(kontext.heute, buchungTage))
    throw ungueltig("datum", "zu_weit", `Gebucht wird höchstens ${buchungTage} Tage im Voraus.`);
  const auswahl = await pruefeAuswahl(sql, body.auswahl, hoechstensImKoerper);
  const sperre = await nimmLaufsperre(sql, kontext, auswahl);
  if ("antwort" in sperre) return sperre.antwort as AbgeschlossenerBuchungslauf;
  const umfang = { datum: body.datum, auswahl };
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
};

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
      belegdatum: kontext.heute,
      benutzerId: kontext.akteur.id,
      benutzerName: kontext.akteur.name,
    });
  const lauf: Lauf = {
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

/**
 * Connections are lost together, and not all of them have been noticed yet: the second try gets a new one. Should the
 * database be gone as well, the next run or the worker closes this one.
 */
const schliesseFehlgeschlagenen = async (
  sql: Sql,
  kontext: Kontext,
  fehler: string,
  laufId: () => Promise<string>,
): Promise<void> => {
  for (const pauseMs of [0, 300]) {
    await warte(pauseMs);
    try {
      await verwirf(sql, kontext, [await laufId()], fehler);
      return;
    } catch {}
  }
};

type Lauf = {
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
  lauf: Lauf,
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
const nimmAuf = (lauf: Lauf, { ergebnis, ...ladung }: Ermittelt): Buchbar[] => {
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

const nenne = ({ nichtAbrechenbar }: Lauf) =>
  nichtAbrechenbar.slice(0, hoechstensAusgelassene).map((konto) => ({ ...konto, gruende: mitTexten(konto.gruende) }));

const gehindert = (konten: number): string => {
  if (konten === 0) return "";
  const wer = konten === 1 ? "Ein fälliges Pachtkonto ist" : `${konten} fällige Pachtkonten sind`;
  return ` ${wer} nicht abrechenbar; warum, zeigt die Vorschau.`;
};

/** Also when there will be: whoever tries a new account asks himself why not now. */
const nichtsZuBuchen = async (sql: Sql, lauf: Lauf, { datum, auswahl }: Umfang): Promise<Ablehnung> => {
  const naechste = await findNaechsteFaelligkeit(sql, auswahl);
  const spaeter =
    naechste !== null && naechste > datum ? ` Als Nächstes wird am ${deutschesDatum(naechste)} etwas fällig.` : "";
  const nichts = "Für dieses Datum und diese Auswahl gibt es nichts zu buchen.";
  return konflikt("nichts_zu_buchen", `${nichts}${gehindert(lauf.nichtAbrechenbar.length)}${spaeter}`, {
    nichtAbrechenbar: nenne(lauf),
  });
};

/** The database gave way to another transaction, a deadlock for one, or waited for it for too long. */
const kamDazwischen = (fehler: unknown): boolean =>
  /^(?:40|55P03)/.test(String((fehler as { code?: unknown } | null)?.code));

/**
 * The constraint is the last guard of "no period twice"; to the caller it is a conflict like the earlier checks. What
 * speaks of the connection or of other transactions keeps its own answer; everything else is a fault of the run.
 */
const alsAblehnung = (fehler: unknown, kontext: Kontext): unknown => {
  const { constraint_name: name } = (fehler ?? {}) as { constraint_name?: unknown };
  if (name === "zeitraum_einmal_gebucht" || name === "schlussabrechnung_einmal")
    return konflikt(
      "zeitraum_gebucht",
      "Ein Zeitraum dieses Laufs ist inzwischen gebucht; dieser Lauf hat nichts gebucht. Bitte die Vorschau neu laden und danach buchen, was sie noch zeigt.",
    );
  if (fehler instanceof Ablehnung || istVerbindungsverlust(fehler) || kamDazwischen(fehler)) return fehler;
  const grund = fehler instanceof Invariante ? " Die Beträge gehen nicht auf." : "";
  const ablehnung = new Ablehnung(
    "gescheitert",
    "lauf_fehlgeschlagen",
    `Der Buchungslauf ist fehlgeschlagen, es wurde nichts gebucht.${grund} Ein neuer Versuch schadet nicht; scheitert auch er, bitte dem Betreiber die Anfrage ${kontext.anfrageId} nennen.`,
  );
  ablehnung.cause = fehler;
  return ablehnung;
};

/** What is kept with the run, of what `alsAblehnung` has made of it. */
const ursache = (fehler: unknown, { anfrageId }: Kontext): string => {
  if (kamDazwischen(fehler)) return `Ein anderer Vorgang kam dazwischen (Anfrage ${anfrageId}).`;
  if (!(fehler instanceof Ablehnung)) return `Die Verbindung zur Datenbank ging verloren (Anfrage ${anfrageId}).`;
  return fehler.cause instanceof Invariante ? `${fehler.detail} ${fehler.cause.message}` : fehler.detail;
};
