import { expect, test } from "vitest";
import { pruefeNeuesKonto } from "../../../src/stammdaten/pachtkonten/pruefung.ts";
import { CreatePachtkontoBody } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { legePachtkontenAn } from "../../../src/stammdaten/pachtkonten/schreibung.ts";
import { dienst, heute } from "../../hilfe/mitDienst.ts";
import { mitParteien } from "./handgriffe.ts";

mitParteien();

const konto = (kontonummer: string) => ({
  werte: pruefeNeuesKonto(
    CreatePachtkontoBody.parse({ kontonummer, pachtbeginn: "2026-01-01", zahlungsrhythmus: "jaehrlich" }),
    heute,
  ),
  beteiligte: [],
});

const lege = (...nummern: string[]) =>
  dienst.owner.begin((tx) =>
    legePachtkontenAn(tx, { akteur: { id: null, name: "Einzug" }, anfrageId: "1" }, nummern.map(konto), heute),
  );

test("von mehreren nennt die Ablehnung die Nummer, die vergeben ist, wie sie geschrieben war", async () => {
  await lege("Deich, 1", "Geest-1");
  for (const vergeben of ["Deich, 1", "DEICH, 1", "geest-1"])
    await expect(lege("Marsch-1", vergeben)).rejects.toMatchObject({
      code: "kontonummer_vergeben",
      detail: expect.stringContaining(`Die Kontonummer ${vergeben} ist schon vergeben.`),
    });
});
