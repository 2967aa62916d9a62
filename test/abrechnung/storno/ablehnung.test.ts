import { expect, test } from "vitest";
import { buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

test("was storniert ist, ist es nicht noch einmal, und ein Storno selbst ist nicht stornierbar", async () => {
  const lauf = await buche("2025-10-01", [await konto()]);
  const [storno] = (await storniere({ buchungslaufId: lauf.id })).json.belege;
  expect(await storniere({ buchungslaufId: lauf.id })).toMatchObject({
    status: 409,
    json: { code: "schon_storniert" },
  });
  expect(await storniere({ archivIds: [storno?.stornoVonId] })).toMatchObject({
    status: 409,
    json: { code: "schon_storniert", belegnummern: [expect.stringMatching(/^RE-/)] },
  });
  expect(await storniere({ archivIds: [storno?.id] })).toMatchObject({
    status: 409,
    json: { code: "schon_storniert", belegnummern: [storno?.belegnummer] },
  });
});

test("genau eines von Lauf und Belegen, beides vorhanden, und ein Grund", async () => {
  const fremd = "00000000-0000-4000-8000-000000000000";
  expect((await storniere({})).status).toBe(400);
  expect((await storniere({ buchungslaufId: fremd, archivIds: [1] })).status).toBe(400);
  expect((await storniere({ archivIds: [] })).status).toBe(400);
  expect((await storniere({ buchungslaufId: fremd, grund: " " })).status).toBe(400);
  // What the letter could not show, and nobody could change any more.
  expect(await storniere({ buchungslaufId: fremd, grund: "Fläche ★ falsch 王★" })).toMatchObject({
    status: 400,
    json: { errors: [{ path: "grund", message: "der Schrift der Briefe fehlt ★ 王" }] },
  });
  expect((await storniere({ buchungslaufId: fremd })).status).toBe(404);
  expect((await storniere({ archivIds: [99_999_999] })).status).toBe(404);
});

test("ein Lauf, der nicht abgeschlossen ist, ist nicht stornierbar", async () => {
  const [lauf] = await dienst.owner<{ id: string }[]>`
    insert into buchungslauf (datum, belegdatum, benutzer_name, status, beendet_am, fehler)
    values (${heute}, ${heute}, 'Test', 'fehlgeschlagen', now(), 'Test') returning id`;
  expect(await storniere({ buchungslaufId: lauf?.id })).toMatchObject({
    status: 409,
    json: { code: "lauf_nicht_abgeschlossen" },
  });
});

test("ohne eigene Steuernummer gibt es keinen Stornobeleg; ist sie nachgetragen, schon", async () => {
  const lauf = await buche("2025-10-01", [await konto()]);
  await dienst.owner`update firmendaten set steuernummer = null`;
  expect(await storniere({ buchungslaufId: lauf.id })).toMatchObject({
    status: 409,
    json: { code: "firmendaten_unvollstaendig", fehlend: ["steuernummer"] },
  });
  await dienst.owner`update firmendaten set steuernummer = '072/123/45678'`;
  expect((await storniere({ buchungslaufId: lauf.id })).status).toBe(201);
});
