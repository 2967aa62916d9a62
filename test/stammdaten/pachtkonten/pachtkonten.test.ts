import { describe, expect, test } from "vitest";
import type { Pachtkonto, PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { dienst, mitarbeiter, verwalter } from "../../hilfe/mitDienst.ts";
import { anlegen, mitParteien, paechter, positionsart, verpaechter } from "./handgriffe.ts";

mitParteien();

describe("Pachtkonto", () => {
  test("anlegen zieht die vorgeschlagene Nummer und plant die Fälligkeiten", async () => {
    const { json: vorschlag } = await mitarbeiter().get<{ kontonummer: string }>("/pachtkonten/next-kontonummer");
    const neu = await anlegen({ hebemonat: "04" });
    expect(neu.status).toBe(201);
    expect(neu.json).toMatchObject({
      kontonummer: vorschlag.kontonummer,
      status: "aktiv",
      berechnungsart: "monatsgenau",
      naechsteHebung: "2027-04-01",
    });
    const detail = await mitarbeiter().get<PachtkontoDetail>(`/pachtkonten/${neu.json.id}`);
    expect(detail.json.offeneFaelligkeiten.slice(0, 2)).toMatchObject([
      { zeitraumVon: "2025-10-01", zeitraumBis: "2026-09-30", faelligAm: "2026-10-01", art: "regulaer" },
      { zeitraumVon: "2026-10-01", zeitraumBis: "2027-09-30", faelligAm: "2027-10-01" },
    ]);
    expect(detail.json.beteiligte[0]).toMatchObject({ anzeigename: "Ida Jürgensen", kontakt: { ort: "Husum" } });
    expect(detail.kopf.get("etag")).toBe(neu.kopf.get("etag"));
  });

  test("zwanzig gleichzeitig angelegte Konten bekommen zwanzig Nummern", async () => {
    const antworten = await Promise.all(Array.from({ length: 20 }, () => anlegen()));
    expect(antworten.map(({ status }) => status)).toEqual(Array(20).fill(201));
    expect(new Set(antworten.map(({ json }) => json.kontonummer)).size).toBe(20);
  });

  test("eine von Hand vergebene Nummer wird übersprungen, eine doppelte ist 409", async () => {
    const { json } = await mitarbeiter().get<{ kontonummer: string }>("/pachtkonten/next-kontonummer");
    expect((await anlegen({ kontonummer: json.kontonummer })).status).toBe(201);
    expect(await anlegen({ kontonummer: json.kontonummer })).toMatchObject({
      status: 409,
      json: { code: "kontonummer_vergeben" },
    });
    expect((await anlegen()).json.kontonummer > json.kontonummer).toBe(true);
  });

  test.each(["pk-770001", " PK-770001 ", "Pk-770001", "PK-770001\u200b"])(
    "%o ist die Nummer PK-770001, anlegen wie ändern 409",
    async (kontonummer) => {
      await anlegen({ kontonummer: "PK-770001" });
      const vergeben = { status: 409, json: { code: "kontonummer_vergeben" } };
      expect(await anlegen({ kontonummer })).toMatchObject(vergeben);
      const { json } = await anlegen();
      expect(await mitarbeiter().put(`/pachtkonten/${json.id}`, { kontonummer })).toMatchObject(vergeben);
    },
  );

  test("eine Kontonummer hat keine Zeichen, die niemand sieht, und nie mehrere Leerzeichen", async () => {
    const { json } = await anlegen({ kontonummer: "\u202aAltenhof \t 12\u00ad/3\u202c" });
    expect(json.kontonummer).toBe("Altenhof 12/3");
    expect((await anlegen({ kontonummer: "\u200b" })).status).toBe(400);
  });

  test("eine neue Kontonummer braucht Zeichen, die die Schrift der Briefe hat; eine gespeicherte bleibt änderbar", async () => {
    const abgelehnt = { status: 400, json: { errors: [{ path: "kontonummer", code: "ungueltig" }] } };
    expect(await anlegen({ kontonummer: "PK☎" })).toMatchObject(abgelehnt);
    const { json } = await anlegen();
    const pfad = `/pachtkonten/${json.id}`;
    expect(await mitarbeiter().put(pfad, { kontonummer: "PK☎" })).toMatchObject(abgelehnt);
    // From before it was asked for.
    await dienst.owner`update pachtkonto set kontonummer = 'PK☎' where id = ${json.id}`;
    const gelesen = await mitarbeiter().get<PachtkontoDetail>(pfad);
    const zurueck = await mitarbeiter().put(pfad, { ...gelesen.json, bemerkung: "Neuer Zaun" });
    expect(zurueck.status, zurueck.text).toBe(200);
  });

  test("die eigene Nummer lässt sich anders schreiben, und der Dienst zieht keine, die es klein schon gibt", async () => {
    const { json } = await mitarbeiter().get<{ kontonummer: string }>("/pachtkonten/next-kontonummer");
    const eines = await anlegen({ kontonummer: json.kontonummer });
    const klein = { kontonummer: json.kontonummer.toLowerCase() };
    expect(await mitarbeiter().put(`/pachtkonten/${eines.json.id}`, klein)).toMatchObject({ status: 200, json: klein });
    expect((await anlegen()).json.kontonummer > json.kontonummer).toBe(true);
  });

  test.each([
    { gekuendigtAm: "2026-12-01", status: "gekuendigt", kuendigungZum: "2028-12-31" },
    { anfrageErhaltenAm: "2026-12-01" },
    { angezeigtAm: "2026-12-01" },
    { vertragsschlussAm: "2026-12-01" },
  ])("Tage des Vertrags werden auch vorher eingetragen: %o", async (felder) => {
    expect((await anlegen(felder)).status).toBe(201);
    const { json } = await anlegen();
    expect((await mitarbeiter().put(`/pachtkonten/${json.id}`, felder)).status).toBe(200);
  });

  test("was gelesen wurde, lässt sich ganz zurücksenden", async () => {
    const { json } = await anlegen();
    await mitarbeiter().post(`/pachtkonten/${json.id}/positionen`, {
      positionsartId: await positionsart(),
      betragCent: 120_000,
      intervall: "jaehrlich",
    });
    const gelesen = await mitarbeiter().get<PachtkontoDetail>(`/pachtkonten/${json.id}`);
    const zurueck = await mitarbeiter().put(`/pachtkonten/${json.id}`, gelesen.json, {
      "If-Match": gelesen.kopf.get("etag") ?? "",
    });
    expect(zurueck.status).toBe(200);
    const anders = await mitarbeiter().put(`/pachtkonten/${json.id}`, { anzahlDokumente: 7 });
    expect(anders).toMatchObject({ status: 400, json: { code: "nur_lesbar" } });
  });

  test.each([
    [{ pachtende: "2025-09-30" }, "pachtende"],
    [{ abrechnungAb: "2025-01-01" }, "abrechnungAb"],
    [{ pachtjahrBeginn: "02-29" }, "pachtjahrBeginn"],
    [{ status: "gekuendigt" }, "kuendigungZum"],
    [{ status: "gekuendigt", kuendigungZum: "1999-12-31" }, "kuendigungZum"],
    [{ zahlungsrhythmus: "woechentlich" }, "zahlungsrhythmus"],
    [{ pachtbeginn: "2025-02-30" }, "pachtbeginn"],
    [{ pachtende: "9999-12-31" }, "pachtende"],
    [{ beteiligte: [{ kontaktId: 999_999, rolle: "paechter" }] }, "beteiligte.0.kontaktId"],
  ])("%j ist 400 auf %s", async (felder, feld) => {
    const antwort = await anlegen(felder);
    expect(antwort.status).toBe(400);
    expect(antwort.json).toMatchObject({ errors: [{ path: feld }] });
  });

  test.each([
    ["2026-05-31", "2026-06-02", "am 01.06.2026"],
    ["2026-05-31", "2026-07-01", "vom 01.06.2026 bis 30.06.2026"],
    ["2026-05-31", null, "ab dem 01.06.2026"],
    [null, "2026-06-02", "bis zum 01.06.2026"],
    [null, null, "von Anfang an"],
  ])("fehlt nach %s bis vor %s ein Anteil, sagt der Text, wann: %s", async (gueltigBis, gueltigVon, wann) => {
    const drittel = { rolle: "paechter", anteilZaehler: 1, anteilNenner: 3 };
    const beteiligte = [
      { kontaktId: verpaechter, ...drittel },
      ...(gueltigBis ? [{ kontaktId: paechter, ...drittel, anteilZaehler: 2, gueltigBis }] : []),
      ...(gueltigVon ? [{ kontaktId: paechter, ...drittel, anteilZaehler: 2, gueltigVon }] : []),
    ];
    const message = `Die Anteile der Pächter ergeben ${wann} nicht 1.`;
    expect((await anlegen({ beteiligte })).json).toMatchObject({ errors: [{ path: "beteiligte", message }] });
  });

  test("Anteile müssen an jedem Tag 1 ergeben", async () => {
    const halb = { rolle: "paechter", anteilZaehler: 1, anteilNenner: 2 };
    expect((await anlegen({ beteiligte: [{ kontaktId: paechter, ...halb }] })).status).toBe(400);
    const luecke = [
      { kontaktId: paechter, ...halb, gueltigBis: "2026-05-31" },
      { kontaktId: verpaechter, ...halb },
    ];
    expect((await anlegen({ beteiligte: luecke })).json).toMatchObject({ errors: [{ code: "anteile" }] });
    const ganz = [
      { kontaktId: paechter, ...halb },
      { kontaktId: verpaechter, ...halb, anteilNenner: 4 },
      { kontaktId: verpaechter, ...halb, anteilNenner: 4 },
    ];
    expect((await anlegen({ beteiligte: ganz })).status).toBe(201);
  });
});

describe("Status", () => {
  const setze = async (id: number, felder: object) => mitarbeiter().put<Pachtkonto>(`/pachtkonten/${id}`, felder);

  test("Kündigung setzt das Pachtende, ihre Rücknahme nimmt es weg", async () => {
    const { json } = await anlegen();
    const gekuendigt = await setze(json.id, { status: "gekuendigt", kuendigungZum: "2027-09-30" });
    expect(gekuendigt.json).toMatchObject({ pachtende: "2027-09-30", gekuendigtAm: "2026-11-20" });
    const detail = await mitarbeiter().get<PachtkontoDetail>(`/pachtkonten/${json.id}`);
    expect(detail.json.offeneFaelligkeiten.at(-1)).toMatchObject({
      zeitraumBis: "2027-09-30",
      faelligAm: "2027-10-01",
      art: "schlussabrechnung",
    });
    expect((await setze(json.id, { pachtende: "2028-01-31" })).status).toBe(400);
    const zurueck = await setze(json.id, { status: "aktiv" });
    expect(zurueck.json).toMatchObject({ status: "aktiv", pachtende: null, kuendigungZum: null, gekuendigtAm: null });
  });

  test("die Rücknahme lässt einen befristeten Vertrag, wie er war, auch wenn der ganze Datensatz zurückgeht", async () => {
    const { json } = await anlegen({ pachtende: "2030-12-31" });
    for (const kuendigungZum of ["2027-09-30", "2030-12-31"]) {
      const gekuendigt = await setze(json.id, { status: "gekuendigt", kuendigungZum });
      expect(gekuendigt.json.pachtende).toBe(kuendigungZum);
      // A notice to another day does not change what was agreed before it.
      const verlegt = await setze(json.id, { kuendigungZum: "2028-03-31" });
      const zurueck = await setze(json.id, { ...verlegt.json, status: "aktiv" });
      expect(zurueck.json).toMatchObject({ status: "aktiv", pachtende: "2030-12-31", kuendigungZum: null });
    }
    await setze(json.id, { status: "gekuendigt", kuendigungZum: "2027-09-30" });
    expect((await setze(json.id, { status: "aktiv", pachtende: "2029-12-31" })).json.pachtende).toBe("2029-12-31");
    await setze(json.id, { status: "gekuendigt", kuendigungZum: "2027-09-30" });
    expect((await setze(json.id, { status: "aktiv", pachtende: null })).json.pachtende).toBeNull();
  });

  test.each(["gekuendigtAm", "kuendigungZum"])("%s hat nur, was gekündigt ist oder war", async (feld) => {
    const abgelehnt = { status: 400, json: { errors: [{ path: feld, code: "ohne_kuendigung" }] } };
    const { json } = await anlegen();
    expect(await setze(json.id, { [feld]: "2026-05-01" })).toMatchObject(abgelehnt);
    expect(await anlegen({ [feld]: "2026-05-01" })).toMatchObject(abgelehnt);
    const alt = await anlegen({ pachtende: "2026-09-30" });
    await setze(alt.json.id, { status: "ausgelaufen" });
    expect(await setze(alt.json.id, { [feld]: "2025-10-31" })).toMatchObject(abgelehnt);
    const gelesen = await mitarbeiter().get<PachtkontoDetail>(`/pachtkonten/${alt.json.id}`);
    expect((await setze(alt.json.id, gelesen.json)).status).toBe(200);
  });

  test("ein Konto, das durch Kündigung ausgelaufen ist, wird mit ihren Tagen angelegt; mit dem Tag ihres Eingangs allein nicht", async () => {
    const tage = { pachtende: "2026-09-30", gekuendigtAm: "2025-09-01", kuendigungZum: "2026-09-30" };
    const angelegt = await anlegen({ ...tage, status: "ausgelaufen" });
    expect(angelegt).toMatchObject({ status: 201, json: { ...tage, status: "ausgelaufen" } });
    const ohneTag = await anlegen({ ...tage, kuendigungZum: null, status: "ausgelaufen" });
    expect(ohneTag).toMatchObject({
      status: 400,
      json: { errors: [{ path: "gekuendigtAm", code: "ohne_kuendigung" }] },
    });
    expect((await anlegen({ ...tage, status: "ausgelaufen", pachtende: "2026-12-31" })).status).toBe(409);
  });

  test("unmögliche Wechsel sind 409", async () => {
    const { json } = await anlegen();
    expect((await setze(json.id, { status: "ausgelaufen" })).status).toBe(409);
    expect((await setze(json.id, { status: "inaktiv" })).status).toBe(200);
    expect(await setze(json.id, { status: "gekuendigt", kuendigungZum: "2027-09-30" })).toMatchObject({
      status: 409,
      json: { detail: "Von „inaktiv“ führt kein Weg nach „gekündigt“." },
    });
    const alt = await anlegen({ pachtende: "2026-09-30" });
    expect((await setze(alt.json.id, { status: "ausgelaufen" })).status).toBe(200);
    expect((await setze(alt.json.id, { status: "aktiv" })).status).toBe(409);
    expect(await anlegen({ status: "ausgelaufen" })).toMatchObject({
      status: 409,
      json: { code: "status_unmoeglich" },
    });
  });
});

describe("abgeschlossene Konten", () => {
  test.each([
    ["2026-08-31", "ausgelaufen"],
    ["2026-11-20", "aktiv"],
    [null, "aktiv"],
  ])("ein ausgelaufenes Konto mit dem Ende %s ist danach %s", async (pachtende, status) => {
    const { json } = await anlegen({ pachtende: "2026-09-30" });
    const pfad = `/pachtkonten/${json.id}`;
    expect((await mitarbeiter().put(pfad, { status: "ausgelaufen" })).status).toBe(200);
    expect((await mitarbeiter().put(pfad, { pachtende })).json).toMatchObject({ status, pachtende });
  });

  test("wer ein ausgelaufenes auf aktiv setzen will, liest, dass es über das Pachtende geht", async () => {
    const { json } = await anlegen({ pachtende: "2026-09-30" });
    const pfad = `/pachtkonten/${json.id}`;
    expect((await mitarbeiter().put(pfad, { status: "ausgelaufen" })).status).toBe(200);
    expect(await mitarbeiter().put(pfad, { status: "aktiv", pachtende: null })).toMatchObject({
      status: 409,
      json: {
        code: "status_unmoeglich",
        detail:
          "Von „ausgelaufen“ führt kein Weg nach „aktiv“. Geht die Pacht weiter, bitte allein das Pachtende ändern (heute, später oder leer): Dann ist das Konto wieder aktiv.",
      },
    });
  });

  test("ein schlussabgerechnetes Konto ändert weder Laufzeit noch Parteien noch Beträge, sonst alles", async () => {
    const { json } = await anlegen({ pachtende: "2026-09-30" });
    const pfad = `/pachtkonten/${json.id}`;
    const position = { positionsartId: await positionsart(), betragCent: 1, intervall: "monatlich" };
    const vorhandene = (await mitarbeiter().post<{ id: number }>(`${pfad}/positionen`, position)).json;
    await dienst.owner`update pachtkonto set schlussabrechnung = '2026-10-05', status = 'ausgelaufen' where id = ${json.id}`;
    for (const felder of [
      { pachtende: "2026-08-31" },
      { zahlungsrhythmus: "monatlich" },
      { berechnungsart: "tagesgenau" },
      { beteiligte: [{ kontaktId: verpaechter, rolle: "paechter" }] },
    ])
      expect(await mitarbeiter().put(pfad, felder)).toMatchObject({
        status: 409,
        json: {
          code: "schlussabgerechnet",
          detail: "Das Pachtkonto ist zum 05.10.2026 schlussabgerechnet, nicht von diesem Dienst.",
        },
      });
    expect((await mitarbeiter().post(`${pfad}/positionen`, position)).status).toBe(409);
    const diese = `${pfad}/positionen/${vorhandene.id}`;
    for (const felder of [{ betragCent: 2 }, { gueltigBis: "2026-05-31" }, { gueltigVon: "2026-05-01" }])
      expect((await mitarbeiter().put(diese, felder)).json).toMatchObject({ code: "schlussabgerechnet" });
    expect((await verwalter().delete(diese)).status).toBe(409);
    expect(await mitarbeiter().put(diese, vorhandene)).toMatchObject({ status: 200, json: vorhandene });
    expect((await mitarbeiter().put(diese, { bezeichnung: "Acker am Bach" })).status).toBe(200);
    expect((await mitarbeiter().put(pfad, { bemerkung: "Schlüssel zurück" })).status).toBe(200);
  });

  test("was mit einem Konto gelöscht wird, steht im Protokoll", async () => {
    const { json } = await anlegen();
    await mitarbeiter().post(`/pachtkonten/${json.id}/positionen`, {
      positionsartId: await positionsart(),
      betragCent: 98_765,
      intervall: "jaehrlich",
    });
    expect((await verwalter().delete(`/pachtkonten/${json.id}`)).status).toBe(204);
    const [eintrag] = await dienst.owner<{ werte: string }[]>`
      select werte
      from auditlog left join auditwert on auditlog_id = id
      where aktion = 'loeschen' and ressource_id = ${String(json.id)}`;
    expect(eintrag?.werte).toContain("98765");
  });
});

describe("gleichzeitig", () => {
  test("zwei Änderungen mit demselben ETag: eine gewinnt, die andere ist 412", async () => {
    const { json, kopf } = await anlegen();
    const etag = kopf.get("etag") ?? "";
    const antworten = await Promise.all(
      ["eins", "zwei"].map((bemerkung) =>
        mitarbeiter().put(`/pachtkonten/${json.id}`, { bemerkung }, { "If-Match": etag }),
      ),
    );
    expect(antworten.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});
