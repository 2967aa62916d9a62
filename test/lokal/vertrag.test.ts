import { expect, test } from "vitest";
import { fristenVon } from "../../src/kern/fristen/fristen.ts";
import type { Vertrag } from "../../src/kern/fristen/vertrag.ts";
import { parseTag, type Tag } from "../../src/kern/kalender/tag.ts";
import { kontobestand } from "../../src/lokal/daten/konten.ts";
import { plane } from "../../src/lokal/daten/plan.ts";

const heute = "2026-11-20";
const tag = (wert: unknown): Tag | null => (typeof wert === "string" ? parseTag(wert) : null);

test("die Demodaten zeigen, was zu kündigen, zu fragen und anzuzeigen ist", () => {
  const plan = plane(300, heute);
  const arten = Array.from({ length: 300 }, (_, i) => kontobestand(plan, i + 1)).flatMap(({ konto, objekte }) => {
    expect(String(konto.vertragsschluss_am) < heute).toBe(true);
    const vertrag = {
      ...konto,
      pachtbeginn: tag(konto.pachtbeginn),
      pachtende: tag(konto.pachtende),
      pachtjahrBeginn: konto.pachtjahr_beginn,
      vertragsart: konto.vertragsart,
      vertragsschlussAm: tag(konto.vertragsschluss_am),
      vertragsform: konto.vertragsform,
      kuendigungsregel: null,
      verlaengerungMonate: konto.verlaengerung_monate,
      anfrageErhaltenAm: null,
      angezeigtAm: tag(konto.angezeigt_am),
      objekte: objekte.map((o) => ({ objektart: o.objektart, flaecheQm: o.flaeche_qm, bundesland: o.bundesland })),
    };
    return fristenVon(vertrag as unknown as Vertrag, parseTag(heute)).map(({ art }) => art);
  });
  expect([...new Set(arten)].sort()).toEqual(["anfrage", "anzeige", "kuendigung", "verlaengerung"]);
});
