import { describe, expect, test } from "vitest";
import { belegeVon, sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";
import { zweiUndZwei } from "../../hilfe/saat.ts";

mitDienst({ stammdaten: true });

const gebuchtesJahr = async () => {
  const id = await konto(zweiUndZwei);
  const { status, json, text } = await sendeBuchung({ datum: "2026-10-01", auswahl: [id] });
  expect(status, text).toBe(201);
  return { json, belege: await belegeVon(id) };
};

describe("eine Buchung", () => {
  test("von 1.200,00 und 100,00 + 19,00: Rechnungen nach Anteilen, Gutschriften, Gebühr und Auszahlung", async () => {
    const { json, belege } = await gebuchtesJahr();
    expect(json).toMatchObject({
      datum: "2026-10-01",
      belegdatum: heute,
      status: "abgeschlossen",
      anzahlAusgewaehlt: 1,
      anzahlKonten: 1,
      anzahlDokumente: 6,
      paechterNettoCent: 130_000,
      paechterSteuerCent: 1_900,
      paechterBruttoCent: 131_900,
      verpaechterBruttoCent: 120_000,
      gebuehrBruttoCent: 7_140,
      auszahlungCent: 112_860,
      benutzerName: "Test verwalter",
    });
    expect(
      belege.map((b) => [b.belegnummer, b.belegart, b.kontaktId, b.nettoCent, b.bruttoCent, b.auszahlungCent]),
    ).toEqual([
      ["RE-2026-000001", "rechnung", 1, 43_333, 43_966, null],
      ["RE-2026-000002", "rechnung", 2, 86_667, 87_934, null],
      ["GS-2026-000001", "gutschrift", 4, 60_000, 60_000, 56_430],
      ["GB-2026-000001", "gebuehrenrechnung", 4, 3_000, 3_570, null],
      ["GS-2026-000002", "gutschrift", 5, 60_000, 60_000, 56_430],
      ["GB-2026-000002", "gebuehrenrechnung", 5, 3_000, 3_570, null],
    ]);
    expect(belege[2]?.gebuehrBelegId).toBe(belege[3]?.id);
  });

  test("archiviert das Drittel des ersten Pächters, 433,33 + 6,33, mit Zeilen, Steuer, Fälligkeit und Parteien", async () => {
    const { belege } = await gebuchtesJahr();
    const { json: beleg } = await verwalter().get(`/abrechnung/archiv/${belege[0]?.id}`);
    expect(beleg).toMatchObject({
      zeitraumVon: "2025-10-01",
      zeitraumBis: "2026-09-30",
      faelligAm: "2026-10-01",
      // 20 November plus 14 days
      zahlbarBis: "2026-12-04",
      empfaenger: { anzeigename: "Anna Müller", ort: "Neubrandenburg" },
      aussteller: { firma: "Treuhand Muster GmbH", treuhandkontoIban: "DE02100100100006820101" },
      pdfStatus: "offen",
      zeilen: [
        { bezeichnung: "Pacht", nettoCent: 40_000, steuersatzBp: 0, herleitung: { anteil: "1/3", bruchteil: "1" } },
        { bezeichnung: "Gerät", nettoCent: 3_333, steuersatzBp: 1900, herleitung: { segmentCent: 10_000 } },
      ],
      steuergruppen: [
        { steuersatzBp: 1900, nettoCent: 3_333, steuerCent: 633 },
        { steuersatzBp: 0, nettoCent: 40_000, steuerCent: 0 },
      ],
    });
  });

  test("archiviert die Bezeichnung einer Position und den Grund der Befreiung Zeichen für Zeichen", async () => {
    const bezeichnung = 'Weide "am\\Graben"\n{1,2},null\tÄ\u{1f33e}';
    const grund = '§ 4\nNr. 12 "UStG"';
    const id = await konto();
    await dienst.owner`update pachtkonto_position set bezeichnung = ${bezeichnung} where pachtkonto_id = ${id}`;
    await dienst.owner`update positionsart set steuerbefreiung_grund = ${grund} where id = 1`;
    expect((await sendeBuchung({ datum: "2026-10-01", auswahl: [id] })).status).toBe(201);
    await dienst.owner`update positionsart set steuerbefreiung_grund = '§ 4 Nr. 12 UStG' where id = 1`;
    const zeilen = await dienst.owner`
      select distinct z.bezeichnung, z.steuerbefreiung_grund grund
      from archiv_zeile z
      join archiv_beleg b on b.id = z.beleg_id
      where b.pachtkonto_id = ${id} and z.steuersatz_bp = 0`;
    expect([...zeilen]).toContainEqual({ bezeichnung, grund });
    expect(zeilen.every((zeile) => zeile.grund === grund)).toBe(true);
  });

  test("lässt den Worker die Schreiben ihres Laufs erstellen", async () => {
    const id = await konto();
    const { json } = await sendeBuchung({ datum: "2025-10-01", auswahl: [id] });
    const jobs = await dienst.owner`select data from jobs.job where name = 'pdf-lauf'`;
    expect(jobs).toContainEqual({ data: { buchungslaufId: json.id } });
  });

  test("nimmt ausgelassene Jahre mit, das älteste zuerst, jedes auf eigenem Beleg", async () => {
    const id = await konto({ verpaechter: [], positionen: [{ positionsartId: 2, betragCent: 10_000 }] });
    const { json } = await sendeBuchung({ datum: "2026-11-20", auswahl: [id] });
    expect(json.anzahlDokumente).toBe(2);
    const belege = await belegeVon(id);
    expect(belege.map((b) => b.zeitraumVon)).toEqual(["2024-10-01", "2025-10-01"]);
    expect(belege.map((b) => b.belegnummer)).toEqual(belege.map((b) => b.belegnummer).sort());
  });

  test("von schon Gebuchtem wird abgelehnt und bucht nichts", async () => {
    const id = await konto();
    expect((await sendeBuchung({ datum: heute, auswahl: [id] })).status).toBe(201);
    const zweiter = await sendeBuchung({ datum: heute, auswahl: [id] });
    expect(zweiter).toMatchObject({ status: 409, json: { code: "nichts_zu_buchen" } });
    expect(await belegeVon(id)).toHaveLength(6);
  });

  test("lässt ein nicht abrechenbares Konto mit seinen Gründen aus und bucht die anderen", async () => {
    const gut = await konto();
    const ohne = await konto({ kontonummer: "O-1", paechter: [], istVorauszahlend: null });
    const { json } = await sendeBuchung({ datum: heute, auswahl: [gut, ohne] });
    expect(json).toMatchObject({ anzahlKonten: 1, anzahlNichtAbrechenbar: 1 });
    const lauf = await pruefer().get(`/abrechnung/buchungslaeufe/${json.id}`);
    expect(lauf.json.nichtAbrechenbar).toEqual([
      {
        pachtkontoId: ohne,
        kontonummer: "O-1",
        gruende: [
          { code: "kein_paechter", text: expect.any(String) },
          { code: "vorauszahlung_unbekannt", text: expect.any(String) },
        ],
      },
    ]);
    expect(await sendeBuchung({ datum: heute, auswahl: [ohne] })).toMatchObject({
      status: 409,
      json: {
        code: "nichts_zu_buchen",
        nichtAbrechenbar: [
          { kontonummer: "O-1", gruende: [{ code: "kein_paechter" }, { code: "vorauszahlung_unbekannt" }] },
        ],
      },
    });
  });

  test("eines Jahres, das nichts ergibt, hat keine Belege und ist trotzdem gebucht", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01", positionen: [] });
    const { json } = await sendeBuchung({ datum: heute, auswahl: [id] });
    expect(json).toMatchObject({ anzahlKonten: 1, anzahlDokumente: 0, paechterBruttoCent: 0 });
    expect((await sendeBuchung({ datum: heute, auswahl: [id] })).status).toBe(409);
  });

  test("mehr als 62 Tage voraus oder von unbekannten Konten ist ungültig", async () => {
    expect((await sendeBuchung({ datum: "2027-01-22" })).status).toBe(400);
    expect(await sendeBuchung({ datum: heute, auswahl: [999_999] })).toMatchObject({ status: 400 });
    expect((await sendeBuchung({ datum: "20.11.2026" })).status).toBe(400);
  });

  test("ohne vollständige Firmendaten wird abgelehnt, und die Vorschau sagt es vorher", async () => {
    const id = await konto();
    await dienst.owner`update firmendaten set steuernummer = null`;
    const { json } = await verwalter().get(`/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${id}`);
    expect(json.hinweise).toMatchObject([{ code: "firmendaten_unvollstaendig" }]);
    expect(await sendeBuchung({ datum: heute, auswahl: [id] })).toMatchObject({
      status: 409,
      json: { code: "firmendaten_unvollstaendig", fehlend: ["steuernummer"] },
    });
    await dienst.owner`update firmendaten set steuernummer = '072/123/45678'`;
  });

  test("noch einmal mit ihrem Idempotency-Key gesendet gibt dieselbe Antwort und bucht einmal", async () => {
    const id = await konto();
    const anfrage = { datum: heute, auswahl: [id] };
    const kopf = { "Idempotency-Key": `lauf-${id}` };
    const [erste, zweite] = [await sendeBuchung(anfrage, kopf), await sendeBuchung(anfrage, kopf)];
    expect(erste.status).toBe(201);
    expect(zweite.json).toEqual(erste.json);
    expect((await sendeBuchung({ ...anfrage, datum: "2026-11-21" }, kopf)).status).toBe(422);
  });

  test("schreibt ihren Eintrag in das Audit-Log", async () => {
    const id = await konto();
    const { json } = await sendeBuchung({ datum: heute, auswahl: [id] });
    const eintraege = await dienst.owner`
      select aktion, benutzer_name from auditlog where ressource = 'buchungslauf' and ressource_id = ${json.id}`;
    expect(eintraege).toEqual([{ aktion: "buchen", benutzerName: "Test verwalter" }]);
  });
});
