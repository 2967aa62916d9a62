import { describe, expect, test } from "vitest";
import type { DuplikatKontaktPaar } from "../../../src/stammdaten/duplikate/schema.ts";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { belegeVon, buche } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { archivHash, fuehreZusammen, parteienVon, saeKontakt, sendeZusammenfuehrung } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

type Seite<T> = { data: T[]; pagination: { total: number } };
const lies = (id: number) => verwalter().get<Kontakt & { aufgegangenIn?: number }>(`/kontakte/${id}`);
const anzahlKontakte = async () => (await verwalter().get<Seite<Kontakt>>("/kontakte?limit=1")).json.pagination.total;

describe("zwei Kontakte werden einer", () => {
  test("Anteile an denselben Tagen zählen zusammen, andere Rollen und Tage bleiben nebeneinander", async () => {
    const [eins, zwei] = [await saeKontakt(), await saeKontakt()];
    const id = await konto({
      paechter: [
        [eins, 1, 3],
        [3, 1, 3],
        [zwei, 1, 3],
      ],
      verpaechter: [[zwei, null, null]],
    });
    const version = (await verwalter().get<{ version: number }>(`/pachtkonten/${id}`)).json.version;
    const antwort = await fuehreZusammen(eins, zwei);
    expect(antwort).toMatchObject({
      art: "kontakt",
      bleibt: { id: eins },
      geht: { id: zwei, name: "Berta Schulze" },
      pachtkonten: [{ pachtkontoId: id, vorher: { length: 3 }, nachher: { length: 2 } }],
      zusammengefuehrtVon: "Test verwalter",
      zurueckgenommenAm: null,
    });
    expect(await parteienVon(id)).toEqual([
      [eins, "paechter", 2, 3],
      [3, "paechter", 1, 3],
      [eins, "verpaechter", null, null],
    ]);
    expect((await verwalter().get<{ version: number }>(`/pachtkonten/${id}`)).json.version).toBeGreaterThan(version);
  });

  test("wer gegangen ist, antwortet überall 410 mit dem, der geblieben ist, und steht in keiner Liste", async () => {
    const [eins, zwei] = [await saeKontakt({ nachname: "Aufgegangen" }), await saeKontakt({ nachname: "Aufgegangen" })];
    const drei = await saeKontakt({ nachname: "Aufgegangen" });
    const vorher = await anzahlKontakte();
    await fuehreZusammen(eins, zwei);
    await fuehreZusammen(drei, eins);
    expect(await anzahlKontakte()).toBe(vorher - 2);
    const { json } = await verwalter().get<Seite<Kontakt>>("/kontakte?search=Aufgegangen");
    expect(json.data.map(({ id }) => id)).toEqual([drei]);
    for (const id of [eins, zwei])
      for (const antwort of [
        await lies(id),
        await verwalter().put<{ aufgegangenIn: number; code: string }>(`/kontakte/${id}`, { telefon: "1" }),
        await verwalter().delete<{ aufgegangenIn: number; code: string }>(`/kontakte/${id}`),
        await verwalter().patch<{ aufgegangenIn: number; code: string }>(`/kontakte/${id}/zahlungsmoral`, {
          zahlungsmoral: 1,
        }),
        await verwalter().get<{ aufgegangenIn: number; code: string }>(`/kontakte/${id}/verknuepfte-konten`),
        await verwalter().get<{ aufgegangenIn: number; code: string }>(`/kontakte/${id}/verknuepfte-objekte`),
        await verwalter().post<{ aufgegangenIn: number; code: string }>("/duplikate/kontakte/entscheidung", {
          kontaktIds: [id, drei],
          entscheidung: "kein_duplikat",
        }),
        await sendeZusammenfuehrung(id, 3),
        await sendeZusammenfuehrung(3, id),
        await sendeZusammenfuehrung(3, id, {}, "?nurZeigen=1"),
      ]) {
        expect(antwort.status).toBe(410);
        expect(antwort.json).toMatchObject({ code: "zusammengefuehrt", aufgegangenIn: drei });
      }
    const kontoId = await konto();
    const { status, json: absage } = await verwalter().put<{ errors: object[] }>(`/pachtkonten/${kontoId}`, {
      beteiligte: [{ kontaktId: zwei, rolle: "paechter" }],
    });
    expect([status, absage.errors]).toMatchObject([400, [{ path: "beteiligte.0.kontaktId", code: "unbekannt" }]]);
  });

  test("nurZeigen sagt dasselbe und ändert nichts", async () => {
    const [eins, zwei] = [await saeKontakt(), await saeKontakt({ telefon: "0395 1", bemerkung: "ruft selten an" })];
    const id = await konto({ paechter: [[zwei, null, null]] });
    const stand = async () =>
      JSON.stringify([
        (await lies(eins)).json,
        (await lies(zwei)).json,
        (await verwalter().get(`/pachtkonten/${id}`)).json,
        (await dienst.owner`select count(*) from auditlog`)[0],
      ]);
    const vorher = await stand();
    const gezeigt = await sendeZusammenfuehrung(eins, zwei, { felder: ["telefon"] }, "?nurZeigen=1");
    expect(gezeigt.status).toBe(200);
    expect(await stand()).toBe(vorher);
    const {
      id: nr,
      zusammengefuehrtAm,
      zusammengefuehrtVon,
      ...getan
    } = await fuehreZusammen(eins, zwei, {
      felder: ["telefon"],
    });
    expect({ ...gezeigt.json, ...getan }).toEqual(gezeigt.json);
    expect(getan.felder).toEqual([
      { feld: "telefon", alt: null, neu: "0395 1" },
      { feld: "bemerkung", alt: null, neu: "ruft selten an" },
    ]);
    expect([nr, gezeigt.json.id]).toEqual([expect.any(Number), null]);
  });

  test("derselbe Schlüssel gibt dieselbe Antwort, jede Änderung steht im Audit-Log, die Liste nennt sie", async () => {
    const [eins, zwei] = [await saeKontakt(), await saeKontakt()];
    const id = await konto({ paechter: [[zwei, null, null]] });
    const sende = () =>
      verwalter().post<{ id: number }>(
        "/duplikate/kontakte/zusammenfuehrung",
        { bleibt: eins, geht: zwei },
        { "Idempotency-Key": `zusammen-${eins}` },
      );
    const erste = await sende();
    expect((await sende()).json).toEqual(erste.json);
    const eintraege = await dienst.owner`
      select aktion, ressource, ressource_id from auditlog
      where (ressource = 'kontakt' and ressource_id = ${String(zwei)}) or (ressource = 'pachtkonto' and ressource_id = ${String(id)})
      order by id`;
    expect([...eintraege]).toEqual([
      { aktion: "aendern", ressource: "pachtkonto", ressourceId: String(id) },
      { aktion: "zusammenfuehren", ressource: "kontakt", ressourceId: String(zwei) },
    ]);
    const liste = await verwalter().get<Seite<{ id: number }>>("/duplikate/zusammenfuehrungen?art=kontakt&limit=1");
    expect(liste.json.data[0]).toEqual(erste.json);
    const falsch = await verwalter().post("/duplikate/kontakte/zusammenfuehrung", { bleibt: eins, geht: eins });
    expect(falsch.status).toBe(400);
    expect((await sendeZusammenfuehrung(eins, 999_999)).status).toBe(404);
  });

  test("die Duplikate kennen nur noch den, der bleibt; Bemerkungen führen zu ihm", async () => {
    const person = { typ: "person", vorname: "Ottilie", nachname: "Brandtner", plz: "17036", strasse: "Ring" };
    const lege = (mehr: object) => mitarbeiter().post<Kontakt>("/kontakte", { ...person, ...mehr });
    const [a, b, c] = [
      (await lege({ hausnummer: "1", bemerkung: "zahlt bar" })).json.id,
      (await lege({ hausnummer: "1", bemerkung: "Hof am Wald" })).json.id,
      (await lege({ hausnummer: "1" })).json.id,
    ];
    const paare = async () =>
      (await verwalter().get<DuplikatKontaktPaar[]>("/duplikate/kontakte")).json
        .map(({ kontaktA, kontaktB }) => [kontaktA.id, kontaktB.id])
        .filter(([x]) => [a, b, c].includes(Number(x)));
    expect(await paare()).toHaveLength(3);
    await fuehreZusammen(a, b);
    expect(await paare()).toEqual([[a, c]]);
    expect((await lies(a)).json.bemerkung).toBe("zahlt bar\n\nHof am Wald");
    const { json } = await verwalter().get<Seite<{ ressourceId: number; bemerkung: string }>>(
      "/dashboard/recent-remarks?ressource=kontakt&limit=5",
    );
    expect(json.data.filter(({ ressourceId }) => ressourceId === a).map(({ bemerkung }) => bemerkung)).toEqual([
      "zahlt bar\n\nHof am Wald",
      "Hof am Wald",
      "zahlt bar",
    ]);
  });
});

describe("was gebucht ist", () => {
  test("bleibt Byte für Byte, und der Filter nach dem Kontakt findet die Belege beider", async () => {
    const [eins, zwei] = [await saeKontakt(), await saeKontakt()];
    const [a, b] = [await konto({ paechter: [[eins, null, null]] }), await konto({ paechter: [[zwei, null, null]] })];
    await buche("2025-10-01", [a, b]);
    const vorher = await archivHash();
    const { anzahlBelege } = await fuehreZusammen(eins, zwei);
    expect(anzahlBelege).toBe(1);
    expect(await archivHash()).toBe(vorher);
    for (const id of [eins, zwei]) {
      const { json } = await verwalter().get<Seite<{ pachtkontoId: number }>>(`/abrechnung/archiv?kontaktId=${id}`);
      expect(json.data.map(({ pachtkontoId }) => pachtkontoId).sort()).toEqual([a, b].sort());
    }
  });

  test("haben beide in Gebuchtem einen anderen Steuerstatus, werden sie nicht einer", async () => {
    const angaben = { steuernummer: "072/111/22222", strasse: "Hof 1" };
    const [eins, zwei, drei] = [
      await saeKontakt({ umsatzsteuerStatus: "regelbesteuert", ...angaben }),
      await saeKontakt({ umsatzsteuerStatus: "nicht_steuerbar", ...angaben }),
      await saeKontakt(),
    ];
    expect((await sendeZusammenfuehrung(eins, zwei, {}, "?nurZeigen=1")).status).toBe(200);
    const id = await konto({ verpaechter: [[zwei, null, null]] });
    await buche("2025-10-01", [id]);
    const absage = await sendeZusammenfuehrung(eins, zwei);
    expect([absage.status, absage.json]).toMatchObject([409, { code: "steuerstatus_verschieden" }]);
    // What the record says now does not matter where it is booked otherwise.
    await dienst.owner`update kontakt set umsatzsteuer_status = 'regelbesteuert' where id = ${zwei}`;
    expect((await sendeZusammenfuehrung(eins, zwei)).status).toBe(409);
    // A record that says nothing contradicts nobody.
    expect((await sendeZusammenfuehrung(drei, zwei)).status).toBe(201);
  });

  test("100,01 zu Dritteln: nach dem Zusammenführen zweier Pächter berichtigt die Schlussabrechnung nichts", async () => {
    const [a, b, c] = [await saeKontakt(), await saeKontakt(), await saeKontakt()];
    const id = await konto({
      istVorauszahlend: true,
      verwaltungsgebuehrBp: null,
      pachtbeginn: "2025-01-01",
      pachtjahrBeginn: "01-01",
      paechter: [
        [a, 1, 3],
        [b, 1, 3],
        [c, 1, 3],
      ],
      positionen: [{ positionsartId: 2, betragCent: 10_001, intervall: "einmalig", gueltigVon: "2025-02-01" }],
    });
    await buche("2025-01-01", [id]);
    expect((await belegeVon(id)).map(({ kontaktId, nettoCent }) => [kontaktId, nettoCent])).toEqual([
      [a, 3334],
      [b, 3334],
      [c, 3333],
    ]);
    await fuehreZusammen(a, b);
    await verwalter().put(`/pachtkonten/${id}`, { status: "gekuendigt", kuendigungZum: "2025-06-30" });
    await buche("2025-07-01", [id]);
    expect(await belegeVon(id)).toHaveLength(3);
    const { json } = await verwalter().get<{ schlussabrechnung: string | null }>(`/pachtkonten/${id}`);
    expect(json.schlussabrechnung).toBe("2025-07-01");
  });

  test("eine Berichtigung geht an den, der geblieben ist, je berichtigtem Beleg eine Zeile", async () => {
    const [a, b] = [await saeKontakt(), await saeKontakt()];
    const id = await konto({
      istVorauszahlend: true,
      verwaltungsgebuehrBp: null,
      pachtbeginn: "2025-01-01",
      pachtjahrBeginn: "01-01",
      paechter: [
        [a, 1, 3],
        [3, 1, 3],
        [b, 1, 3],
      ],
      positionen: [{ positionsartId: 2, betragCent: 10_001 }],
    });
    await buche("2025-01-01", [id]);
    const gebucht = await belegeVon(id);
    const nummer = (wer: number) => gebucht.find(({ kontaktId }) => kontaktId === wer)?.belegnummer;
    await fuehreZusammen(b, a);
    await verwalter().put(`/pachtkonten/${id}`, { status: "gekuendigt", kuendigungZum: "2025-12-30" });
    const { id: lauf } = await buche("2025-12-31", [id]);
    const schluss = await belegeVon(id, lauf);
    // Half of them by days: 100.01 less a day of 31 of the last of twelve months.
    const summe = schluss.reduce((bisher, { nettoCent }) => bisher + nettoCent, 0);
    expect(summe).toBe(-27);
    const eigener = schluss.find(({ kontaktId }) => kontaktId === b);
    expect(schluss.map(({ kontaktId }) => kontaktId)).toEqual([3, b]);
    const { json } = await verwalter().get<{ zeilen: { herleitung: { korrektur: { belegnummer: string } } }[] }>(
      `/abrechnung/archiv/${eigener?.id}`,
    );
    expect(json.zeilen.map(({ herleitung }) => herleitung.korrektur.belegnummer)).toEqual([nummer(a), nummer(b)]);
  });
});
