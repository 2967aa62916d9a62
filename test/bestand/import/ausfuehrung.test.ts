import { beforeEach, describe, expect, test } from "vitest";
import { fuehreImportAus } from "../../../src/bestand/import/ausfuehrung.ts";
import { vergissAlteImporte } from "../../../src/bestand/import/lese.ts";
import { buche } from "../../hilfe/abrechnung.ts";
import { dienst, heute, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import {
  auditzahl,
  befunde,
  fuehreAus,
  importiere,
  kleineMappe,
  kurz,
  lies,
  mitKontaktarten,
  mitWorker,
  pruefe,
  worker,
  zahlen,
} from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();
mitKontaktarten();

const leere = async () => {
  for (const tabelle of ["importschluessel", "importstand", "patchobjekt", "pachtkonto"])
    await dienst.owner`delete from ${dienst.owner(tabelle)}`;
};

const bestand = async () => {
  const [zeile] = await dienst.owner`
    select (select count(*) from kontakt) kontakte, (select count(*) from pachtkonto) konten,
      (select count(*) from pachtkonto_position) positionen, (select count(*) from importschluessel) schluessel`;
  return { ...zeile };
};

describe("ganz oder gar nicht", () => {
  beforeEach(async () => {
    await leere();
  });

  test("bricht die Ausführung mittendrin ab, ist nichts geschrieben, und sie läuft beim nächsten Mal", async () => {
    const vorher = [await bestand(), await auditzahl()];
    const { id } = await pruefe(kleineMappe());
    await dienst.owner`
      create function brich() returns trigger language plpgsql as $$ begin raise exception 'Strom weg'; end $$`;
    await dienst.owner`create trigger bruch before insert on patchobjekt for each row execute function brich()`;
    await expect(fuehreAus(id)).rejects.toThrow("Strom weg");
    expect([await bestand(), await auditzahl()]).toEqual(vorher);
    await dienst.owner`drop trigger bruch on patchobjekt`;
    await dienst.owner`drop function brich`;
    await fuehreImportAus(worker, id, heute);
    expect(await lies(id)).toMatchObject({ status: "ausgefuehrt" });
    expect(await bestand()).toMatchObject({ konten: 2, positionen: 3, schluessel: 8 });
  });

  test("zwei Ausführungen zugleich schreiben einmal", async () => {
    const { id } = await pruefe(kleineMappe());
    const gestellte = await Promise.all([1, 2].map(() => verwalter().post(`/import/${id}/ausfuehren`, {})));
    expect(gestellte.map(({ status }) => status).sort()).toEqual([202, 409]);
    expect(gestellte.map(({ json }) => json.code)).toContain("import_laeuft");
    await Promise.all([fuehreImportAus(worker, id, heute), fuehreImportAus(worker, id, heute)]);
    expect(await bestand()).toMatchObject({ konten: 2, positionen: 3 });
    const { status, json } = await verwalter().post(`/import/${id}/ausfuehren`, {});
    expect([status, json.code]).toEqual([409, "import_ausgefuehrt"]);
  });

  test("zwei gleiche Dateien, zugleich ausgeführt, ergeben einen Bestand", async () => {
    const laeufe = [await pruefe(kleineMappe()), await pruefe(kleineMappe())];
    for (const { id } of laeufe) expect((await verwalter().post(`/import/${id}/ausfuehren`, {})).status).toBe(202);
    await Promise.all(laeufe.map(({ id }) => fuehreImportAus(worker, id, heute)));
    for (const { id } of laeufe) expect(await lies(id)).toMatchObject({ status: "ausgefuehrt", fehler: 0 });
    expect(await bestand()).toMatchObject({ konten: 2, positionen: 3, schluessel: 8 });
    const [objekte] = await dienst.owner`select count(*) anzahl from patchobjekt`;
    expect(objekte?.anzahl).toBe(2);
  });

  test("zwei gleiche Dateien, eine nach der anderen ausgeführt, ergeben einen Bestand", async () => {
    const [eine, andere] = [await pruefe(kleineMappe()), await pruefe(kleineMappe())];
    await fuehreAus(eine.id);
    const vorher = await auditzahl();
    const lauf = await fuehreAus(andere.id);
    expect(zahlen(lauf, "Pachtkonten")).toBe("2 unveraendert");
    expect(await auditzahl()).toBe(vorher);
    expect(await bestand()).toMatchObject({ konten: 2, positionen: 3 });
  });
});

describe("Abrechnung nach dem Import", () => {
  test("der erste Zeitraum kommt auf den Cent, und was gebucht ist, bleibt wahr", async () => {
    await leere();
    const mappe = kleineMappe();
    await importiere(mappe);
    const lauf = await buche("2026-11-20");
    // 6 months of 1.200 and 6 of 1.500 a year; two half years of 100 a month
    expect(lauf).toMatchObject({ anzahlKonten: 2 });
    const belege = await dienst.owner<{ netto: number; belegart: string; vorname: string }[]>`
      select b.netto_cent netto, b.belegart, b.empfaenger ->> 'vorname' vorname
      from archiv_beleg b
      where b.belegart = 'rechnung'
      order by b.belegnummer`;
    expect(belege.map(({ vorname, netto }) => `${vorname} ${netto}`).sort()).toEqual([
      "Ida 135000",
      "Ida 20000",
      "Ida 20000",
      "Ole 40000",
      "Ole 40000",
    ]);

    const vorher = await auditzahl();
    Object.assign(mappe.Positionen?.[2] ?? {}, { betrag: 120 });
    Object.assign(mappe.Pachtkonten?.[0] ?? {}, { abrechnungAb: new Date("2024-10-01T00:00:00Z") });
    Object.assign(mappe.Beteiligte?.[2] ?? {}, { anteilZaehler: 2 });
    Object.assign(mappe.Beteiligte?.[3] ?? {}, { anteilZaehler: 1 });
    const { id } = await pruefe(mappe);
    expect(await kurz(id)).toEqual(["Pachtkonten 2 zeitraum_gebucht", "Pachtkonten 3 zeitraum_gebucht"]);
    expect((await befunde(id))[0]?.text).toMatch(/Bitte zuerst den Beleg RE-2026-\d{6} stornieren/);
    expect(await auditzahl()).toBe(vorher);

    Object.assign(mappe, kleineMappe());
    Object.assign(mappe.Positionen?.[2] ?? {}, { betrag: 120 });
    expect(await kurz((await pruefe(mappe)).id)).toEqual(["Positionen 4 zeitraum_gebucht"]);
  });
});

test("nach 30 Tagen sind Datei, Zeilen und Befunde vergessen, der Bestand nicht", async () => {
  const { id } = await pruefe(kleineMappe());
  const vorher = await bestand();
  await dienst.owner`update importlauf set angelegt_am = now() - interval '29 days' where id = ${id}`;
  await vergissAlteImporte(worker, new Date());
  expect((await verwalter().get(`/import/${id}`)).status).toBe(200);
  await dienst.owner`update importlauf set angelegt_am = now() - interval '31 days' where id = ${id}`;
  expect(await vergissAlteImporte(worker, new Date())).toBe(1);
  expect((await verwalter().get(`/import/${id}`)).status).toBe(404);
  const [rest] = await dienst.owner`
    select (select count(*) from importlauf_zeile where importlauf_id = ${id})
      + (select count(*) from importlauf_stueck where importlauf_id = ${id}) anzahl`;
  expect(rest?.anzahl).toBe(0);
  expect(await bestand()).toEqual(vorher);
});
