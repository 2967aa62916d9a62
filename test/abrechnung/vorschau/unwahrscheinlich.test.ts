import { expect, test } from "vitest";
import { hinweiseVon, sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import type { Kontosaat } from "../../hilfe/saat.ts";

mitDienst({ stammdaten: true });

test("ein Steuersatz, den keine Positionsart hat, fällt in der Vorschau auf", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01", positionen: [{ positionsartId: 2, betragCent: 10_000 }] });
  expect(await hinweiseVon(id)).toEqual([]);
  await dienst.owner`
    update pachtkonto_position set steuersatz_bp = 1650, bezeichnung = 'Stellplatz' where pachtkonto_id = ${id}`;
  expect(await hinweiseVon(id)).toEqual([
    expect.stringMatching(/^steuersatz_ungewoehnlich: „Stellplatz“ hat 16,5.% Umsatzsteuer; keine Positionsart/),
  ]);
});

test("auch in den Gruppen einmal, so viele Zeilen ihn haben: je Pächter eine", async () => {
  const paechter: Kontosaat["paechter"] = [
    [1, 1, 2],
    [2, 1, 2],
  ];
  const positionen = [{ positionsartId: 2, betragCent: 10_000 }];
  const id = await konto({ pachtbeginn: "2025-10-01", paechter, positionen });
  await dienst.owner`
    update pachtkonto_position set steuersatz_bp = 1650, bezeichnung = 'Stellplatz' where pachtkonto_id = ${id}`;
  const { json } = await verwalter().get<{ gruppen: { konten: { hinweise: { code: string }[] }[] }[] }>(
    `/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${id}`,
  );
  const codes = json.gruppen.flatMap((gruppe) => gruppe.konten.map((eins) => eins.hinweise.map(({ code }) => code)));
  expect(codes).toEqual([["steuersatz_ungewoehnlich"]]);
});

test("ein Satz 0, für den niemand den Grund nennt, fällt in der Vorschau auf, je Position einmal", async () => {
  const id = await konto({
    pachtbeginn: "2025-10-01",
    positionen: [
      { positionsartId: 1, betragCent: 10_000 },
      { positionsartId: 2, betragCent: 10_000 },
    ],
  });
  expect(await hinweiseVon(id)).toEqual([]);
  await dienst.owner`
    update pachtkonto_position set steuersatz_bp = 0 where pachtkonto_id = ${id} and positionsart_id = 2`;
  expect(await hinweiseVon(id)).toEqual([
    expect.stringMatching(/^steuerbefreiung_ohne_grund: „Gerät“ hat den Steuersatz 0, .*§ 14 Abs. 4 Nr. 8 UStG/),
  ]);
});

test("eine Minderung über der Pacht fällt in der Vorschau auf", async () => {
  const positionen = [
    { positionsartId: 1, betragCent: 10_000 },
    { positionsartId: 1, betragCent: -12_550 },
  ];
  expect(await hinweiseVon(await konto({ pachtbeginn: "2025-10-01", positionen }))).toEqual([
    expect.stringMatching(/^iban_fehlt: Die IBAN von Anna Müller fehlt: Der Brief bittet um die Bankverbindung/),
    expect.stringMatching(/^summe_negativ: Die Pächter haben für diesen Zeitraum 25,50.€ gut: /),
  ]);
});

// 1,200.00 a year, passed on to one lessor; 2024/25 is booked.

const einJahrGebucht = async (mehr: Kontosaat = {}) => {
  const id = await konto({ pachtbeginn: "2024-10-01", ...mehr });
  const { json, status } = await sendeBuchung({ datum: "2025-10-01", auswahl: [id] });
  expect(status).toBe(201);
  return { id, laufId: json.id };
};
const abOktober2025 = (id: number, betragCent: number) => dienst.owner`
  with alt as (
    update pachtkonto_position set gueltig_bis = '2025-09-30' where pachtkonto_id = ${id} returning *
  )
  insert into pachtkonto_position (pachtkonto_id, ursprung_id, positionsart_id, betrag_cent, intervall, gueltig_von)
  select pachtkonto_id, ursprung_id, positionsart_id, ${betragCent}, intervall, '2025-10-01' from alt`;

test("das Zehnfache der letzten Abrechnung fällt auf, für jede Rolle; ein Cent weniger nicht", async () => {
  const { id } = await einJahrGebucht();
  await abOktober2025(id, 1_199_999);
  expect(await hinweiseVon(id)).toEqual([]);
  await dienst.owner`update pachtkonto_position set betrag_cent = 1200000 where pachtkonto_id = ${id} and gueltig_bis is null`;
  const verglichen = /mindestens das Zehnfache .* \(01\.10\.2024 bis 30\.09\.2025: 1\.200,00.€\)\.$/;
  expect(await hinweiseVon(id)).toEqual([
    expect.stringMatching(/^vielfaches_der_letzten_abrechnung: Die Pächter schulden: 12\.000,00.€, /),
    expect.stringMatching(/^vielfaches_der_letzten_abrechnung: Den Verpächtern stehen zu: 12\.000,00.€, /),
  ]);
  for (const text of await hinweiseVon(id)) expect(text).toMatch(verglichen);
  const { json } = await verwalter().post<{ gruppen: { konten: { hinweise: object[] }[] }[] }>(
    "/abrechnung/vorschau-gruppen",
    { datum: heute, auswahl: [id] },
  );
  expect(json.gruppen[0]?.konten[0]?.hinweise).toHaveLength(2);
});

test("verglichen wird nur mit gleich langen Zeiträumen, die noch gelten", async () => {
  const kurz = await einJahrGebucht({ pachtbeginn: "2025-09-01" });
  await abOktober2025(kurz.id, 1_200_000);
  expect(await hinweiseVon(kurz.id)).toEqual([]);
  const storniert = await einJahrGebucht();
  const storno = { buchungslaufId: storniert.laufId, grund: "Versehen" };
  expect((await verwalter().post("/abrechnung/stornieren", storno)).status).toBe(201);
  await abOktober2025(storniert.id, 1_200_000);
  expect(await hinweiseVon(storniert.id)).toEqual([]);
});

test("vor der ersten Abrechnung, und nach einer über nichts, gibt es nichts zu vergleichen", async () => {
  expect(await hinweiseVon(await konto({ positionen: [{ positionsartId: 1, betragCent: 1_200_000 }] }))).toEqual([]);
  const umsonst = await einJahrGebucht({ positionen: [{ positionsartId: 1, betragCent: 0 }] });
  await abOktober2025(umsonst.id, 1_200_000);
  expect(await hinweiseVon(umsonst.id)).toEqual([]);
});
