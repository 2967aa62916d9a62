import { afterAll, beforeAll, expect, test } from "vitest";
import { starteDienst, type Testdienst } from "../../hilfe/dienst.ts";
import { saeKonto, saeStammdaten } from "../../hilfe/saat.ts";

const heute = "2026-11-20";
const datum = "2026-10-01";
let dienst: Testdienst;

beforeAll(async () => {
  dienst = await starteDienst(heute);
  await saeStammdaten(dienst.owner);
});

afterAll(async () => {
  expect(dienst.fehler).toEqual([]);
  await dienst.beende();
});

type Vorschau = { vorschauHash: string; nichtAbrechenbar: { konten: { gruende: { code: string; text: string }[] }[] } };

const verwalter = () => dienst.als("verwalter");
const buche = (body: object) => verwalter().post<Record<string, unknown>>("/abrechnung/buchen", body);
const setzeSteuernummer = (id: number, steuernummer: string | null, ustId: string | null = null) =>
  dienst.owner`update kontakt set steuernummer = ${steuernummer}, ust_id = ${ustId} where id = ${id}`;

test("a lessor with VAT and no tax number: the account waits until somebody enters one", async () => {
  const id = await saeKonto(dienst.owner, heute, { pachtbeginn: "2025-10-01", verpaechter: [[4, null, null]] });
  const vorschau = async () =>
    (await verwalter().get(`/abrechnung/vorschau-gruppen?datum=${datum}&auswahl=${id}`)).text;
  const hash = async () => (JSON.parse(await vorschau()) as Vorschau).vorschauHash;
  const vorher = await hash();

  await setzeSteuernummer(4, null);
  expect(await vorschau()).toContain('"code":"steuernummer_verpaechter"');
  expect(await vorschau()).toContain("Steuernummer oder USt-IdNr.");
  expect(await buche({ datum, auswahl: [id] })).toMatchObject({
    status: 409,
    json: { code: "nichts_zu_buchen", nichtAbrechenbar: [{ gruende: [{ code: "steuernummer_verpaechter" }] }] },
  });
  // Either number will do, and the lines are those that were seen before.
  await setzeSteuernummer(4, null, "DE123456789");
  expect(await buche({ datum, auswahl: [id], vorschauHash: vorher })).toMatchObject({ status: 201 });
});

test("a preview from before the number was taken away does not book", async () => {
  const id = await saeKonto(dienst.owner, heute, { pachtbeginn: "2025-10-01", verpaechter: [[4, null, null]] });
  const ohne = await saeKonto(dienst.owner, heute, { pachtbeginn: "2025-10-01", verpaechter: [[5, null, null]] });
  const { text } = await verwalter().get(`/abrechnung/vorschau-gruppen?datum=${datum}&auswahl=${id},${ohne}`);
  const { vorschauHash } = JSON.parse(text) as Vorschau;
  await setzeSteuernummer(4, null);
  const antwort = await buche({ datum, auswahl: [id, ohne], vorschauHash });
  expect(antwort.status).toBe(409);
  expect(JSON.stringify(antwort.json)).toContain(String(id));
  // A lessor without VAT gets a payout note, which needs no number.
  expect(await buche({ datum, auswahl: [id, ohne] })).toMatchObject({
    status: 201,
    json: { anzahlKonten: 1, anzahlNichtAbrechenbar: 1 },
  });
  await setzeSteuernummer(4, "072/234/56789");
});
