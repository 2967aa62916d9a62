import { afterEach, describe, expect, test } from "vitest";
import { sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

type Anschrift = { strasse: string | null; plz: string | null; ort: string | null; adresszusatz: string | null };
const dorf: Anschrift = { strasse: "Dorfstr.", plz: "17033", ort: "Neubrandenburg", adresszusatz: null };

const setze = (kontaktId: number, werte: Partial<Anschrift>) =>
  dienst.owner`update kontakt set ${dienst.owner({ ...dorf, ...werte })} where id = ${kontaktId}`;

afterEach(async () => {
  await setze(1, {});
  await setze(4, {});
});

const zeile = async (id: number) => {
  const { json } = await verwalter().get<{
    data: { gruende: { code: string }[]; hinweise: { code: string; text: string }[] }[];
  }>(`/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`);
  return json.data[0] ?? { gruende: [], hinweise: [] };
};

describe("ein Empfänger ohne Anschrift macht das Konto nicht abrechenbar", () => {
  test.each([
    ["der Pächter ohne Ort", 1, { ort: null }, ["anschrift_fehlt"]],
    ["der Verpächter ohne Ort", 4, { ort: null }, ["anschrift_fehlt"]],
    ["weder Straße noch Postleitzahl", 1, { strasse: null, plz: null }, ["anschrift_fehlt"]],
    ["eine Postleitzahl genügt", 1, { strasse: null }, []],
    ["eine Straße genügt", 1, { plz: null }, []],
  ] as const)("%s", async (_, kontaktId, werte, gruende) => {
    const id = await konto({ pachtbeginn: "2025-10-01" });
    await setze(kontaktId, werte);
    expect((await zeile(id)).gruende.map(({ code }) => code)).toEqual(gruende);
  });

  test("nach der Vorschau gelöscht: gebucht wird es nicht, und mit der Anschrift dann doch", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01" });
    await setze(1, { ort: null });
    expect(await sendeBuchung({ datum: heute, auswahl: [id] })).toMatchObject({
      status: 409,
      json: {
        code: "nichts_zu_buchen",
        nichtAbrechenbar: [{ gruende: [{ code: "anschrift_fehlt", text: expect.stringContaining("Anschrift") }] }],
      },
    });
    await setze(1, {});
    expect((await sendeBuchung({ datum: heute, auswahl: [id] })).status).toBe(201);
  });
});

describe("eine Anschrift, die der Brief kürzt, nennt die Vorschau vor dem Buchen", () => {
  const lang = Array.from({ length: 24 }, () => "Wirtschaftshof").join(" ");

  test("einmal je Empfänger, auch wenn er mehrere Anteile hat", async () => {
    const paechter = (anteil: number): [number, number, number] => [1, anteil, 3];
    const id = await konto({ pachtbeginn: "2025-10-01", paechter: [paechter(1), paechter(2)] });
    expect((await zeile(id)).hinweise).toEqual([]);
    await setze(1, { adresszusatz: lang });
    expect((await zeile(id)).hinweise).toEqual([
      { code: "anschrift_gekuerzt", text: expect.stringContaining("Anna Müller") },
    ]);
    expect((await zeile(id)).gruende).toEqual([]);
  });

  test("nicht, was in der kleineren Schrift noch Platz hat", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01" });
    await setze(1, { adresszusatz: lang.slice(0, 120) });
    expect((await zeile(id)).hinweise).toEqual([]);
  });

  test("auch von einem Verpächter", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01" });
    await setze(4, { strasse: lang });
    expect((await zeile(id)).hinweise.map(({ code }) => code)).toEqual(["anschrift_gekuerzt"]);
  });
});
