import { expect, test } from "vitest";
import { sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

const datum = "2026-10-01";

mitDienst({ stammdaten: true });

type Vorschau = { vorschauHash: string; nichtAbrechenbar: { konten: { gruende: { code: string; text: string }[] }[] } };

const setzeSteuernummer = (id: number, steuernummer: string | null, ustId: string | null = null) =>
  dienst.owner`update kontakt set steuernummer = ${steuernummer}, ust_id = ${ustId} where id = ${id}`;

test("ein Verpächter mit Umsatzsteuer ohne Steuernummer: das Konto wartet, bis eine eingetragen ist", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01", verpaechter: [[4, null, null]] });
  const vorschau = async () =>
    (await verwalter().get(`/abrechnung/vorschau-gruppen?datum=${datum}&auswahl=${id}`)).text;
  const hash = async () => (JSON.parse(await vorschau()) as Vorschau).vorschauHash;
  const vorher = await hash();

  await setzeSteuernummer(4, null);
  expect(await vorschau()).toContain('"code":"steuernummer_verpaechter"');
  expect(await vorschau()).toContain("Steuernummer oder USt-IdNr.");
  expect(await sendeBuchung({ datum, auswahl: [id] })).toMatchObject({
    status: 409,
    json: { code: "nichts_zu_buchen", nichtAbrechenbar: [{ gruende: [{ code: "steuernummer_verpaechter" }] }] },
  });
  // Either number will do, and the lines are those that were seen before.
  await setzeSteuernummer(4, null, "DE123456789");
  expect(await sendeBuchung({ datum, auswahl: [id], vorschauHash: vorher })).toMatchObject({ status: 201 });
});

test("mit einer Vorschau von vorher, als die Nummer noch da war, wird nicht gebucht", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01", verpaechter: [[4, null, null]] });
  const ohne = await konto({ pachtbeginn: "2025-10-01", verpaechter: [[5, null, null]] });
  const { text } = await verwalter().get(`/abrechnung/vorschau-gruppen?datum=${datum}&auswahl=${id},${ohne}`);
  const { vorschauHash } = JSON.parse(text) as Vorschau;
  await setzeSteuernummer(4, null);
  const antwort = await sendeBuchung({ datum, auswahl: [id, ohne], vorschauHash });
  expect(antwort.status).toBe(409);
  expect(JSON.stringify(antwort.json)).toContain(String(id));
  // A lessor without VAT gets a payout note, which needs no number.
  expect(await sendeBuchung({ datum, auswahl: [id, ohne] })).toMatchObject({
    status: 201,
    json: { anzahlKonten: 1, anzahlNichtAbrechenbar: 1 },
  });
  await setzeSteuernummer(4, "072/234/56789");
});
