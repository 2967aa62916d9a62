import { expect, test } from "vitest";
import { administrator, dienst, mitarbeiter, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst();

const zeilen = (subjekt: string) => dienst.owner`
  select f.text, f.art, f.seite from feedback f join benutzer b on b.id = f.benutzer_id
  where b.subjekt = ${subjekt} order by f.id`;

test("wer angemeldet ist, schreibt, auch ohne Rolle", async () => {
  for (const wer of ["ohne-rolle", "pruefer"] as const) {
    const body = { text: "  Schön schnell  ", art: "lob", seite: "/pachtkonten/7" };
    const antwort = await dienst.als(wer).post("/feedback", body);
    expect(antwort.status).toBe(201);
    expect(antwort.json).toMatchObject({ ...body, text: "Schön schnell", erstelltAm: expect.any(String) });
    expect(await zeilen(wer)).toEqual([{ ...body, text: "Schön schnell" }]);
    const [eintrag] = await dienst.owner`
      select benutzer_name, aktion, ressource_id, anfrage_id from auditlog where ressource = 'feedback' order by id desc`;
    expect(eintrag).toEqual({
      benutzerName: `Test ${wer}`,
      aktion: "anlegen",
      ressourceId: String(antwort.json.id),
      anfrageId: antwort.kopf.get("x-request-id"),
    });
  }
});

test("der Text genügt", async () => {
  const { status, json } = await mitarbeiter().post("/feedback", { text: "Nur Text" });
  expect(status).toBe(201);
  expect(json).toMatchObject({ art: null, seite: null });
});

test.each([{}, { text: " " }, { text: "x".repeat(5001) }, { text: "x", art: "klage" }, { text: "x", benutzerId: 1 }])(
  "abgelehnt: %o",
  async (body) => {
    expect((await administrator().post("/feedback", body)).status).toBe(400);
  },
);

test("von fremder Seite nicht", async () => {
  const fremd = await verwalter().post("/feedback", { text: "x" }, { origin: "https://fremd.example" });
  expect(fremd.json).toMatchObject({ status: 403, code: "fremde_herkunft" });
  expect(await zeilen("verwalter")).toEqual([]);
});

test("zehn in der Stunde, auch wenn alle zugleich kommen; danach wieder", async () => {
  const sende = (kopf?: Record<string, string>) => verwalter().post("/feedback", { text: "x" }, kopf);
  const einmal = { "idempotency-key": "einmal" };
  expect((await sende(einmal)).status).toBe(201);
  const antworten = await Promise.all(Array.from({ length: 14 }, () => sende()));
  const abgelehnt = antworten.filter(({ status }) => status !== 201);
  expect(abgelehnt).toHaveLength(5);
  for (const { status, json, kopf } of abgelehnt) {
    expect(status).toBe(429);
    expect(json.code).toBe("zu_viele_anfragen");
    expect(Number(kopf.get("retry-after"))).toBeGreaterThan(3500);
    expect(Number(kopf.get("retry-after"))).toBeLessThanOrEqual(3600);
  }
  expect(await zeilen("verwalter")).toHaveLength(10);
  // What was accepted before is answered again, and others write on.
  expect((await sende(einmal)).status).toBe(201);
  expect((await pruefer().post("/feedback", { text: "x" })).status).toBe(201);

  await dienst.owner`
    update feedback set erstellt_am = erstellt_am - interval '59 minutes 50 seconds'
    where id = (select min(id) from feedback where text = 'x')`;
  const bald = await sende();
  expect(bald.status).toBe(429);
  expect(Number(bald.kopf.get("retry-after"))).toBeLessThanOrEqual(10);
  await dienst.owner`update feedback set erstellt_am = erstellt_am - interval '1 hour'`;
  expect((await sende()).status).toBe(201);
});

test("das Dokument nennt dafür keine Rollen", () => {
  expect(dienst.dokument.paths["/feedback"]?.post?.["x-rollen"]).toBeUndefined();
});
