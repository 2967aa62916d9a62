import fc from "fast-check";
import { type Bruch, bruch, mal, NULL, plus, rundeQuotient } from "../../../src/kern/geld/bruch.ts";
import { periodeMit } from "../../../src/kern/kalender/perioden.ts";
import { datum, formatTag, parseTag, plusTage, type Tag } from "../../../src/kern/kalender/tag.ts";
import { MONATE, rasterVon } from "../../../src/kern/pacht/perioden.ts";
import type {
  AktiveHebung,
  Berechnungsart,
  Beteiligtenrolle,
  Beteiligter,
  Intervall,
  KontoEingabe,
  PositionVersion,
  Rhythmus,
} from "../../../src/kern/pacht/typen.ts";
import { hebung, konto, paechter, position } from "./muster.ts";

export const rhythmus = fc.constantFrom<Rhythmus>("monatlich", "vierteljaehrlich", "halbjaehrlich", "jaehrlich");
export const berechnungsart = fc.constantFrom<Berechnungsart>("monatsgenau", "tagesgenau", "dreissig360");
export const pachtjahrBeginn = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 28 }))
  .map(([monat, tag]) => `${String(monat).padStart(2, "0")}-${String(tag).padStart(2, "0")}`);

const ANFANG = parseTag("2023-01-01");
const tag = fc.integer({ min: 0, max: 1200 }).map((n) => formatTag(plusTage(ANFANG, n)));
const betrag = fc.integer({ min: -200_000, max: 1_000_000 });
const satz = fc.constantFrom(0, 700, 1900);

/** Ascending different days that cut time into spans; the first is open to the past, the last to the future. */
const spannen = (maxLength: number) =>
  fc.uniqueArray(tag, { maxLength }).map((tage) => {
    const grenzen = tage.toSorted();
    return [...grenzen, null].map((ende, i) => ({
      gueltigVon: i === 0 ? null : (grenzen[i - 1] ?? null),
      gueltigBis: ende === null ? null : formatTag(plusTage(parseTag(ende), -1)),
    }));
  });

const beteiligte = (rolle: Beteiligtenrolle): fc.Arbitrary<Beteiligter[]> =>
  spannen(3).chain((liste) =>
    fc.tuple(...liste.map((spanne) => gemeinschaft(rolle, spanne))).map((gruppen) => gruppen.flat()),
  );

function gemeinschaft(rolle: Beteiligtenrolle, spanne: Pick<Beteiligter, "gueltigVon" | "gueltigBis">) {
  const gewichte = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 7 })), {
    selector: ([kontaktId]) => kontaktId,
    minLength: 1,
    maxLength: 4,
  });
  return gewichte.map((liste) => {
    const anteilNenner = liste.reduce((summe, [, gewicht]) => summe + gewicht, 0);
    return liste.map(([kontaktId, anteilZaehler]) =>
      paechter(kontaktId, {
        rolle,
        anteilZaehler,
        anteilNenner,
        umsatzsteuerStatus: kontaktId % 2 === 0 ? "regelbesteuert" : "kleinunternehmer",
        ...spanne,
      }),
    );
  });
}

type Kopf = Pick<PositionVersion, "anteilig" | "weiterleitung" | "steuersatzBp">;
const kopf: fc.Arbitrary<Kopf> = fc.record({
  anteilig: fc.boolean(),
  weiterleitung: fc.boolean(),
  steuersatzBp: satz,
});

/** The versions of position `ursprungId`; not every span is filled. */
function versionen(ursprungId: number): fc.Arbitrary<PositionVersion[]> {
  const inhalt = spannen(2).chain((liste) =>
    fc.tuple(...liste.map((spanne) => fc.record({ spanne: fc.constant(spanne), betrag, rhythmus, fehlt: fc.nat(3) }))),
  );
  const wiederkehrend = fc.tuple(kopf, inhalt).map(([gemeinsam, liste]) =>
    liste
      .filter(({ fehlt }) => fehlt > 0)
      .map(({ spanne, betrag: betragCent, rhythmus: intervall }, i) => {
        const id = ursprungId * 10 + i;
        return position({ ...gemeinsam, ...spanne, id, ursprungId, betragCent, intervall });
      }),
  );
  const einmalig = fc
    .tuple(kopf, betrag, tag)
    .map(([gemeinsam, betragCent, gueltigVon]) => [
      position({ ...gemeinsam, id: ursprungId * 10, ursprungId, betragCent, intervall: "einmalig", gueltigVon }),
    ]);
  return fc.oneof({ weight: 4, arbitrary: wiederkehrend }, { weight: 1, arbitrary: einmalig });
}

/** Position 1 is always there, so that an increase has a base. */
const positionen = fc
  .tuple(betrag, versionen(2), versionen(3), versionen(4))
  .map(([betragCent, ...weitere]) => [position({ id: 1, betragCent, weiterleitung: true }), ...weitere.flat()]);

const hebungen: fc.Arbitrary<AktiveHebung[]> = fc
  .array(fc.record({ wertBp: fc.integer({ min: -500, max: 2000 }), wirksamAb: tag }), { maxLength: 2 })
  .map((liste) => liste.map((h, i) => hebung({ id: i + 1, ...h })));

/** Any billable account with up to two and a half years of due periods. */
export const beliebigesKonto: fc.Arbitrary<KontoEingabe> = fc
  .record({
    berechnungsart,
    zahlungsrhythmus: rhythmus,
    pachtjahrBeginn,
    istVorauszahlend: fc.boolean(),
    pachtbeginn: tag,
    laufzeit: fc.option(fc.nat(900)),
    verwaltungsgebuehrBp: fc.integer({ min: 0, max: 1000 }),
    gebuehrSteuersatzBp: satz,
    parteien: fc.tuple(beteiligte("paechter"), beteiligte("verpaechter")).map((rollen) => rollen.flat()),
    positionen,
    hebungen,
  })
  .map(({ laufzeit, parteien, ...rest }) => {
    const beginn = parseTag(rest.pachtbeginn);
    const pachtende = laufzeit === null ? null : formatTag(plusTage(beginn, laufzeit));
    return konto({ ...rest, pachtende, beteiligte: parteien }, formatTag(plusTage(beginn, 900)));
  });

/**
 * What position `ursprungId` costs in a due period, day by day and apart from the code under test: each day weighs its
 * part of the uncut period, the sum is rounded once.
 */
export function kostenNachTagen(
  eingabe: KontoEingabe,
  versionenNachHebung: readonly PositionVersion[],
  ursprungId: number,
  von: Tag,
  bis: Tag,
): number {
  const eigene = versionenNachHebung.filter((version) => version.ursprungId === ursprungId);
  let exakt: Bruch = NULL;
  for (let tagNr = von; tagNr <= bis; tagNr = plusTage(tagNr, 1)) {
    const text = formatTag(tagNr);
    const einmalig = eigene.find((v) => v.intervall === "einmalig" && v.gueltigVon === text);
    if (einmalig) return einmalig.betragCent;
    const version = eigene.find(
      (v) => v.intervall !== "einmalig" && (v.gueltigVon ?? "") <= text && text <= (v.gueltigBis ?? "9999"),
    );
    if (!version) continue;
    const voll = bruch(rate(eingabe, version, tagNr));
    if (!version.anteilig) return Number(rundeQuotient(voll.zaehler, voll.nenner));
    exakt = plus(exakt, mal(voll, tagesgewicht(eingabe, tagNr)));
  }
  return Number(rundeQuotient(exakt.zaehler, exakt.nenner));
}

function rate(eingabe: KontoEingabe, version: PositionVersion, tagNr: Tag): bigint {
  const monate = MONATE[eingabe.zahlungsrhythmus];
  const intervallMonate: Record<Intervall, number> = { ...MONATE, einmalig: 0 };
  const intervall = intervallMonate[version.intervall];
  if (intervall <= monate) return BigInt(version.betragCent) * BigInt(monate / intervall);
  const { nummer } = periodeMit(tagNr, rasterVon(eingabe));
  const bisher = [nummer - 1, nummer].map((j) =>
    rundeQuotient(BigInt(version.betragCent * j * monate), BigInt(intervall)),
  );
  return (bisher[1] ?? 0n) - (bisher[0] ?? 0n);
}

function tagesgewicht(eingabe: KontoEingabe, tagNr: Tag): Bruch {
  const raster = rasterVon(eingabe);
  const periode = periodeMit(tagNr, raster);
  switch (eingabe.berechnungsart) {
    case "tagesgenau":
      return bruch(1, periode.bis - periode.von + 1);
    case "monatsgenau": {
      const monat = periodeMit(tagNr, { ...raster, monate: 1 });
      return bruch(1, (monat.bis - monat.von + 1) * raster.monate);
    }
    case "dreissig360": {
      const { monat, tag: imMonat } = datum(tagNr);
      const istLetzterFebruar = monat === 2 && datum(plusTage(tagNr, 1)).monat === 3;
      const gewicht = imMonat === 31 ? 0 : istLetzterFebruar ? 31 - imMonat : 1;
      return bruch(gewicht, 30 * raster.monate);
    }
  }
}
