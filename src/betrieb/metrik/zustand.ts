import { Gauge, type Registry } from "prom-client";
import type { Sql } from "../../technik/database/pool.ts";
import { leseZustand } from "../zustand/lese.ts";
import type { Betriebszustand } from "../zustand/schema.ts";

type Wert = [wert: number | null, ...merkmale: string[]];

const prozesse = ({ prozesse }: Betriebszustand): Wert[] =>
  ["server", "worker"].flatMap((art) =>
    ["laeuft", "still"].map(
      (zustand): Wert => [prozesse.filter((p) => p.art === art && p.zustand === zustand).length, art, zustand],
    ),
  );

const letzteErfolge = ({ zeitplaene }: Betriebszustand): Wert[] =>
  zeitplaene.flatMap(({ name, letzterLauf }): Wert[] =>
    letzterLauf?.status === "fertig" && letzterLauf.beendetAm ? [[Date.parse(letzterLauf.beendetAm) / 1000, name]] : [],
  );

/**
 * What stands in the database, read from kept counts when somebody asks. While it is away only that is told: figures
 * that nobody could read are none.
 *
 * @returns brings the figures up to date
 */
export const messeZustand = (register: Registry, sql: Sql, uhr: () => Date): (() => Promise<void>) => {
  const miss = (name: string, help: string, ...labelNames: string[]) => {
    const gauge = new Gauge({ name, help, labelNames, registers: [register] });
    return (werte: Wert[]): void => {
      gauge.reset();
      // Reset, one without labels is 0, which is a figure too.
      if (labelNames.length === 0) gauge.remove();
      for (const [wert, ...merkmale] of werte) if (wert !== null) gauge.labels(...merkmale).set(wert);
    };
  };
  const erreichbar = miss("pacht_datenbank_erreichbar", "1: die Datenbank hat geantwortet");
  const anzeigen: [ReturnType<typeof miss>, (z: Betriebszustand) => Wert[]][] = [
    [miss("pacht_prozesse", "Prozesse nach ihrem Lebenszeichen", "art", "zustand"), prozesse],
    [
      miss("pacht_warteschlange_auftraege", "Aufträge in der Warteschlange", "warteschlange", "zustand"),
      ({ warteschlangen }) =>
        warteschlangen.flatMap(({ name, wartend, laufend, fehlgeschlagen }): Wert[] => [
          [wartend, name, "wartend"],
          [laufend, name, "laufend"],
          [fehlgeschlagen, name, "fehlgeschlagen"],
        ]),
    ],
    [
      miss("pacht_warteschlange_aeltester_seconds", "Wie lange der älteste Auftrag schon wartet", "warteschlange"),
      ({ warteschlangen }) => warteschlangen.map(({ name, aeltesterSekunden }): Wert => [aeltesterSekunden ?? 0, name]),
    ],
    [miss("pacht_siegel_offen", "Einträge des Audit-Logs ohne Siegel"), ({ siegel }) => [[siegel.offen]]],
    [
      miss("pacht_siegel_rueckstand_seconds", "Alter des ältesten Eintrags ohne Siegel"),
      ({ siegel }) => [[siegel.aeltesterSekunden ?? 0]],
    ],
    [miss("pacht_schreiben_gezeichnet", "Gezeichnete Schreiben"), ({ schreiben }) => [[schreiben.gezeichnet]]],
    [miss("pacht_schreiben_fehlend", "Belege ohne Schreiben"), ({ schreiben }) => [[schreiben.fehlend]]],
    [
      miss("pacht_schreiben_fehlgeschlagen", "Belege, deren Schreiben sich nicht zeichnen ließ"),
      ({ schreiben }) => [[schreiben.fehlgeschlagen]],
    ],
    [
      miss("pacht_uebergaben", "Belege nach ihrem Stand in der externen Buchhaltung", "zustand"),
      ({ uebergaben }) => uebergaben.map(({ zustand, anzahl }): Wert => [anzahl, zustand]),
    ],
    [
      miss("pacht_belege_gebucht", "Belege im Archiv"),
      ({ uebergaben }) => [[uebergaben.reduce((summe, { anzahl }) => summe + anzahl, 0)]],
    ],
    [miss("pacht_buchungslaeufe_laufend", "Läufe, die gerade buchen"), (z) => [[z.buchungslaeufe.length]]],
    [
      miss("pacht_zeitplan_letzter_erfolg_timestamp_seconds", "Ende des letzten Laufs, wenn er gelang", "name"),
      letzteErfolge,
    ],
    [miss("pacht_datenbank_verbindungen", "Verbindungen zur Datenbank"), (z) => [[z.datenbank.verbindungen]]],
    [
      miss("pacht_datenbank_verbindungen_hoechstens", "So viele lässt der Server zu"),
      (z) => [[z.datenbank.verbindungenHoechstens]],
    ],
    [miss("pacht_datenbank_bytes", "Größe der Datenbank"), (z) => [[z.datenbank.groesseBytes]]],
  ];
  return async () => {
    try {
      const zustand = await leseZustand(sql, uhr());
      for (const [zeige, werte] of anzeigen) zeige(werte(zustand));
      erreichbar([[1]]);
    } catch {
      for (const [zeige] of anzeigen) zeige([]);
      erreichbar([[0]]);
    }
  };
};
