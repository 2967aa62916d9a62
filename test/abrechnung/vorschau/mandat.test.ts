import { beforeEach, describe, expect, test } from "vitest";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const hinweise = async (id: number, datum = heute) => {
  const { json } = await verwalter().get<{ data: { hinweise: { code: string; text: string }[] }[] }>(
    `/abrechnung/vorschau?datum=${datum}&pachtkontoId=${id}`,
  );
  return json.data[0]?.hinweise ?? [];
};
const mandat = (sepaMandatReferenz: string, sepaMandatDatum: string) =>
  dienst.owner`
    update kontakt
    set ${dienst.owner({ zahlungsart: "lastschrift", iban: "DE02120300000000202051", sepaMandatReferenz, sepaMandatDatum })}
    where id = 1`;

const glaeubigerId = (glaeubigerId: string | null) =>
  dienst.owner`update firmendaten set ${dienst.owner({ glaeubigerId })}`;

beforeEach(() => glaeubigerId("DE98ZZZ09999999999"));

test("ein Mandat, mit dem sich nicht einziehen lässt, nennt die Vorschau", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  await mandat("M-1", "2026-01-15");
  expect(await hinweise(id)).toEqual([]);
  // Signed after the amount was due, but before it is collected.
  await mandat("M/1 (neu)", heute);
  expect(await hinweise(id)).toEqual([]);
  await mandat("Müller_1", "2024-01-15");
  const referenz = expect.stringContaining("„Müller_1“ von Anna Müller hat eine Referenz, die SEPA nicht zulässt");
  expect(await hinweise(id)).toEqual([{ code: "mandat_unbrauchbar", text: referenz }]);
  await mandat("M-1", "2028-01-01");
  const kuenftig = expect.stringMatching(/ist vom \d\d\.\d\d\.\d{4}: Was vorher zu zahlen ist, wird nicht eingezogen/);
  expect(await hinweise(id)).toEqual([{ code: "mandat_unbrauchbar", text: kuenftig }]);
  await mandat("Müller_1", "2028-01-01");
  await glaeubigerId(null);
  expect(await hinweise(id)).toEqual([
    { code: "mandat_unbrauchbar", text: referenz },
    { code: "mandat_unbrauchbar", text: kuenftig },
    { code: "glaeubiger_id_fehlt", text: expect.anything() },
  ]);
});

test("ohne Gläubiger-ID wird nichts eingezogen, sagt die Vorschau; wer nicht per Lastschrift zahlt, braucht keine", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  await glaeubigerId(null);
  await mandat("M-1", "2026-01-15");
  const text = expect.stringMatching(
    /^Anna Müller zahlt per Lastschrift, .* fehlt die Gläubiger-Identifikationsnummer: /,
  );
  expect(await hinweise(id)).toEqual([{ code: "glaeubiger_id_fehlt", text }]);
  await dienst.owner`update kontakt set zahlungsart = 'ueberweisung' where id = 1`;
  expect(await hinweise(id)).toEqual([]);
});

test("ob ein Mandat taugt, richtet sich nach dem Zahltag des Belegs, nicht nach dem Tag, bis zu dem gebucht wird", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  // Due on 1 October 2026, booked today: to be paid in December.
  await mandat("M-1", "2026-12-31");
  const kuenftig = { code: "mandat_unbrauchbar", text: expect.stringContaining("vom 31.12.2026") };
  expect(await hinweise(id, "2027-10-15")).toContainEqual(kuenftig);
  await mandat("M-1", "2026-11-10");
  expect(await hinweise(id, "2026-11-01")).toEqual([]);
});

test("mehr als 999.999.999,99 € fasst keine Zahlung: die Vorschau sagt es vor dem Buchen, der Brief bittet dann um Überweisung", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01", paechter: [[1, null, null]] });
  const betrag = (cent: number) =>
    dienst.owner`update pachtkonto_position set betrag_cent = ${cent} where pachtkonto_id = ${id}`;
  const grenze = "Mehr als 999.999.999,99 € lässt SEPA in einer Zahlung nicht zu.";
  const einzug = `Anna Müller zahlt per Lastschrift, aber eingezogen wird nichts, der Brief bittet um Überweisung: ${grenze}`;
  const auszahlung = (name: string) => `Keine Zahlungsdatei überweist den Betrag an ${name}: ${grenze}`;
  const gemeldet = async () =>
    (await hinweise(id)).filter(({ code }) => code === "betrag_zu_hoch").map(({ text }) => text);
  await mandat("M-1", "2026-01-15");
  await betrag(99_999_999_999);
  expect(await gemeldet()).toEqual([]);
  await betrag(100_000_000_000);
  expect(await gemeldet()).toEqual([einzug]);
  // So much that the payout after the fee is too high, too.
  await betrag(200_000_000_000);
  expect(await gemeldet()).toEqual([einzug, auszahlung("Dora Wolf")]);
  await dienst.owner`update kontakt set zahlungsart = 'ueberweisung' where id = 1`;
  expect(await gemeldet()).toEqual([auszahlung("Dora Wolf")]);
  await dienst.owner`update kontakt set zahlungsart = 'bar' where id = 4`;
  expect(await gemeldet()).toEqual([]);
  // A credit is paid out to the lessee.
  await betrag(-100_000_000_000);
  expect(await gemeldet()).toEqual([auszahlung("Anna Müller")]);
  await dienst.owner`update kontakt set zahlungsart = 'ueberweisung' where id = 4`;
});

describe("wem die Bankverbindung fehlt, nennt die Vorschau, solange sie noch in den Beleg kommt", () => {
  const bank = (kontaktId: number, werte: Record<string, string | null>) =>
    dienst.owner`update kontakt set ${dienst.owner(werte)} where id = ${kontaktId}`;

  test("ein Verpächter ohne IBAN, außer er bekommt sein Geld anders oder gar keins", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01", paechter: [[3, null, null]] });
    expect(await hinweise(id)).toEqual([]);
    await bank(4, { iban: null });
    const text = expect.stringMatching(/^Die IBAN von Dora Wolf fehlt: .* vor dem Buchen/);
    expect(await hinweise(id)).toEqual([{ code: "iban_fehlt", text }]);
    await bank(4, { zahlungsart: "verrechnung" });
    expect(await hinweise(id)).toEqual([]);
    await bank(4, { iban: "DE02120300000000202051", zahlungsart: "ueberweisung" });
  });

  test("ein Pächter mit Guthaben ohne IBAN, und einer mit Lastschrift ohne Mandat oder IBAN", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01", paechter: [[3, null, null]] });
    await bank(3, { zahlungsart: "lastschrift" });
    const codes = async () => (await hinweise(id)).map(({ code }) => code);
    expect(await codes()).toEqual(["iban_fehlt", "mandat_fehlt"]);
    await bank(3, { iban: "DE02120300000000202051" });
    const ohneMandat = expect.stringMatching(/^Clara Vogt zahlt per Lastschrift, aber das SEPA-Mandat fehlt: /);
    expect(await hinweise(id)).toEqual([{ code: "mandat_fehlt", text: ohneMandat }]);
    await bank(3, { iban: null, sepaMandatReferenz: "M-3", sepaMandatDatum: "2026-01-15" });
    const ohneIban = expect.stringMatching(/^Clara Vogt zahlt per Lastschrift, aber die IBAN fehlt: /);
    expect(await hinweise(id)).toEqual([{ code: "iban_fehlt", text: ohneIban }]);
    await dienst.owner`update pachtkonto_position set betrag_cent = -betrag_cent where pachtkonto_id = ${id}`;
    const guthaben = { code: "iban_fehlt", text: expect.stringMatching(/^Die IBAN von Clara Vogt fehlt: /) };
    expect(await hinweise(id)).toContainEqual(guthaben);
  });

  test("ein Konto, mit dem keine Bank in SEPA zahlt oder einzieht, was davon fehlt und wessen Name sie nicht schreibt", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01", paechter: [[3, null, null]] });
    const hinweis = (text: string) => [{ code: "konto_unbrauchbar", text: expect.stringContaining(text) }];
    await bank(3, {
      zahlungsart: "lastschrift",
      iban: "CH9300762011623852957",
      bic: null,
      sepaMandatReferenz: "M-3",
      sepaMandatDatum: "2026-01-15",
    });
    expect(await hinweise(id)).toEqual(
      hinweis(
        "Clara Vogt zahlt per Lastschrift, aber eingezogen wird nichts, der Brief bittet um Überweisung: Für ein",
      ),
    );
    await bank(3, { bic: "POFICHBEXXX" });
    expect(await hinweise(id)).toEqual([]);
    await bank(3, { iban: "TR330006100519786457841326" });
    expect(await hinweise(id)).toEqual(hinweis(": Die IBAN liegt außerhalb des SEPA-Raums. Was nach dem Buchen"));
    await bank(3, { iban: "AT611904300234573201" });
    expect(await hinweise(id)).toEqual([]);
    await bank(3, { iban: "DE02120300000000202051", kontoinhaber: "Ǝva Vogt" });
    expect(await hinweise(id)).toEqual(hinweis(": Der Kontoinhaber lässt sich in den Zeichen"));
    // Paid by transfer he sends the money himself.
    await bank(3, { zahlungsart: "ueberweisung" });
    expect(await hinweise(id)).toEqual([]);
    await bank(4, { iban: "TR330006100519786457841326" });
    expect(await hinweise(id)).toEqual(
      hinweis("Keine Zahlungsdatei überweist den Betrag an Dora Wolf: Die IBAN liegt"),
    );
    await bank(4, { zahlungsart: "bar" });
    expect(await hinweise(id)).toEqual([]);
  });
});
