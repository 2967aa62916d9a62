import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { nimmLaufsperre } from "../../../src/abrechnung/buchung/laufsperre.ts";
import type { Kontext } from "../../../src/kern/kontext.ts";
import { type Halter, nimmHalter } from "../../../src/technik/database/sperre.ts";
import { dienst, heute, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst();

const kontext: Kontext = {
  akteur: { id: 1, name: "Test", email: null, rollen: ["verwalter"] },
  anfrageId: "sperre",
  heute,
  jetzt: new Date(),
};

let halter: Halter;
beforeEach(async () => {
  halter = await nimmHalter(dienst.sql);
  expect(await halter.versuche("buchungslauf")).toBe(true);
});
afterEach(async () => {
  await halter.gibFrei();
  await dienst.owner`delete from buchungslauf`;
});

const laeuft = (benutzerName: string, auswahl: number[] | null) => dienst.owner`
  insert into buchungslauf (datum, belegdatum, benutzer_name, auswahl)
  values (${heute}, ${heute}, ${benutzerName}, ${auswahl})`;

/** After no second try, so that nobody waits a minute for it. */
const nimm = (auswahl: number[] | null) => nimmLaufsperre(dienst.sql, kontext, auswahl, 0);

const nocheinmal = "Bitte nach dem Ende dieses Laufs noch einmal versuchen.";

describe("ein Lauf, während ein anderer läuft, erfährt", () => {
  test("dass jener dieselben Pachtkonten bucht, und wer es ist", async () => {
    await laeuft("Vera Verwalterin", [7, 8]);
    for (const auswahl of [[8, 9], null])
      await expect(nimm(auswahl)).rejects.toMatchObject({
        code: "lauf_aktiv",
        detail: `Vera Verwalterin bucht gerade dieselben Pachtkonten. ${nocheinmal}`,
      });
  });

  test("nach langem Warten, dass jener andere bucht: behauptet wird nicht, es seien dieselben", async () => {
    await laeuft("Vera Verwalterin", [7, 8]);
    await expect(nimm([9])).rejects.toMatchObject({
      code: "lauf_aktiv",
      detail: `Vera Verwalterin bucht gerade andere Pachtkonten, und gebucht wird nacheinander. ${nocheinmal}`,
    });
  });

  test("von mehreren den, mit dem er sich überschneidet", async () => {
    await laeuft("Anna Andere", [7]);
    await laeuft("Vera Verwalterin", [9]);
    await expect(nimm([9])).rejects.toMatchObject({ detail: expect.stringMatching(/^Vera .* dieselben Pachtkonten/) });
  });

  test("wenn jener noch nichts berechnet hat, nur dass er läuft", async () => {
    await expect(nimm([9])).rejects.toMatchObject({
      code: "lauf_aktiv",
      detail: "Ein anderer Buchungslauf ist noch nicht zu Ende. Bitte später noch einmal versuchen.",
    });
  });
});
