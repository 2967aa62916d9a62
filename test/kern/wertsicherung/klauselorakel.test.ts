import { readFileSync } from "node:fs";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addiereMonate, formatTag, parseTag, plusTage } from "../../../src/kern/kalender/tag.ts";
import type { Indexfassung, Indexreihe } from "../../../src/kern/wertsicherung/indexvergleich.ts";
import { vergleicheIndex } from "../../../src/kern/wertsicherung/indexvergleich.ts";
import type { Wertsicherung } from "../../../src/kern/wertsicherung/klausel.ts";
import { type Klauselkonto, naechsteAnpassung, schlageVor } from "../../../src/kern/wertsicherung/vorschlag.ts";
import { type Zufall, zufall } from "../../../src/lokal/daten/vorrat/zufall.ts";
import { datenbank, mitDatenbank } from "../../hilfe/mitDatenbank.ts";
import { position } from "../pacht/muster.ts";

const z = zufall(23, 1);
const ersterMonat = parseTag("2015-01-01");
const monatNach = (monate: number): string => formatTag(addiereMonate(ersterMonat, monate)).slice(0, 7);

/** A walk of some years; each value is entered in the middle of the next month. */
const fassung = (nr: number, von: number, bis: number): Indexfassung => {
  let zehntel = z.ganz(900, 1200);
  const hoch = z.aus([18, 18, 4]);
  const staende = Array.from({ length: bis - von + 1 }, (_, i) => {
    zehntel += z.ganz(-12, hoch);
    const eingegeben = plusTage(addiereMonate(ersterMonat, von + i + 1), z.ganz(5, 20));
    return { monat: monatNach(von + i), wert: (zehntel / 10).toFixed(1), eingegebenAm: formatTag(eingegeben) };
  });
  return { nr, basis: z.aus(["2015 = 100", "2020 = 100"]), staende };
};

/** Series 1 to 6; each second one ended and goes on in the one after it. */
const reihen: Indexreihe[] = [1, 2, 3, 4, 5, 6].map((id) => {
  const endet = id % 2 === 1 ? z.ganz(60, 90) : null;
  // The one that goes on begins before the other ends, mostly.
  const [von, bis] = endet === null ? [z.ganz(0, 70), z.ganz(110, 140)] : [0, endet + z.ganz(0, 3)];
  const zahl = z.ganz(1, 3);
  const fassungen = Array.from({ length: zahl }, (_, i) =>
    fassung(i + 1, von + (i === 0 ? 0 : z.ganz(0, 12)), i + 1 === zahl ? bis : bis - z.ganz(0, 20)),
  );
  return {
    id,
    name: `Reihe ${id}`,
    beendetMit: endet === null ? null : monatNach(endet),
    nachfolgerId: endet === null ? null : id + 1,
    fassungen: fassungen.toReversed(),
  };
});
const jeId = new Map(reihen.map((reihe) => [reihe.id, reihe]));

const klausel = (): Wertsicherung => {
  if (z.chance(0.2)) return { art: "prozent", wertBp: z.ganz(-500, 900) || 1, alleMonate: z.ganz(1, 60) };
  const inPunkten = z.chance(0.25);
  return {
    art: "index",
    reiheId: z.ganz(1, 6),
    basisMonat: monatNach(z.ganz(0, 100)),
    schwelleBp: inPunkten ? null : z.aus([0, 300, 500, 1000, 1050]),
    schwellePunkte: inPunkten
      ? { punkte: z.aus(["3.0", "5.0", "10.0"]), basis: z.aus(["2015 = 100", "2020 = 100"]) }
      : null,
    vergleich: z.aus(["erreicht", "ueberschritten"]),
    rundung: z.aus(["exakt", "amtlich"]),
    weitergabeBp: z.aus([10_000, 10_000, 5000, 7500, 12_000]),
    obergrenzeBp: z.chance(0.4) ? z.aus([200, 800, 1500]) : null,
    beideRichtungen: z.chance(0.7),
    fruehestensMonate: z.aus([0, 0, 12, 36]),
  };
};

/** The same with a threshold that only its rounding decides, now and then. */
const aufDerSchwelle = (eine: Wertsicherung): Wertsicherung => {
  const vergleich = eine.art === "index" && eine.schwelleBp !== null ? vergleicheIndex(eine, jeId) : null;
  if (eine.art !== "index" || vergleich === null || !z.chance(0.1)) return eine;
  return { ...eine, schwelleBp: 10 * Math.round(Math.abs(Number(vergleich.aenderungProzent)) * 10) };
};

const vielleicht = (wer: Zufall, tag: () => string): string | null => (wer.chance(0.4) ? tag() : null);
const tag = (von: number, bis: number) => formatTag(plusTage(ersterMonat, z.ganz(von, bis)));
const konto = (): Klauselkonto => ({
  pachtbeginn: tag(-2000, 1500),
  abrechnungAb: vielleicht(z, () => tag(1501, 2500)),
  letzteHebung: vielleicht(z, () => tag(1501, 4000)),
  letzteStufe: null,
  gebuchtBis: vielleicht(z, () => tag(2501, 4500)),
  pachtende: vielleicht(z, () => tag(3000, 6000)),
});

const faelle = Array.from({ length: 4000 }, (_, i) => ({
  nr: i + 1,
  klausel: aufDerSchwelle(klausel()),
  konto: konto(),
  betraege: Array.from({ length: z.ganz(1, 3) }, () => z.ganz(-2000, 900_000)),
}));

const berechnet = faelle.map(({ nr, klausel: eine, konto: eines, betraege }) => {
  const vergleich = eine.art === "index" ? vergleicheIndex(eine, jeId) : null;
  const anpassung = naechsteAnpassung(eines, eine, vergleich);
  const positionen = betraege.map((betragCent, i) => position({ id: i + 1, betragCent }));
  return { nr, vergleich, anpassung, vorschlag: anpassung && schlageVor(anpassung, positionen) };
});

let sql: postgres.Sql;
mitDatenbank();
beforeAll(async () => {
  sql = postgres(datenbank.ownerUrl, { max: 1, onnotice: () => {} });
  const eingabe = {
    reihe: reihen.map(({ id, beendetMit: ende, nachfolgerId: nachfolger }) => ({ id, ende, nachfolger })),
    stand: reihen.flatMap(({ id, fassungen }) =>
      fassungen.flatMap(({ nr, basis, staende }) =>
        staende.map(({ monat, wert, eingegebenAm }) => ({
          reihe: id,
          fassung: nr,
          basistext: basis,
          monat,
          wert,
          tag: eingegebenAm,
        })),
      ),
    ),
    fall: faelle.map(({ nr, klausel: k, konto: c }) => ({
      nr,
      art: k.art,
      ...(k.art === "prozent" ? { wert: k.wertBp, alle: k.alleMonate } : {}),
      ...(k.art === "index"
        ? {
            reihe: k.reiheId,
            basis_monat: k.basisMonat,
            schwelle: k.schwelleBp,
            punkte: k.schwellePunkte?.punkte,
            punkte_basis: k.schwellePunkte?.basis,
            vergleich: k.vergleich,
            rundung: k.rundung,
            weitergabe: k.weitergabeBp,
            grenze: k.obergrenzeBp,
            beide: k.beideRichtungen,
            fruehestens: k.fruehestensMonate,
          }
        : {}),
      beginn: c.pachtbeginn,
      ab: c.abrechnungAb,
      ende: c.pachtende,
      letzte: c.letzteHebung,
      gebucht: c.gebuchtBis,
    })),
    position: faelle.flatMap(({ nr, betraege }) => betraege.map((betrag, i) => ({ nr, id: i + 1, betrag }))),
  };
  const spalten = {
    reihe: "id int, ende text, nachfolger int",
    stand: "reihe int, fassung int, basistext text, monat text, wert numeric, tag date",
    fall: `nr int, art text, wert int, alle int, reihe int, basis_monat text, schwelle numeric, punkte numeric,
      punkte_basis text, vergleich text, rundung text, weitergabe numeric, grenze numeric, beide boolean,
      fruehestens int, beginn date, ab date, ende date, letzte date, gebucht date`,
    position: "nr int, id int, betrag numeric",
  };
  for (const [tabelle, typ] of Object.entries(spalten))
    await sql`
      create temp table ${sql(tabelle)} as
      select * from json_to_recordset(${JSON.stringify(eingabe[tabelle as keyof typeof eingabe])}::text::json) t (${sql.unsafe(typ)})`;
  await sql.unsafe(readFileSync(path.join(import.meta.dirname, "klauselorakel.sql"), "utf8"));
});
afterAll(() => sql.end());

test("4.000 Klauseln gegen einfaches SQL: Tag und neue Beträge", async () => {
  const orakel = new Map(
    (await sql<{ nr: number; tag: string; betraege: string[] }[]>`select nr, tag, betraege from ergebnis`).map(
      ({ nr, tag: wirksamAb, betraege }) => [nr, [wirksamAb, ...betraege.map(Number)]],
    ),
  );
  const verschieden = berechnet.filter(({ nr, anpassung, vorschlag }) => {
    const erwartet = orakel.get(nr);
    if (vorschlag === null) {
      // Where nothing would change, the oracle says the old amounts.
      const alt = faelle[nr - 1]?.betraege;
      return (
        erwartet !== undefined && (anpassung === null || JSON.stringify(erwartet.slice(1)) !== JSON.stringify(alt))
      );
    }
    if (typeof vorschlag === "string") return erwartet !== undefined;
    const eigen = [anpassung?.wirksamAb, ...vorschlag.aenderungen.map(({ neuCent }) => neuCent)];
    return JSON.stringify(eigen) !== JSON.stringify(erwartet);
  });
  expect(
    verschieden.slice(0, 3).map((eines) => ({ ...eines, orakel: orakel.get(eines.nr), fall: faelle[eines.nr - 1] })),
  ).toEqual([]);
});

test("unter ihnen sind genug von jeder Sorte", () => {
  const vorgeschlagen = berechnet.filter(({ vorschlag }) => typeof vorschlag === "object" && vorschlag !== null);
  expect(vorgeschlagen.length).toBeGreaterThan(1000);
  const sorten = {
    verkettet: vorgeschlagen.filter(({ vergleich }) => vergleich?.verkettung),
    gefallen: vorgeschlagen.filter(({ vergleich }) => vergleich?.aenderungProzent.startsWith("-")),
    rundung: berechnet.filter(({ vergleich }) => vergleich?.istRundungssache),
    veraltet: vorgeschlagen.filter(({ vergleich }) => vergleich?.istVeraltet),
    prozent: vorgeschlagen.filter(({ anpassung }) => anpassung?.art === "prozent"),
    inPunkten: vorgeschlagen.filter(({ nr }) => {
      const eine = faelle[nr - 1]?.klausel;
      return eine?.art === "index" && eine.schwellePunkte !== null;
    }),
    keiner: berechnet.filter(({ anpassung }) => anpassung === null),
  };
  for (const [sorte, einige] of Object.entries(sorten)) expect(einige.length, sorte).toBeGreaterThan(5);
});
