import { afterEach, expect, test } from "vitest";
import { buche, hinweiseVon, sendeBuchung, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const setze = (kontakt: Record<string, string | null>) =>
  dienst.owner`update kontakt set ${dienst.owner(kontakt)} where id = 1`;
afterEach(() => setze({ nachname: "Müller", ort: "Neubrandenburg" }));

test.each([
  [{ nachname: "王" }, "In Name oder Anschrift von Anna 王 fehlt der Schrift der Briefe „王“: Mit diesem Zeichen"],
  [
    { ort: "★Stadt🌾" },
    "In Name oder Anschrift von Anna Müller fehlt der Schrift der Briefe „★“, „🌾“: Mit diesen Zeichen",
  ],
])("was der Schrift der Briefe fehlt, nennt die Vorschau: %o", async (werte, text) => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  await setze({ nachname: "Nguyễn-Dvořák", ort: "Kraków „Süd“" });
  expect(await hinweiseVon(id)).toEqual([]);
  await setze({ nachname: "Müller", ort: "Neubrandenburg", ...werte });
  expect(await hinweiseVon(id)).toEqual([expect.stringContaining(`zeichen_fehlt: ${text}`)]);
});

test("auch in den Bezeichnungen des Kontos und seiner Positionen, jede einmal", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  await dienst.owner`update pachtkonto set bezeichnung = 'Acker ★' where id = ${id}`;
  await dienst.owner`update pachtkonto_position set bezeichnung = '東 Acker' where pachtkonto_id = ${id}`;
  expect(await hinweiseVon(id)).toEqual([
    expect.stringContaining("zeichen_fehlt: In „Acker ★“ fehlt"),
    expect.stringContaining("zeichen_fehlt: In „東 Acker“ fehlt"),
  ]);
});

const spaeterGefunden = ["kontoinhaber", "debitornummer", "kreditornummer", "steuernummer"];
test("und was sonst vom Kontakt auf Briefen steht", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  await setze(Object.fromEntries(spaeterGefunden.map((feld) => [feld, "🚜1"])));
  expect(await hinweiseVon(id)).toEqual([
    "zeichen_fehlt: Beim Kontoinhaber von Anna Müller fehlt der Schrift der Briefe „🚜“: Mit diesem Zeichen ist kein Brief zu drucken. Bitte vor der Buchung ändern.",
    expect.stringContaining("zeichen_fehlt: In der Debitornummer von Anna Müller fehlt"),
    expect.stringContaining("zeichen_fehlt: In der Kreditornummer von Anna Müller fehlt"),
    expect.stringContaining("zeichen_fehlt: In der Steuernummer von Anna Müller fehlt"),
  ]);
  await setze(Object.fromEntries(spaeterGefunden.map((feld) => [feld, null])));
});

test("in der Kontonummer und im Grund einer Steuerbefreiung, die noch niemand geprüft hat", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  await dienst.owner`update pachtkonto set kontonummer = 'PK☎' where id = ${id}`;
  const [art] = await dienst.owner`
    update positionsart set steuersatz_bp = 0, steuerbefreiung_grund = 'frei ✅ § 4'
    where id = (select positionsart_id from pachtkonto_position where pachtkonto_id = ${id})
    returning id`;
  await dienst.owner`update pachtkonto_position set steuersatz_bp = 0 where pachtkonto_id = ${id}`;
  expect(art).toBeDefined();
  expect(await hinweiseVon(id)).toEqual([
    expect.stringContaining("zeichen_fehlt: In „PK☎“ fehlt"),
    expect.stringContaining("zeichen_fehlt: In „frei ✅ § 4“ fehlt"),
  ]);
  await dienst.owner`update positionsart set steuerbefreiung_grund = '§ 4 Nr. 12 UStG' where id = ${art?.id}`;
});

test.each([{ telefon: "☎ 040" }, { treuhandkonto_bank: "☎ Bank" }])(
  "steht es in den Firmendaten, sagt die Vorschau es einmal, und weder Buchung noch Storno geht: %o",
  async (werte) => {
    const gebucht = await konto({ pachtbeginn: "2025-10-01" });
    const lauf = await buche(heute, [gebucht]);
    const id = await konto({ pachtbeginn: "2025-10-01" });
    const [vorher] = await dienst.owner`select telefon, treuhandkonto_bank from firmendaten`;
    await dienst.owner`update firmendaten set ${dienst.owner(werte)}`;
    const text = `In den Firmendaten („${Object.values(werte)}“) fehlt der Schrift der Briefe „☎“: Mit diesem Zeichen ist kein Brief zu drucken. Bitte vor der Buchung ändern.`;

    const { json } = await verwalter().get(`/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${id}`);
    expect(json.hinweise).toEqual([{ code: "zeichen_fehlt", text }]);
    const abgelehnt = { status: 409, json: { code: "zeichen_fehlt", detail: text } };
    expect(await sendeBuchung({ datum: heute, auswahl: [id] })).toMatchObject(abgelehnt);
    expect(await storniere({ buchungslaufId: lauf.id })).toMatchObject(abgelehnt);

    await dienst.owner`update firmendaten set ${dienst.owner(vorher as Record<string, string | null>)}`;
    expect((await sendeBuchung({ datum: heute, auswahl: [id] })).status).toBe(201);
  },
);
