import { describe, expect, test } from "vitest";
import { Buch, type Buchung, kurz } from "../../kern/pacht/buch.ts";
import { anteil, paechter, position, verpaechter } from "../../kern/pacht/muster.ts";
import { erzeuge, type Fall, paarIn } from "./erzeuge.ts";

const drittel = anteil(1, 3);

describe("Kontakte, die nach einer Buchung zusammengeführt sind", () => {
  const dreiPaechter = [paechter(1, drittel), paechter(2, drittel), paechter(3, drittel)];
  const einmal = position({ betragCent: 10_001, intervall: "einmalig", gueltigVon: "2025-01-15" });

  test.each([
    [1, 2],
    [2, 1],
    [1, 3],
    [3, 1],
    [3, 2],
  ])(
    "100,01 zu Dritteln, %i nimmt %i auf: eine Schlussabrechnung, die nichts ändert, bewegt keinen Cent",
    (bleibt, geht) => {
      const buch = new Buch({ istVorauszahlend: true, beteiligte: dreiPaechter, positionen: [einmal] });
      expect(kurz(buch.buche("2024-10-01"))).toEqual([
        ["RE-1", 1, 3334, 3334],
        ["RE-2", 2, 3334, 3334],
        ["RE-3", 3, 3333, 3333],
      ]);
      buch.fuehreZusammen(bleibt, geht);
      buch.aendere({ pachtende: "2025-06-30" });
      expect(kurz(buch.buche("2025-07-01"))).toEqual([]);
    },
  );

  test("was danach gebucht wird, teilt sich nach den zusammengezählten Anteilen", () => {
    const buch = new Buch({
      istVorauszahlend: true,
      beteiligte: dreiPaechter,
      positionen: [position({ betragCent: 10_001 })],
    });
    buch.buche("2024-10-01");
    buch.fuehreZusammen(1, 2);
    expect(kurz(buch.buche("2025-10-01"))).toEqual([
      ["RE-4", 1, 6667, 6667],
      ["RE-5", 3, 3334, 3334],
    ]);
  });

  test("die Berichtigung geht auf einem Beleg an den, der geblieben ist, mit einer Zeile je berichtigtem Beleg", () => {
    const beteiligte = [...dreiPaechter, verpaechter(5, anteil(1, 2)), verpaechter(6, anteil(1, 2))];
    const positionen = [position({ weiterleitung: true })];
    const buch = new Buch({ istVorauszahlend: true, beteiligte, positionen });
    buch.buche("2024-10-01");
    buch.fuehreZusammen(3, 1);
    buch.fuehreZusammen(6, 5);
    buch.aendere({ pachtende: "2025-06-30" });
    const belege = buch.buche("2025-07-01").flatMap((buchung) => buchung.belege);
    expect(
      belege.map((b) => [
        b.belegart,
        b.kontaktId,
        b.zeilen.map((z) => [z.herleitung.korrektur?.belegnummer, z.nettoCent]),
      ]),
    ).toEqual([
      ["schlussrechnung", 2, [["RE-2", -10_000]]],
      [
        "schlussrechnung",
        3,
        [
          ["RE-1", -10_000],
          ["RE-3", -10_000],
        ],
      ],
      [
        "gutschrift",
        6,
        [
          ["GS-1", -15_000],
          ["GS-2", -15_000],
        ],
      ],
    ]);
  });
});

describe("2.000 Konten, in jedem zwei Kontakte einer Seite zusammengeführt, wo es zwei gibt", () => {
  const faelle = erzeuge(2000).filter(({ ersterLauf }) => ersterLauf !== null);

  /** Net of the corrections by side, contact, position and rate. */
  const berichtigt = (buchungen: readonly Buchung[], heutiger: (kontaktId: number) => number) => {
    const summen = new Map<string, number>();
    for (const { belegart, kontaktId, zeilen } of buchungen.flatMap(({ belege }) => belege))
      for (const zeile of zeilen.filter(({ herleitung }) => herleitung.korrektur)) {
        const schluessel = [belegart, heutiger(kontaktId), zeile.ursprungId, zeile.steuersatzBp].join(" ");
        summen.set(schluessel, (summen.get(schluessel) ?? 0) + zeile.nettoCent);
      }
    return Object.fromEntries([...summen].filter(([, cent]) => cent !== 0).toSorted());
  };

  const schliesse = ({ stamm, pachtende, ersterLauf, zweiterLauf }: Fall, vorher: (buch: Buch) => void) => {
    const buch = new Buch({ ...stamm, pachtende: null });
    buch.buche(ersterLauf ?? "");
    vorher(buch);
    buch.aendere({ pachtende });
    return buch.buche(zweiterLauf);
  };

  test("jeder bekommt berichtigt, was ohne die Zusammenführung beide bekommen hätten", () => {
    let verglichen = 0;
    for (const fall of faelle) {
      const paar = paarIn(fall.stamm.beteiligte ?? [], fall.stamm.id);
      if (!paar) continue;
      const [bleibt, geht] = paar;
      const ohne = berichtigt(
        schliesse(fall, () => {}),
        (wer) => (wer === geht ? bleibt : wer),
      );
      const mit = berichtigt(
        schliesse(fall, (buch) => buch.fuehreZusammen(bleibt, geht)),
        (wer) => wer,
      );
      expect(mit, `Konto ${fall.stamm.id}: ${geht} in ${bleibt}`).toEqual(ohne);
      if (Object.keys(mit).length > 0) verglichen += 1;
    }
    expect(verglichen).toBeGreaterThan(50);
  });
});
