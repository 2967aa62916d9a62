import { Gauge, type Registry } from "prom-client";
import { Ablehnung } from "../../kern/ablehnung.ts";
import { istVerbindungsverlust } from "../../technik/database/ausfall.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { type Erfolg, leseErfolge } from "../zeitplaene/lese.ts";
import { leseZustand } from "../zustand/lese.ts";
import type { Betriebszustand } from "../zustand/schema.ts";

/** What is told of: what people see at a glance, and how long ago each schedule succeeded. */
type Stand = Betriebszustand & { erfolge: readonly Erfolg[] };

type Wert = [wert: number | null, ...merkmale: string[]];

const prozesse = ({ prozesse }: Betriebszustand): Wert[] =>
  ["server", "worker"].flatMap((art) =>
    ["laeuft", "still"].map(
      (zustand): Wert => [prozesse.filter((p) => p.art === art && p.zustand === zustand).length, art, zustand],
    ),
  );

/** One figure: its name, what it says, its labels, and its values with them. */
type Anzeige = { name: string; help: string; merkmale?: string[]; werte: (stand: Stand) => Wert[] };

const anzeigen: readonly Anzeige[] = [
  {
    name: "pacht_prozesse",
    help: "Prozesse nach ihrem Lebenszeichen",
    merkmale: ["art", "zustand"],
    werte: prozesse,
  },
  {
    name: "pacht_warteschlange_auftraege",
    help: "Aufträge in der Warteschlange",
    merkmale: ["warteschlange", "zustand"],
    werte: ({ warteschlangen }) =>
      warteschlangen.flatMap(({ name, wartend, laufend, fehlgeschlagen }): Wert[] => [
        [wartend, name, "wartend"],
        [laufend, name, "laufend"],
        [fehlgeschlagen, name, "fehlgeschlagen"],
      ]),
  },
  {
    name: "pacht_warteschlange_aeltester_seconds",
    help: "Wie lange der älteste Auftrag schon wartet",
    merkmale: ["warteschlange"],
    werte: ({ warteschlangen }) =>
      warteschlangen.map(({ name, aeltesterSekunden }): Wert => [aeltesterSekunden ?? 0, name]),
  },
  {
    name: "pacht_siegel_offen",
    help: "Einträge des Audit-Logs ohne Siegel",
    werte: ({ siegel }) => [[siegel.offen]],
  },
  {
    name: "pacht_siegel_rueckstand_seconds",
    help: "Alter des ältesten Eintrags ohne Siegel",
    werte: ({ siegel }) => [[siegel.aeltesterSekunden ?? 0]],
  },
  {
    name: "pacht_schreiben_gezeichnet",
    help: "Gezeichnete Schreiben",
    werte: ({ schreiben }) => [[schreiben.gezeichnet]],
  },
  {
    name: "pacht_schreiben_fehlend",
    help: "Belege ohne Schreiben",
    werte: ({ schreiben }) => [[schreiben.fehlend]],
  },
  {
    name: "pacht_schreiben_fehlgeschlagen",
    help: "Belege, deren Schreiben sich nicht zeichnen ließ",
    werte: ({ schreiben }) => [[schreiben.fehlgeschlagen]],
  },
  {
    name: "pacht_uebergaben",
    help: "Belege nach ihrem Stand in der externen Buchhaltung",
    merkmale: ["zustand"],
    werte: ({ uebergaben }) => uebergaben.map(({ zustand, anzahl }): Wert => [anzahl, zustand]),
  },
  {
    name: "pacht_uebergabe_angehalten",
    help: "Übergabeaufträge, die erst weitergehen, wenn jemand etwas tut",
    werte: ({ angehalteneUebergaben }) => [[angehalteneUebergaben.length]],
  },
  {
    name: "pacht_belege_gebucht",
    help: "Belege im Archiv",
    werte: ({ uebergaben }) => [[uebergaben.reduce((summe, { anzahl }) => summe + anzahl, 0)]],
  },
  {
    name: "pacht_buchungslaeufe_laufend",
    help: "Läufe, die gerade buchen",
    werte: ({ buchungslaeufe }) => [[buchungslaeufe.length]],
  },
  {
    name: "pacht_zeitplan_letzter_erfolg_timestamp_seconds",
    help: "Ende des letzten Laufs, der gelang; gelang noch keiner, seit wann es den Zeitplan gibt",
    merkmale: ["name"],
    werte: ({ erfolge }) => erfolge.map(({ name, sekunden }): Wert => [sekunden, name]),
  },
  {
    name: "pacht_datenbank_verbindungen",
    help: "Verbindungen zur Datenbank",
    werte: ({ datenbank }) => [[datenbank.verbindungen]],
  },
  {
    name: "pacht_datenbank_verbindungen_hoechstens",
    help: "So viele lässt der Server zu",
    werte: ({ datenbank }) => [[datenbank.verbindungenHoechstens]],
  },
  {
    name: "pacht_datenbank_bytes",
    help: "Größe der Datenbank",
    werte: ({ datenbank }) => [[datenbank.groesseBytes]],
  },
];

/** Makes a figure. @returns shows these values, and no others any more */
const stelleAuf = (register: Registry, { name, help, merkmale = [] }: Omit<Anzeige, "werte">) => {
  const gauge = new Gauge({ name, help, labelNames: merkmale, registers: [register] });
  return (werte: Wert[]): void => {
    gauge.reset();
    // Reset, one without labels is 0, which is a figure too.
    if (merkmale.length === 0) gauge.remove();
    for (const [wert, ...eigene] of werte) if (wert !== null) gauge.labels(...eigene).set(wert);
  };
};

/** It is away, or took too long: then it has not answered. */
const istWeg = (fehler: unknown): boolean =>
  istVerbindungsverlust(fehler) ||
  fehler instanceof Ablehnung ||
  (fehler as { code?: unknown } | null)?.code === "57014";

/**
 * What stands in the database, read from kept counts when somebody asks. While it is away only that is told: figures
 * that nobody could read are none.
 *
 * @param melde takes what kept figures from being read although the database is there
 * @returns brings the figures up to date
 */
export function messeZustand(
  register: Registry,
  sql: Sql,
  uhr: () => Date,
  melde: (text: string, fehler: unknown) => void,
): () => Promise<void> {
  const erreichbar = stelleAuf(register, {
    name: "pacht_datenbank_erreichbar",
    help: "1: die Datenbank hat geantwortet",
  });
  const aufgestellte = anzeigen.map((anzeige) => ({ zeige: stelleAuf(register, anzeige), werte: anzeige.werte }));
  return async () => {
    try {
      const [zustand, erfolge] = await Promise.all([leseZustand(sql, uhr()), leseErfolge(sql)]);
      for (const { zeige, werte } of aufgestellte) zeige(werte({ ...zustand, erfolge }));
      erreichbar([[1]]);
    } catch (fehler) {
      for (const { zeige } of aufgestellte) zeige([]);
      erreichbar([[istWeg(fehler) ? 0 : 1]]);
      if (!istWeg(fehler)) melde("Metrik", fehler);
    }
  };
}
