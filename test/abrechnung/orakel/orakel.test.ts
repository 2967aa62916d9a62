import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { hebungenOhnePosition } from "../../../src/kern/pacht/hebung/hebung.ts";
import { MONATE } from "../../../src/kern/pacht/perioden.ts";
import { GRUND_KLEINUNTERNEHMER, GRUND_NICHT_STEUERBAR } from "../../../src/kern/pacht/steuer.ts";
import type { BelegZeile } from "../../../src/kern/pacht/typen.ts";
import { datenbank, mitDatenbank } from "../../hilfe/mitDatenbank.ts";
import { Buch, type Buchung } from "../../kern/pacht/buch.ts";
import { erzeuge, type Fall, intervalle, methoden, rhythmen } from "./erzeuge.ts";

const faelle = erzeuge(2000);

type Zeile = [
  konto: number,
  lauf: number,
  ab: string,
  belegart: string,
  kontakt: number,
  ...rest: (string | number | null)[],
];

/** What the calculation books for a case, in one or two runs. */
function bucheFall({
  stamm,
  pachtende,
  ersterLauf,
  zweiterLauf,
  neuerRhythmus,
  zusammen,
}: Fall): { lauf: number; buchung: Buchung }[] {
  const buch = new Buch({ ...stamm, pachtende: null });
  const erste = ersterLauf === null ? [] : buch.buche(ersterLauf);
  if (zusammen) buch.fuehreZusammen(...zusammen);
  buch.aendere({ pachtende, zahlungsrhythmus: neuerRhythmus ?? stamm.zahlungsrhythmus });
  const zweite = buch.buche(zweiterLauf);
  return [...erste.map((buchung) => ({ lauf: 1, buchung })), ...zweite.map((buchung) => ({ lauf: 2, buchung }))];
}

const gebucht = faelle.map((fall) => ({ fall, buchungen: bucheFall(fall) }));
const belege = gebucht.flatMap(({ fall, buchungen }) =>
  buchungen.flatMap(({ lauf, buchung }) =>
    buchung.belege.map((beleg) => {
      const schluessel = [
        fall.stamm.id,
        lauf,
        buchung.faelligkeit.zeitraumVon,
        beleg.belegart,
        beleg.kontaktId,
      ] as const;
      return { schluessel, beleg };
    }),
  ),
);

/** The same accounts as plain rows. */
function alsEingabe() {
  return {
    faelle: faelle.flatMap(({ stamm, pachtende, ersterLauf, zweiterLauf, neuerRhythmus }) => {
      const gemeinsam = {
        konto: stamm.id,
        beginn: stamm.pachtbeginn,
        jahresbeginn: stamm.pachtjahrBeginn,
        monate: MONATE[stamm.zahlungsrhythmus],
        voraus: stamm.istVorauszahlend,
        art: stamm.berechnungsart,
        gebuehr_bp: stamm.verwaltungsgebuehrBp,
        gebuehr_satz: stamm.gebuehrSteuersatzBp,
      };
      const endgueltig = {
        ...gemeinsam,
        fall: 3 * stamm.id,
        variante: "endgueltig",
        ende: pachtende,
        buche_bis: zweiterLauf,
      };
      const vorher = { ...gemeinsam, fall: 3 * stamm.id + 1, variante: "vorher", ende: null, buche_bis: ersterLauf };
      const monate = MONATE[neuerRhythmus ?? stamm.zahlungsrhythmus];
      const danach = { ...endgueltig, fall: 3 * stamm.id + 2, variante: "danach", monate };
      return ersterLauf === null ? [endgueltig, danach] : [endgueltig, vorher, danach];
    }),
    parteien: faelle.flatMap(({ stamm, zusammen }) =>
      (stamm.beteiligte ?? []).map((b) => ({
        konto: stamm.id,
        seite: b.rolle,
        kontakt: b.kontaktId,
        heute: b.kontaktId === zusammen?.[1] ? zusammen[0] : b.kontaktId,
        zaehler: b.anteilZaehler,
        nenner: b.anteilNenner,
        steuer: b.umsatzsteuerStatus,
        von: b.gueltigVon,
        bis: b.gueltigBis,
      })),
    ),
    versionen: faelle.flatMap(({ stamm }) =>
      (stamm.positionen ?? []).map((v) => ({
        konto: stamm.id,
        id: v.id,
        ursprung: v.ursprungId,
        betrag: v.betragCent,
        monate: v.intervall === "einmalig" ? 0 : MONATE[v.intervall],
        von: v.gueltigVon,
        bis: v.gueltigBis,
        satz: v.steuersatzBp,
        anteilig: v.anteilig,
        erhoehbar: v.erhoehbar,
        weiterleitung: v.weiterleitung,
      })),
    ),
    hebungen: faelle.flatMap(({ stamm }) =>
      (stamm.hebungen ?? []).map((h) => ({
        konto: stamm.id,
        id: h.id,
        art: h.art,
        wert: h.art === "prozent" ? h.wertBp : h.betragCent,
        basis: h.indexBasis,
        neu: h.indexNeu,
        weitergabe: h.weitergabeBp,
        grenze: h.obergrenzeBp,
        kette_alt: h.verkettung?.alt ?? null,
        kette_neu: h.verkettung?.neu ?? null,
        wirksam_ab: h.wirksamAb,
        positionen: h.positionIds,
      })),
    ),
  };
}

let sql: postgres.Sql;
mitDatenbank();

beforeAll(async () => {
  const alsZahl = { to: 20, from: [20], serialize: String, parse: Number };
  sql = postgres(datenbank.ownerUrl, { max: 1, types: { bigint: alsZahl }, onnotice: () => {} });
  await sql`create temp table orakel_eingabe as select ${JSON.stringify(alsEingabe())}::text::jsonb daten`;
  await sql.unsafe(readFileSync(path.join(import.meta.dirname, "orakel.sql"), "utf8"));
}, 180_000);
afterAll(async () => {
  await sql.end();
});

const geordnet = (zeilen: Zeile[]) => zeilen.map((zeile) => JSON.stringify(zeile)).sort();

/** Equal, or the accounts that differ with their lines; a full diff of so many lines would never end. */
function vergleiche(eigene: Zeile[], orakel: Zeile[]): void {
  const [links, rechts] = [geordnet(eigene), geordnet(orakel)];
  const [nurLinks, nurRechts] = [
    new Set(links).difference(new Set(rechts)),
    new Set(rechts).difference(new Set(links)),
  ];
  expect({ berechnung: [...nurLinks].slice(0, 10), orakel: [...nurRechts].slice(0, 10) }).toEqual({
    berechnung: [],
    orakel: [],
  });
  expect(links.length).toBe(rechts.length);
  expect(links.length).toBeGreaterThan(30_000);
}

describe("2.000 Konten gegen einfaches SQL gerechnet", () => {
  test("jede Zeile: Partei, Position, Tage, Satz und Grund, Cent", async () => {
    const eigene = belege.flatMap(({ schluessel, beleg }) =>
      beleg.zeilen
        .filter((z) => z.ursprungId !== null)
        .map(
          (z): Zeile => [
            ...schluessel,
            z.ursprungId,
            z.zeitraumVon,
            z.zeitraumBis,
            z.steuersatzBp,
            z.steuerbefreiungGrund,
            z.nettoCent,
          ],
        ),
    );
    const orakel = await sql<Zeile[]>`
      select konto, lauf, ab::text, case when seite = 'verpaechter' then 'gutschrift' when schluss then 'schlussrechnung'
        else 'rechnung' end, kontakt, ursprung, von::text, bis::text, satz, grund, cent
      from buchzeile`.values();
    vergleiche(eigene, orakel as unknown as Zeile[]);
  });

  test("jeder Beleg: Netto, Steuer, Auszahlung, eigene Zeit und die Gebühr", async () => {
    const eigene = belege.map(
      ({ schluessel, beleg }): Zeile => [
        ...schluessel,
        beleg.nettoCent,
        beleg.steuerCent,
        beleg.auszahlungCent,
        beleg.leistungVon,
        beleg.leistungBis,
      ],
    );
    const orakel = await sql`
      select konto, lauf, ab::text, belegart, kontakt, netto, steuer, auszahlung, von::text, bis::text
      from beleg`.values();
    vergleiche(eigene, orakel as unknown as Zeile[]);
  });
});

describe("die Konten enthalten", () => {
  const jeZeitraum = gebucht.flatMap(({ buchungen }) =>
    buchungen.flatMap(({ buchung }) =>
      ["rechnung", "gutschrift"].flatMap((belegart) => {
        const zeilen = buchung.belege
          .filter((b) => b.belegart === belegart)
          .flatMap((b) => b.zeilen.map((z) => ({ ...z, kontaktId: b.kontaktId })));
        return [...Map.groupBy(zeilen, (z) => z.ursprungId).values()].map((eigene) => ({ belegart, eigene }));
      }),
    ),
  );
  const alleZeilen = belege.flatMap(({ beleg }) => beleg.zeilen);
  const zaehle = (zeilen: BelegZeile[], trifft: (zeile: BelegZeile) => boolean) => zeilen.filter(trifft).length;
  /** Positions of a period whose parties of a side are others in a later segment. */
  const wechsel = (gesucht: string) =>
    jeZeitraum.filter(({ belegart, eigene }) => {
      const jeSegment = Map.groupBy(eigene, (z) => z.zeitraumVon);
      return (
        belegart === gesucht && new Set([...jeSegment.values()].map((z) => z.map((x) => x.kontaktId).join())).size > 1
      );
    }).length;

  test("jeden Rhythmus mit jeder Berechnungsart und jedem Intervall mindestens 30 Mal", () => {
    for (const rhythmus of rhythmen)
      for (const methode of methoden)
        for (const intervall of intervalle) {
          const treffer = faelle.filter(
            (f) =>
              f.stamm.zahlungsrhythmus === rhythmus && f.stamm.berechnungsart === methode && f.intervall === intervall,
          );
          expect(treffer.length).toBeGreaterThanOrEqual(30);
        }
  });

  test.each([
    [
      "eine Hebung mitten im Zeitraum",
      () =>
        jeZeitraum.filter(({ eigene }) => new Set(eigene.map((z) => z.herleitung.hebungIds.join())).size > 1).length,
    ],
    [
      "eine Hebung, die keine Position erreicht",
      () =>
        faelle.filter(({ stamm }) => hebungenOhnePosition(stamm.positionen ?? [], stamm.hebungen ?? []).length > 0)
          .length,
    ],
    ["einen Pächterwechsel mitten im Zeitraum", () => wechsel("rechnung")],
    ["einen Verpächterwechsel mitten im Zeitraum", () => wechsel("gutschrift")],
    ["einen Grund nach § 19 UStG", () => zaehle(alleZeilen, (z) => z.steuerbefreiungGrund === GRUND_KLEINUNTERNEHMER)],
    ["eine nicht steuerbare Zeile", () => zaehle(alleZeilen, (z) => z.steuerbefreiungGrund === GRUND_NICHT_STEUERBAR)],
    ["eine negative Zeile", () => zaehle(alleZeilen, (z) => z.nettoCent < 0 && !z.herleitung.korrektur)],
    ["Einmaliges", () => zaehle(alleZeilen, (z) => z.herleitung.methode === "einmalig")],
    [
      "eine Berichtigung und eine letzte Periode nach einem Wechsel des Rhythmus",
      () => {
        const gewechselt = gebucht.filter(({ fall }) => fall.neuerRhythmus && fall.ersterLauf);
        const schluesse = gewechselt.map(({ buchungen }) =>
          buchungen.flatMap(({ buchung }) => buchung.belege).filter(({ belegart }) => belegart === "schlussrechnung"),
        );
        const berichtigt = schluesse.filter((belege) =>
          belege.some((b) => b.zeilen.some((z) => z.herleitung.korrektur)),
        );
        const letzte = schluesse.filter((belege) => belege.some((b) => b.zeilen.some((z) => !z.herleitung.korrektur)));
        return Math.min(berichtigt.length, letzte.length);
      },
    ],
    [
      "eine Berichtigung nach dem Zusammenführen eines Kontakts, der sie bekommt",
      () =>
        gebucht.filter(
          ({ fall: { zusammen }, buchungen }) =>
            zusammen &&
            buchungen.some(({ buchung }) =>
              buchung.belege.some(
                (b) => b.kontaktId === zusammen[0] && zaehle(b.zeilen, (z) => z.herleitung.korrektur !== undefined) > 0,
              ),
            ),
        ).length,
    ],
    ["eine Schlussabrechnung", () => belege.filter(({ beleg }) => beleg.belegart === "schlussrechnung").length],
    [
      "eine berichtigende Zeile einer Schlussabrechnung",
      () => zaehle(alleZeilen, (z) => z.herleitung.korrektur !== undefined),
    ],
  ])("%s mindestens 30 Mal", (_, anzahl) => {
    expect(anzahl()).toBeGreaterThanOrEqual(30);
  });
});
