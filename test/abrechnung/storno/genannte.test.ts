import { expect, test } from "vitest";
import { storniere } from "../../../src/abrechnung/storno/storniere.ts";
import { buche } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const kontext = {
  akteur: { id: 1, name: "Katharina Brandt", email: null, rollen: [] },
  anfrageId: "genannte",
  heute,
  jetzt: new Date(`${heute}T09:00:00Z`),
};

test("nennt die Antwort nur einen Teil der Belege, sagt sie doch von allen, wer sie schon hat, und das Protokoll zählt alle", async () => {
  const laeufe = [
    await buche("2025-10-01", [await konto()]),
    await buche("2025-10-01", [await konto(), await konto()]),
  ];
  const belege = await dienst.owner<{ id: number; belegnummer: string; buchungslaufId: string }[]>`
    select id, belegnummer, buchungslauf_id from archiv_beleg order by id`;
  const letzter = belege.at(-1);
  await dienst.owner`update extaccounting_dokument set zustand = 'uncertain', nicht_vor = now(), phase = 'anlegen' where beleg_id = ${letzter?.id ?? 0}`;

  const archivIds = belege.map(({ id }) => id);
  const storno = await storniere(dienst.sql, kontext, { archivIds, grund: "Irrtum" }, 1);
  expect(storno).toMatchObject({ anzahlBelege: belege.length, anzahlKonten: 3 });
  expect([storno.belege, storno.konten].map(({ length }) => length)).toEqual([1, 1]);
  expect(storno.extern).toEqual([{ archivId: letzter?.id, belegnummer: letzter?.belegnummer }]);

  const eintraege = await dienst.owner<{ ressourceId: string; werte: { feld: string; neu: unknown }[] }[]>`
    select a.ressource_id, w.werte::json werte
    from auditlog a join auditwert w on w.auditlog_id = a.id
    where a.aktion = 'stornieren' and a.ressource = 'buchungslauf'`;
  const gezaehlt = Object.fromEntries(
    eintraege.map(({ ressourceId, werte }) => [ressourceId, werte.find(({ feld }) => feld === "anzahlBelege")?.neu]),
  );
  const erwartet = laeufe.map(({ id }) => [id, belege.filter((b) => b.buchungslaufId === id).length]);
  expect(gezaehlt).toEqual(Object.fromEntries(erwartet));
});
