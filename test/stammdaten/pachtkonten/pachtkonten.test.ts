import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Pachtkonto, PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { starteDienst, type Testdienst } from "../../hilfe/dienst.ts";

let dienst: Testdienst;
let paechter: number;
let verpaechter: number;

beforeAll(async () => {
  dienst = await starteDienst("2026-11-20");
  await dienst.owner`
    insert into kontaktart (name, bezeichnung) values ('paechter', 'Pächter'), ('verpaechter', 'Verpächter')`;
  const kontakt = async (felder: object) =>
    (await dienst.als("mitarbeiter").post<{ id: number }>("/kontakte", felder)).json.id;
  paechter = await kontakt({ typ: "paechter", nachname: "Jürgensen", vorname: "Ida", ort: "Husum" });
  verpaechter = await kontakt({ typ: "verpaechter", istOrganisation: true, firma: "Kirchengemeinde Übersee" });
});
afterAll(() => dienst.beende());

const mitarbeiter = () => dienst.als("mitarbeiter");
const anlegen = (felder: object = {}) =>
  mitarbeiter().post<Pachtkonto>("/pachtkonten", {
    pachtbeginn: "2025-10-01",
    pachtjahrBeginn: "10-01",
    zahlungsrhythmus: "jaehrlich",
    istVorauszahlend: false,
    beteiligte: [
      { kontaktId: paechter, rolle: "paechter" },
      { kontaktId: verpaechter, rolle: "verpaechter" },
    ],
    ...felder,
  });

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
    [{ zahlungsrhythmus: "woechentlich" }, "zahlungsrhythmus"],
    [{ pachtbeginn: "2025-02-30" }, "pachtbeginn"],
    [{ pachtende: "9999-12-31" }, "pachtende"],
    [{ beteiligte: [{ kontaktId: 999_999, rolle: "paechter" }] }, "beteiligte.0.kontaktId"],
  ])("%j ist 400 auf %s", async (felder, feld) => {
    const antwort = await anlegen(felder);
    expect(antwort.status).toBe(400);
    expect(antwort.json).toMatchObject({ errors: [{ path: feld }] });
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

  test("unmögliche Wechsel sind 409", async () => {
    const { json } = await anlegen();
    expect((await setze(json.id, { status: "ausgelaufen" })).status).toBe(409);
    expect((await setze(json.id, { status: "inaktiv" })).status).toBe(200);
    expect((await setze(json.id, { status: "gekuendigt", kuendigungZum: "2027-09-30" })).status).toBe(409);
    const alt = await anlegen({ pachtende: "2026-09-30" });
    expect((await setze(alt.json.id, { status: "ausgelaufen" })).status).toBe(200);
    expect((await setze(alt.json.id, { status: "aktiv" })).status).toBe(409);
  });
});

describe("Liste", () => {
  test("die neun Filter, jeder für sich", async () => {
    const { json: konto } = await anlegen({
      kontonummer: "F-1",
      pachtbeginn: "2019-03-15",
      pachtende: "2029-05-31",
      istVorauszahlend: null,
      hebemonat: "07",
      bemerkung: "Zaun fällig",
    });
    await dienst.owner`
      update pachtkonto set letzte_hebung = '2024-02-29', schlussabrechnung = '2026-01-31' where id = ${konto.id}`;
    await dienst.owner`
      insert into patchobjekt (bezeichnung, objektart, gemarkung, flur, flurstueck_zaehler, pachtkonto_id)
      values ('Wiese am Deich', 'gruenland', 'Öland', '7', '114', ${konto.id})`;
    const findet = async (anfrage: string) => {
      const { json } = await mitarbeiter().get<{ data: Pachtkonto[]; pagination: { total: number } }>(
        `/pachtkonten?limit=5000&${anfrage}`,
      );
      expect(json.pagination.total).toBe(json.data.length);
      return json.data.some(({ id }) => id === konto.id);
    };
    const ja = [
      "search=f-1",
      "search=zaun%20faellig",
      "search=jurgensen",
      "search=Kirchengemeinde%20Uebersee%20F-1",
      "search=oland%20114",
      "status=alle,inaktiv",
      "status=aktiv,inaktiv",
      "pachtbeginnMonat=2019-03",
      "pachtendeMonat=2029-05",
      "schlussabrechnung=vorhanden",
      "schlussabrechnung=alle",
      "schlussabrechnungMonat=2026-01",
      "istVorauszahlend=unbekannt",
      "hebemonat=01,07",
      "letzteHebungMonat=2024-02",
    ];
    const nein = [
      "search=f-1%20petersen",
      "status=inaktiv",
      "pachtbeginnMonat=2019-04",
      "pachtendeMonat=2029-06",
      "schlussabrechnung=nicht_vorhanden",
      "schlussabrechnungMonat=2026-02",
      "istVorauszahlend=nein",
      "hebemonat=01,02",
      "letzteHebungMonat=2024-03",
    ];
    for (const anfrage of ja) expect(await findet(anfrage), anfrage).toBe(true);
    for (const anfrage of nein) expect(await findet(anfrage), anfrage).toBe(false);
    for (const falsch of [
      "hebemonat=7",
      "status=offen",
      "pachtbeginnMonat=2019-13",
      "limit=5001",
      "farbe=rot",
      "pachtbeginnMonat=0000-01",
      "status=aktiv&status=inaktiv",
    ])
      expect((await mitarbeiter().get(`/pachtkonten?${falsch}`)).status, falsch).toBe(400);
  });
});

const positionsart = async (): Promise<number> => {
  const [art] = await dienst.owner<{ id: number }[]>`
    insert into positionsart (name, kuerzel, steuersatz_bp, steuerbefreiung_grund)
    values (${`Pacht ${Math.random()}`}, 'PA', 0, '§ 4 Nr. 12 Buchst. a UStG') returning id`;
  return Number(art?.id);
};

describe("Positionen", () => {
  type Position = {
    id: number;
    ursprungId: number;
    gueltigVon: string | null;
    gueltigBis: string | null;
    betragCent: number;
  };

  test("eine spätere gueltigVon macht eine neue Fassung", async () => {
    const { json: konto, kopf } = await anlegen();
    const pfad = `/pachtkonten/${konto.id}/positionen`;
    const positionsartId = await positionsart();
    const erste = await mitarbeiter().post<Position>(pfad, {
      positionsartId,
      betragCent: 120_000,
      intervall: "jaehrlich",
    });
    expect(erste.status).toBe(201);
    expect(erste.json.ursprungId).toBe(erste.json.id);
    const neu = await mitarbeiter().put<Position>(`${pfad}/${erste.json.id}`, {
      gueltigVon: "2026-04-01",
      betragCent: 132_000,
    });
    expect(neu.json).toMatchObject({ ursprungId: erste.json.id, gueltigVon: "2026-04-01", betragCent: 132_000 });
    expect(neu.json.id).not.toBe(erste.json.id);
    const { json: alle } = await mitarbeiter().get<Position[]>(pfad);
    expect(alle.map(({ gueltigVon, gueltigBis }) => [gueltigVon, gueltigBis])).toEqual([
      [null, "2026-03-31"],
      ["2026-04-01", null],
    ]);
    const kontoNeu = await mitarbeiter().get(`/pachtkonten/${konto.id}`);
    expect(kontoNeu.kopf.get("etag")).not.toBe(kopf.get("etag"));

    const ueberschneidet = await mitarbeiter().put(`${pfad}/${erste.json.id}`, { gueltigBis: "2026-04-01" });
    expect(ueberschneidet.status).toBe(400);
    expect((await mitarbeiter().put(`${pfad}/${neu.json.id}`, { anteilig: false })).status).toBe(400);
    expect((await dienst.als("verwalter").delete(`${pfad}/${erste.json.id}`)).status).toBe(409);
    expect((await dienst.als("verwalter").delete(`${pfad}/${neu.json.id}`)).status).toBe(204);
  });

  test("ein offenes Ende wird zum letzten Tag, den es gibt, und zurück", async () => {
    const { json: konto } = await anlegen();
    const pfad = `/pachtkonten/${konto.id}/positionen`;
    const position = { positionsartId: await positionsart(), betragCent: 100, intervall: "monatlich" };
    const { json } = await mitarbeiter().post<Position>(pfad, position);
    for (const gueltigBis of ["9998-12-31", null])
      expect((await mitarbeiter().put(`${pfad}/${json.id}`, { gueltigBis })).status).toBe(200);
  });

  test("einmalige Positionen liegen in der Pachtzeit", async () => {
    const { json: konto } = await anlegen({ pachtende: "2027-09-30" });
    const pfad = `/pachtkonten/${konto.id}/positionen`;
    const einmalig = { positionsartId: await positionsart(), betragCent: -5_000, intervall: "einmalig" };
    expect((await mitarbeiter().post(pfad, einmalig)).status).toBe(400);
    expect((await mitarbeiter().post(pfad, { ...einmalig, gueltigVon: "2027-10-01" })).status).toBe(400);
    expect((await mitarbeiter().post(pfad, { ...einmalig, gueltigVon: "2027-09-30" })).status).toBe(201);
  });

  test("eine Position eines anderen Kontos ist 404", async () => {
    const [{ json: a }, { json: b }] = await Promise.all([anlegen(), anlegen()]);
    const { json } = await mitarbeiter().post<Position>(`/pachtkonten/${a.id}/positionen`, {
      positionsartId: await positionsart(),
      betragCent: 1,
      intervall: "monatlich",
    });
    expect((await mitarbeiter().put(`/pachtkonten/${b.id}/positionen/${json.id}`, { betragCent: 2 })).status).toBe(404);
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

  test("ein schlussabgerechnetes Konto ändert weder Laufzeit noch Parteien noch Positionen", async () => {
    const { json } = await anlegen({ pachtende: "2026-09-30" });
    const pfad = `/pachtkonten/${json.id}`;
    await dienst.owner`update pachtkonto set schlussabrechnung = '2026-10-05', status = 'ausgelaufen' where id = ${json.id}`;
    for (const felder of [
      { pachtende: "2026-08-31" },
      { zahlungsrhythmus: "monatlich" },
      { berechnungsart: "tagesgenau" },
      { beteiligte: [{ kontaktId: verpaechter, rolle: "paechter" }] },
    ])
      expect(await mitarbeiter().put(pfad, felder)).toMatchObject({
        status: 409,
        json: { code: "schlussabgerechnet" },
      });
    const position = { positionsartId: await positionsart(), betragCent: 1, intervall: "monatlich" };
    expect((await mitarbeiter().post(`${pfad}/positionen`, position)).status).toBe(409);
    expect((await mitarbeiter().put(pfad, { bemerkung: "Schlüssel zurück" })).status).toBe(200);
  });

  test("was mit einem Konto gelöscht wird, steht im Protokoll", async () => {
    const { json } = await anlegen();
    await mitarbeiter().post(`/pachtkonten/${json.id}/positionen`, {
      positionsartId: await positionsart(),
      betragCent: 98_765,
      intervall: "jaehrlich",
    });
    expect((await dienst.als("verwalter").delete(`/pachtkonten/${json.id}`)).status).toBe(204);
    const [eintrag] = await dienst.owner<{ werte: string }[]>`
      select werte from auditlog where aktion = 'loeschen' and ressource_id = ${String(json.id)}`;
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
