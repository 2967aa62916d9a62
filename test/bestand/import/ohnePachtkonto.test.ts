import { expect, test } from "vitest";
import type { Hebung } from "../../../src/abrechnung/hebungen/schema.ts";
import type { PachtkontoPosition } from "../../../src/stammdaten/pachtkonten/positionen/schema.ts";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import {
  fuehreAus,
  importiere,
  kleineMappe,
  kurz,
  mitKontaktarten,
  mitWorker,
  pruefe,
  tag,
  zahlen,
} from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();
mitKontaktarten();

const positionenVon = async (kontonummer: string): Promise<PachtkontoPosition[]> => {
  const [konto] = await dienst.owner<{ id: number }[]>`select id from pachtkonto where kontonummer = ${kontonummer}`;
  return (await verwalter().get<PachtkontoPosition[]>(`/pachtkonten/${konto?.id}/positionen`)).json;
};

test("Eine Position, die es gibt, ändert sich auch ohne die Spalte ihres Pachtkontos", async () => {
  await importiere(kleineMappe());
  const lauf = await importiere({ Positionen: [{ importSchluessel: "B2", betrag: 110 }] });
  expect(zahlen(lauf, "Positionen")).toBe("1 geaendert");
  expect((await positionenVon("A-77"))[0]?.betragCent).toBe(11_000);
});

test("ebenso mit leerer Zelle, und eine neue Fassung von ihr kommt hinzu", async () => {
  const lauf = await importiere({
    Positionen: [
      { importSchluessel: "B2", pachtkonto: null, gueltigVon: null, gueltigBis: tag("2026-12-31") },
      {
        ...{ importSchluessel: "B2", gueltigVon: tag("2027-01-01"), gueltigBis: null },
        ...{ positionsart: "Pacht", betrag: 120, intervall: "monatlich" },
      },
    ],
  });
  expect(zahlen(lauf, "Positionen")).toBe("1 neu, 1 geaendert");
  expect((await positionenVon("A-77")).map(({ betragCent, gueltigVon }) => [betragCent, gueltigVon])).toEqual([
    [11_000, null],
    [12_000, "2027-01-01"],
  ]);
});

test("Eine Hebung, die es gibt, ändert sich auch ohne die Spalte ihres Pachtkontos", async () => {
  const hebung = { importSchluessel: "H1", pachtkonto: "A-77", art: "prozent", wirksamAb: tag("2027-07-01"), wert: 2 };
  await importiere({ Hebungen: [hebung] });
  const lauf = await importiere({ Hebungen: [{ importSchluessel: "H1", bezeichnung: "Pachtprüfung", wert: 3 }] });
  expect(zahlen(lauf, "Hebungen")).toBe("1 geaendert");
  const { json } = await verwalter().get<{ data: Hebung[] }>("/abrechnung/hebungen");
  expect(json.data).toMatchObject([{ bezeichnung: "Pachtprüfung", wertBp: 300, kontonummer: "A-77" }]);
});

test("Was ihr Pachtkonto nicht zulässt, ist auch dann ein Fehler", async () => {
  const gutschrift = { ...{ importSchluessel: "E1", pachtkonto: "A-77", positionsart: "Pacht", betrag: 20 } };
  await importiere({ Positionen: [{ ...gutschrift, intervall: "einmalig", gueltigVon: tag("2027-02-01") }] });
  await importiere({ Pachtkonten: [{ importSchluessel: null, kontonummer: "A-77", pachtende: tag("2027-01-31") }] });
  const lauf = await pruefe({ Positionen: [{ importSchluessel: "E1", betrag: 25 }] });
  expect(await kurz(lauf.id)).toEqual(["Positionen 2 gueltigVon ausserhalb"]);
});

test("Wird das Pachtkonto nach der Prüfung gelöscht, sagt die Ausführung, dass sich der Bestand geändert hat", async () => {
  await importiere({
    Pachtkonten: [{ importSchluessel: "P9", pachtbeginn: tag("2026-01-01"), zahlungsrhythmus: "jaehrlich" }],
    Positionen: [
      { importSchluessel: "B9", pachtkonto: "P9", positionsart: "Pacht", betrag: 100, intervall: "jaehrlich" },
    ],
  });
  const { id } = await pruefe({ Positionen: [{ importSchluessel: "B9", betrag: 110 }] });
  const [konto] = await dienst.owner<{ id: number }[]>`
    select datensatz_id id from importschluessel where art = 'pachtkonto' and schluessel = 'P9'`;
  expect((await verwalter().delete(`/pachtkonten/${konto?.id}`)).status).toBe(204);
  await fuehreAus(id);
  expect(await kurz(id)).toEqual(["Positionen 2 importSchluessel bestand_geaendert"]);
});
