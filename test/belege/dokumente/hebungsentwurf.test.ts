import { expect, test } from "vitest";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { dienst, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const plane = async (pachtkontoId: number, felder: object = {}): Promise<number> => {
  const body = { pachtkontoId, art: "prozent", wertBp: 1000, wirksamAb: "2027-04-01", ...felder };
  const { status, json } = await mitarbeiter().post<{ id: number }>("/abrechnung/hebungen", body);
  expect(status, JSON.stringify(json)).toBe(201);
  return json.id;
};
const setze = (id: number, status: string) => verwalter().put(`/abrechnung/hebungen/${id}`, { status });
const textVon = async ({ bytes }: { bytes: Uint8Array }): Promise<string> =>
  (await liesPdf(bytes)).blaetter.flat().join("\n");
/** A letter bears the day of the completion, by the clock of the database. */
const ohneTag = (text: string): string => text.replace(/Datum\n\S+/, "Datum");
const entwurf = (id: number) => mitarbeiter().get(`/abrechnung/hebungen/${id}/entwurf`);

test("der Entwurf zeigt, was der Abschluss ergäbe, und ist auf jeder Seite als Entwurf gekennzeichnet", async () => {
  const id = await plane(await konto());
  const antwort = await entwurf(id);
  expect([antwort.status, antwort.kopf.get("content-type")]).toEqual([200, "application/pdf"]);
  const text = await textVon(antwort);
  expect(text).toContain("ENTWURF");
  expect(text).toContain("1.320,00");
  expect(text).toContain("Anpassung der Pacht zum 01.04.2027");
  expect(await dienst.owner`select from hebung_brief where hebung_id = ${id}`).toEqual([]);
});

test("er rechnet auf dem, was eine frühere aktive Hebung übrig lässt", async () => {
  const pachtkontoId = await konto();
  const erste = await plane(pachtkontoId);
  const zweite = await plane(pachtkontoId, { wertBp: 500, wirksamAb: "2028-04-01" });
  expect(await textVon(await entwurf(zweite))).toContain("1.260,00");
  expect((await setze(erste, "aktiv")).status).toBe(200);
  // 1,200.00 -> 1,320.00 -> 1,386.00
  expect(await textVon(await entwurf(zweite))).toContain("1.386,00");
});

test("abgeschlossen gibt es das Schreiben mit denselben Beträgen und keinen Entwurf mehr", async () => {
  const id = await plane(await konto());
  const vorher = await textVon(await entwurf(id));
  expect((await setze(id, "aktiv")).status).toBe(200);
  expect((await setze(id, "abgeschlossen")).status).toBe(200);
  expect(await entwurf(id)).toMatchObject({ status: 409, json: { code: "kein_entwurf" } });
  const brief = await verwalter().get(`/abrechnung/hebung-abschluss/pdf?hebungId=${id}`);
  expect(ohneTag(await textVon(brief))).toBe(ohneTag(vorher.replace(/\s*ENTWURF/, "")));
});

test("fehlt der Schrift ein Zeichen, sagt es der Entwurf, ohne von gebuchten Belegen zu reden; nach dem Abschluss, was feststeht", async () => {
  const id = await plane(await konto(), { begruendung: "Vereinbart mit 山田" });
  const vorher = await entwurf(id);
  expect(vorher).toMatchObject({ status: 409, json: { code: "pdf_nicht_erstellbar" } });
  expect(vorher.text).toContain("fehlt in der Schrift. Bitte die Angabe ändern.");
  expect(vorher.text).not.toContain("gebucht");
  const alle = await mitarbeiter().get(`/abrechnung/pdf-hebungsentwurf?hebungIds=${id}`);
  expect(await textVon(alle)).toContain("U+5C71");
  expect(await textVon(alle)).not.toContain("gebucht");
  for (const status of ["aktiv", "abgeschlossen"]) expect((await setze(id, status)).status).toBe(200);
  const brief = await verwalter().get(`/abrechnung/hebung-abschluss/pdf?hebungId=${id}`);
  expect(brief).toMatchObject({ status: 409, json: { code: "pdf_nicht_erstellbar" } });
  expect(brief.text).toContain("auch ihre Begründung, steht seit dem Abschluss fest");
});

test("ohne Pächter am Tag gibt es ihn nicht", async () => {
  const id = await plane(await konto());
  await dienst.owner`update pachtkonto_beteiligter set gueltig_bis = '2026-12-31'
    where rolle = 'paechter' and pachtkonto_id = (select pachtkonto_id from hebung where id = ${id})`;
  expect(await entwurf(id)).toMatchObject({ status: 409, json: { code: "kein_paechter" } });
});
