import { beforeAll, describe, expect, test } from "vitest";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { einordnungen } from "../../docs/datenschutz.ts";
import { belegeVon, buche } from "../../hilfe/abrechnung.ts";
import { administrator, dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { entpacke } from "../auskunft/entpacke.ts";
import { erwarteSiegel, fundstellen, gruppe, lage, loesche } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

const person = {
  typ: "person",
  titel: "Dr. Qx",
  vorname: "Zephyrine",
  nachname: "Quixenburgh",
  strasse: "Plantagenstieg",
  hausnummer: "4711z",
  adresszusatz: "Hinterhaus Qx",
  plz: "27568",
  ort: "Erdachtstadt",
  telefon: "0471 9988776",
  mobil: "0171 5566778",
  email: "zephyrine@quixenburgh.example",
  iban: "DE89370400440532013000",
  kontoinhaber: "Zephyrine Quixenburgh",
  sepaMandat: { referenz: "MANDAT-QX-1", datum: "2025-01-01" },
  steuernummer: "99/888/77777",
  debitornummer: "D-QX-9911",
  zahlungsmoral: 3,
  bemerkung: "Zyxplant hat angerufen",
};
const woerter = [
  ...["Quixenburgh", "Zephyrine", "Plantagenstieg", "4711z", "Hinterhaus Qx", "Erdachtstadt", "0471 9988776"],
  ...["0171 5566778", "DE89370400440532013000", "MANDAT-QX-1", "99/888/77777", "D-QX-9911", "Zyxplant", "Dr. Qx"],
  "Vorquixen",
];

describe("eine Person wird gelöscht", () => {
  let id: number;
  let pachtkonto: number;
  let altes: number;
  let aufgegangen: number;
  let zusammenfuehrung: number;

  beforeAll(async () => {
    const neu = await verwalter().post<Kontakt>("/kontakte", person, { "Idempotency-Key": "qx-1" });
    id = neu.json.id;
    await verwalter().put(`/kontakte/${id}`, { bemerkung: "Zyxplant zahlt spät", zahlungsmoral: 1 });
    aufgegangen = (await verwalter().post<Kontakt>("/kontakte", { typ: "person", nachname: "Vorquixen" })).json.id;
    const { status, text, json } = await verwalter().post<{ id: number }>("/duplikate/kontakte/zusammenfuehrung", {
      bleibt: id,
      geht: aufgegangen,
      felder: ["nachname"],
    });
    expect(status, text).toBe(201);
    zusammenfuehrung = json.id;
    await verwalter().put(`/kontakte/${id}`, { nachname: person.nachname });
    pachtkonto = await konto({ paechter: [[id, null, null]], pachtbeginn: "2025-10-01", pachtende: "2026-06-30" });
    // Ended before anything of it could be billed here, so long ago that its papers may go.
    altes = await konto({
      paechter: [[id, null, null]],
      pachtbeginn: "2010-10-01",
      pachtende: "2012-09-30",
      abrechnungAb: "2013-10-01",
    });
    const formular = new FormData();
    formular.set("datei", new File(["%PDF-1.7 Vertrag mit Quixenburgh"], "Vertrag Quixenburgh.pdf"));
    expect((await verwalter().post(`/pachtkonten/${altes}/dokumente`, formular)).status).toBe(201);
    await dienst.owner`
      with lauf as (
        insert into importlauf (dateiname, groesse, sha256, benutzer_name, rollen)
        values ('bestand.csv', 11, 'x', 'Test', '{}') returning id
      ), stueck as (
        insert into importlauf_stueck (importlauf_id, nr, inhalt) select id, 0, 'Quixenburgh' from lauf
      )
      insert into importlauf_zeile (importlauf_id, blatt, zeile, werte, ist_lesbar)
      select id, 'Kontakte', 2, '{"nachname": "Quixenburgh"}', true from lauf`;
    await dienst.owner`
      insert into importlauf (dateiname, groesse, sha256, benutzer_name, rollen, status)
      values ('andere.csv', 1, 'x', 'Test', '{}', 'geprueft')`;
    // Nobody can say whom a sheet names that was not read.
    await dienst.owner`
      with lauf as (
        insert into importlauf (dateiname, groesse, sha256, benutzer_name, rollen)
        values ('ungelesen.xlsx', 1, 'x', 'Test', '{}') returning id)
      insert into importlauf_befund (importlauf_id, ist_vom_lesen, blatt_nr, blatt, schwere, code, text)
      select id, true, 0, 'Notizen', 'hinweis', 'blatt_unbekannt', 'Ein Blatt „Notizen“ gibt es nicht.' from lauf`;
    await dienst.owner`insert into importschluessel (art, schluessel, datensatz_id) values ('kontakt', 'QX-Quixenburgh', ${id})`;
    await dienst.owner`
      insert into importstand (art, datensatz_id, werte) values ('kontakt', ${id}, '{"nachname": "Quixenburgh"}')`;
    await dienst.owner`
      insert into duplikat_kontakt_entscheidung (a_id, b_id, benutzer_name) values (1, ${id}, 'Test')`;
    await dienst.owner`
      with datei as (
        insert into sammeldatei (art, schluessel, stand, datum, heute, ids, job_id)
        values ('entwurf', 'x', 'x', ${heute}, ${heute}, '{}', gen_random_uuid()) returning id
      ), teil as (
        insert into sammeldatei_teil (datei_id, nr, bis, anzahl, nicht_erstellt, erster, letzter, groesse, sha256)
        select id, 1, 1, 1, 0, 'a', 'a', 11, 'x' from datei returning datei_id
      )
      insert into sammeldatei_stueck (datei_id, teil, nr, inhalt) select datei_id, 1, 0, 'Quixenburgh' from teil`;
    await dienst.owner`
      insert into sammeldatei (art, schluessel, stand, datum, heute, ids, job_id)
      values ('hebungsentwurf', 'x', 'x', ${heute}, ${heute}, '{}', gen_random_uuid())`;
  });

  test("die Sammeldateien, die dabei gehen, sind gezählt: Entwürfe jeder Art", async () => {
    expect(gruppe((await lage(id)).json, "sammeldateien")).toMatchObject({ anzahl: 2, loeschbar: 2 });
  });

  test("solange die Pacht nicht schlussabgerechnet ist, nicht: 409 nennt das Konto", async () => {
    expect((await lage(id)).json).toMatchObject({
      loeschbar: false,
      hindernisse: [{ code: "konto_nicht_abgerechnet", id: pachtkonto }],
    });
    const { status, json } = await loesche(id);
    expect([status, json.code, json.hindernisse.map((eines) => eines.id)]).toEqual([
      409,
      "nicht_loeschbar",
      [pachtkonto],
    ]);
    expect((await verwalter().get<Kontakt>(`/kontakte/${id}`)).json.nachname).toBe("Quixenburgh");
  });

  test("danach sagt die Auskunft, was geht und was bleibt", async () => {
    await buche(heute, [pachtkonto]);
    for (const beleg of await belegeVon(pachtkonto))
      expect((await verwalter().get(`/abrechnung/archiv/${beleg.id}/pdf`)).status).toBe(200);
    const { json } = await lage(id);
    expect(json).toMatchObject({ kontaktId: id, loeschbar: true, hindernisse: [] });
    expect(gruppe(json, "protokoll")).toMatchObject({ anzahl: 6, loeschbar: 6 });
    expect(gruppe(json, "bemerkungen")).toMatchObject({ anzahl: 2, loeschbar: 2 });
    expect(gruppe(json, "uploads")).toMatchObject({ anzahl: 1, loeschbar: 1 });
    expect(gruppe(json, "belege")).toMatchObject({
      anzahl: 1,
      loeschbar: 0,
      aufbewahrtBis: "2034-12-31",
      gesetz: "§ 147 Abs. 1 Nr. 4 und Abs. 3 AO, § 14b Abs. 1 UStG",
    });
  });

  test("danach steht ihr Name nirgends mehr, außer wo docs/datenschutz.md sagt, dass er bleibt", async () => {
    const vorher = await fundstellen(woerter);
    for (const stelle of [
      ...["kontakt.nachname", "kontakt_liste.suchtext", "pachtkonto_liste.suchtext", "auditwert.werte"],
      ...["bemerkung_verlauf.bemerkung", "idempotenz.antwort", "sammeldatei_stueck.inhalt"],
      ...["pachtkonto_dokument.dateiname", "pachtkonto_dokument_stueck.inhalt", "archiv_beleg.empfaenger"],
    ])
      expect(vorher).toContain(stelle);

    expect((await loesche(id)).status).toBe(200);

    const bleibt = einordnungen()
      .filter(({ angaben }) => angaben?.loeschung.startsWith("stays"))
      .map(({ tabelle, spalte }) => `${tabelle}.${spalte}`);
    const nachher = await fundstellen(woerter);
    expect(nachher).toContain("archiv_beleg.empfaenger");
    // Values about what was booked may stay; about the contact none do.
    expect(nachher).not.toContain("auditwert.werte");
    expect(nachher.filter((stelle) => !bleibt.includes(stelle))).toEqual([]);
  });

  test("er heißt „gelöscht“, und wer ihn suchte, findet ihn nicht", async () => {
    const { json } = await verwalter().get<Kontakt>(`/kontakte/${id}`);
    expect(json).toMatchObject({ anzeigename: "gelöscht", nachname: "gelöscht", vorname: null, iban: null, ort: null });
    expect(json).toMatchObject({ zahlungsart: "ueberweisung", zahlungsmoral: 0, sepaMandat: null, bemerkung: null });
    const { json: gefunden } = await verwalter().get<{ data: object[] }>("/kontakte?search=Quixenburgh");
    expect(gefunden.data).toEqual([]);
    expect((await verwalter().get<{ data: object[] }>(`/pachtkonten/${altes}/dokumente`)).json.data).toEqual([]);
    const ruecknahme = await verwalter().post<{ code: string; hindernisse: object[] }>(
      `/duplikate/zusammenfuehrungen/${zusammenfuehrung}/ruecknahme`,
    );
    expect([ruecknahme.status, ruecknahme.json.code]).toEqual([409, "ruecknahme_nicht_moeglich"]);
    expect(ruecknahme.json.hindernisse).toMatchObject([{ art: "geloescht" }]);
    expect(await dienst.owner`select dateiname from importlauf`).toEqual([{ dateiname: "andere.csv" }]);
    // Who was merged into her went with her, and that is final.
    expect((await verwalter().get(`/kontakte/${aufgegangen}/loeschung`)).status).toBe(410);
    expect((await administrator().post(`/kontakte/${aufgegangen}/loeschung`, { grund: "x" })).status).toBe(410);
    expect(await dienst.owner`select felder, bank from zusammenfuehrung where geht_id = ${aufgegangen}`).toEqual([
      { felder: [], bank: null },
    ]);
    const wiederholt = await verwalter().post<Kontakt>("/kontakte", person, { "Idempotency-Key": "qx-1" });
    expect([wiederholt.status, wiederholt.json.id, wiederholt.json.anzeigename]).toEqual([201, id, "gelöscht"]);
  });

  test("das Audit-Log ist unversehrt, sagt, wer gelöscht hat und warum, und zählt die gelöschten Werte", async () => {
    const { json } = await verwalter().get<{
      data: { aktion: string; aenderungen: { feld: string; neu: unknown }[] }[];
    }>("/audit-log?resource=kontakt");
    expect(json.data.map(({ aktion, aenderungen }) => [aktion, aenderungen.length])).toEqual([
      ["personendaten_loeschen", 2],
      ["aendern", 0],
      ["zusammenfuehren", 0],
      ["aendern", 0],
      ["anlegen", 0],
      ["aendern", 0],
      ["anlegen", 0],
    ]);
    expect(json.data[0]?.aenderungen).toContainEqual({ feld: "grund", alt: null, neu: "Art. 17 DSGVO" });
    await erwarteSiegel({ geloescht: 7 });
  });

  test("noch einmal: es ist nichts mehr da als der leere Kontakt, und was sonst „gelöscht“ sagt, bleibt", async () => {
    await dienst.owner`
      insert into importlauf_zeile (importlauf_id, blatt, zeile, werte, ist_lesbar)
      select id, 'Kontakte', 2, '{"bemerkung": "Fax gelöscht"}', true from importlauf where dateiname = 'andere.csv'`;
    const { status, json } = await loesche(id);
    expect(status).toBe(200);
    expect([gruppe(json, "protokoll")?.anzahl, gruppe(json, "bemerkungen")?.anzahl]).toEqual([0, 0]);
    expect(await dienst.owner`select dateiname from importlauf`).toEqual([{ dateiname: "andere.csv" }]);
  });
});

describe("ein Kontakt, den es nicht mehr gibt", () => {
  const seine = ["Wexlerhuus", "Ottoline", "Brackwiesenpad", "DE75512108001245126199", "Xylobert"];
  const kontakt = {
    typ: "person",
    vorname: "Ottoline",
    nachname: "Wexlerhuus",
    strasse: "Brackwiesenpad",
    iban: "DE75512108001245126199",
    bemerkung: "Xylobert grüßt",
  };
  let id: number;

  beforeAll(async () => {
    const schluessel = { "Idempotency-Key": "wex-1" };
    id = (await verwalter().post<Kontakt>("/kontakte", { ...kontakt, bemerkung: null }, schluessel)).json.id;
    await verwalter().put(`/kontakte/${id}`, { bemerkung: "Xylobert" }, { "Idempotency-Key": "wex-2" });
    await verwalter().put(`/kontakte/${id}`, { bemerkung: kontakt.bemerkung });
    // Undone, else he could not be deleted.
    await dienst.owner`
      insert into zusammenfuehrung (art, bleibt_id, geht_id, felder, pachtkonten, mitgenommen, benutzer_name,
        zurueckgenommen_am, zurueckgenommen_von)
      values ('kontakt', 1, ${id}, '[{"feld": "nachname", "alt": "Müller", "neu": "Wexlerhuus"}]', '[]', '{}', 'Test',
        now(), 'Test')`;
    await dienst.owner`
      with lauf as (
        insert into importlauf (dateiname, groesse, sha256, benutzer_name, rollen)
        values ('wexler.csv', 11, 'x', 'Test', '{}') returning id
      )
      insert into importlauf_zeile (importlauf_id, blatt, zeile, werte, ist_lesbar)
      select id, 'Kontakte', 2, '{"nachname": "Wexlerhuus"}', true from lauf`;
    await dienst.owner`insert into importschluessel (art, schluessel, datensatz_id) values ('kontakt', 'Wexlerhuus', ${id})`;
    await dienst.owner`
      insert into importstand (art, datensatz_id, werte) values ('kontakt', ${id}, '{"nachname": "Wexlerhuus"}')`;
    expect((await verwalter().delete(`/kontakte/${id}`)).status).toBe(204);
  });

  const bemerkungen = async () => {
    const { json } = await verwalter().get<{ data: { ressourceId: number; bemerkung: string | null }[] }>(
      "/dashboard/recent-remarks?ressource=kontakt&limit=50",
    );
    return json.data.filter((eine) => eine.ressourceId === id).map(({ bemerkung }) => bemerkung);
  };
  const eintraege = async () => {
    const { json } = await verwalter().get<{ data: { aktion: string; ressourceId: string; aenderungen: object[] }[] }>(
      "/audit-log?resource=kontakt",
    );
    return json.data.filter(({ ressourceId }) => ressourceId === String(id));
  };

  test("die Auskunft sagt, was von ihm noch da ist, und die Prüfung, was davon gehen kann", async () => {
    expect((await verwalter().get(`/kontakte/${id}`)).status).toBe(404);
    expect(await bemerkungen()).toEqual(["Xylobert grüßt", "Xylobert"]);
    const { status, json } = await lage(id);
    expect([status, json.kontaktId, json.loeschbar, json.hindernisse]).toEqual([200, id, true, []]);
    expect(json.gruppen.filter(({ anzahl }) => anzahl > 0).map((g) => [g.gruppe, g.anzahl, g.loeschbar])).toEqual([
      ["bemerkungen", 2, 2],
      ["protokoll", 4, 4],
    ]);
    const auskunft = await verwalter().get(`/kontakte/${id}/auskunft`);
    expect(auskunft.status).toBe(200);
    const dateien = await entpacke(auskunft.bytes);
    expect(JSON.parse(String(dateien.get("daten.json"))).kontakt).toMatchObject({ id, ...kontakt });
    expect(String(dateien.get("uebersicht.html"))).toContain("Ottoline Wexlerhuus");
  });

  test("gelöscht wird er überall, wo er noch steht, und das Audit-Log bleibt versiegelt", async () => {
    const vorher = await fundstellen(seine);
    for (const stelle of ["auditwert.werte", "bemerkung_verlauf.bemerkung", "idempotenz.antwort"])
      expect(vorher).toContain(stelle);
    for (const stelle of ["importlauf_zeile.werte", "importschluessel.schluessel"]) expect(vorher).toContain(stelle);
    for (const stelle of ["importstand.werte", "zusammenfuehrung.felder"]) expect(vorher).toContain(stelle);

    const { status, json } = await loesche(id);
    expect(status).toBe(200);
    expect([gruppe(json, "stammdaten")?.loeschbar, gruppe(json, "protokoll")?.loeschbar]).toEqual([0, 5]);

    expect(await fundstellen(seine)).toEqual([]);
    expect(await bemerkungen()).toEqual([null, null]);
    const [letzter, ...fruehere] = await eintraege();
    expect(letzter).toMatchObject({ aktion: "personendaten_loeschen", aenderungen: { length: 2 } });
    expect(fruehere.flatMap(({ aenderungen }) => aenderungen)).toEqual([]);
    const wiederholt = await verwalter().post<Kontakt>(
      "/kontakte",
      { ...kontakt, bemerkung: null },
      { "Idempotency-Key": "wex-1" },
    );
    expect([wiederholt.status, wiederholt.json.id, wiederholt.json.anzeigename]).toEqual([201, id, "gelöscht"]);
    const [zeile] = await dienst.owner<{ geloescht: number }[]>`
      select count(*) as geloescht from auditlog a
      where werte_hash is not null and not exists (select from auditwert w where w.auditlog_id = a.id)`;
    await erwarteSiegel({ geloescht: zeile?.geloescht ?? 0 });
  });

  test("danach ist nichts mehr da, so wenig wie von einem, den es nie gab", async () => {
    for (const eine of [id, 999_999]) {
      expect((await lage(eine)).status).toBe(404);
      expect((await loesche(eine)).status).toBe(404);
      expect((await verwalter().get(`/kontakte/${eine}/auskunft`)).status).toBe(404);
    }
  });
});
