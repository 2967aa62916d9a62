import { describe, expect, test } from "vitest";
import type { DuplikatKontaktPaar } from "../../../src/stammdaten/duplikate/schema.ts";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
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

  describe("mit einem Steuerstatus", () => {
    type Status = "regelbesteuert" | "kleinunternehmer" | "nicht_steuerbar" | null;
    const angaben = { steuernummer: "072/111/22222", strasse: "Hof 1" };
    const mitStatus = (umsatzsteuerStatus: Status) => saeKontakt({ umsatzsteuerStatus, ...angaben });
    /** As a clerk would change it, at whatever time. */
    const aendereStatus = (id: number, status: Status) =>
      dienst.owner`update kontakt set umsatzsteuer_status = ${status} where id = ${id}`;
    /** An account paid ahead by calendar years. */
    const verpachtet = (von: number, ab = "2024-01-01") =>
      konto({ istVorauszahlend: true, pachtbeginn: ab, pachtjahrBeginn: "01-01", verpaechter: [[von, null, null]] });
    const bucheJahr = (jahr: number, ...konten: number[]) => buche(`${jahr}-01-01`, konten);

    test("was in denselben gebuchten Tagen verschieden ist, steht dagegen, auch wenn es später gleich war", async () => {
      const [a, b] = [await mitStatus("kleinunternehmer"), await mitStatus("regelbesteuert")];
      const [kontoA, kontoB] = [await verpachtet(a), await verpachtet(b)];
      await bucheJahr(2024, kontoA, kontoB);
      await aendereStatus(a, "regelbesteuert");
      await bucheJahr(2025, kontoA);
      const widerspruch =
        /01\.01\.2024 bis 31\.12\.2024 .*: .*(als Kleinunternehmer, .* regelbesteuert|regelbesteuert, .* als Kleinunternehmer)\.$/;
      for (const [bleibt, geht] of [
        [a, b],
        [b, a],
      ] as const)
        for (const query of ["", "?nurZeigen=1"]) {
          const { status, json } = await sendeZusammenfuehrung(bleibt, geht, {}, query);
          expect([status, json]).toMatchObject([
            409,
            { code: "steuerstatus_verschieden", detail: expect.stringMatching(widerspruch) },
          ]);
        }
      // Who was merged into one of them counts with him.
      const c = await mitStatus("regelbesteuert");
      await fuehreZusammen(c, b);
      expect((await sendeZusammenfuehrung(c, a)).status).toBe(409);
    });

    test("ein Wechsel zum Jahr steht nicht dagegen; berichtigt wird jeder Zeitraum, wie er gebucht ist", async () => {
      const [a, b] = [await mitStatus("kleinunternehmer"), await mitStatus("regelbesteuert")];
      const [kontoA, kontoB] = [await verpachtet(a), await verpachtet(b, "2025-01-01")];
      await bucheJahr(2024, kontoA);
      await bucheJahr(2025, kontoB);
      await fuehreZusammen(b, a);
      await verwalter().put(`/pachtkonten/${kontoA}`, { status: "gekuendigt", kuendigungZum: "2024-06-30" });
      const { id: lauf } = await buche("2025-01-01", [kontoA]);
      const berichtigt = await dienst.owner`
        select kontakt_id, empfaenger ->> 'umsatzsteuerStatus' as status
        from archiv_beleg
        where buchungslauf_id = ${lauf} and belegart = 'gutschrift'`;
      expect([...berichtigt]).toEqual([{ kontaktId: b, status: "kleinunternehmer" }]);
    });

    test("zwei Verpächter eines gebuchten Zeitraums, einer nach dem anderen, haben in ihm einen Status", async () => {
      const [a, b] = [await mitStatus("kleinunternehmer"), await mitStatus("regelbesteuert")];
      const id = await verpachtet(a);
      const { status, text } = await verwalter().put(`/pachtkonten/${id}`, {
        beteiligte: [
          { kontaktId: 1, rolle: "paechter" },
          { kontaktId: a, rolle: "verpaechter", gueltigBis: "2024-06-30" },
          { kontaktId: b, rolle: "verpaechter", gueltigVon: "2024-07-01" },
        ],
      });
      expect(status, text).toBe(200);
      await bucheJahr(2024, id);
      const absage = await sendeZusammenfuehrung(a, b);
      expect([absage.status, absage.json]).toMatchObject([409, { code: "steuerstatus_verschieden" }]);
      await storniere({ archivIds: (await belegeVon(id)).map((beleg) => beleg.id) });
      expect((await sendeZusammenfuehrung(a, b)).status).toBe(201);
    });

    test("was nur im Stammsatz steht, steht nicht dagegen: der Stammsatz dessen, der bleibt, gilt weiter", async () => {
      const [a, b, c, d] = [
        await mitStatus("regelbesteuert"),
        await mitStatus("nicht_steuerbar"),
        await mitStatus("kleinunternehmer"),
        await mitStatus(null),
      ];
      await bucheJahr(2024, await verpachtet(b));
      await aendereStatus(b, "regelbesteuert");
      const statusVon = async (id: number) => (await lies(id)).json.umsatzsteuerStatus;
      await fuehreZusammen(b, c);
      expect(await statusVon(b)).toBe("regelbesteuert");
      await fuehreZusammen(a, b);
      expect(await statusVon(a)).toBe("regelbesteuert");
      await fuehreZusammen(d, a);
      expect(await statusVon(d)).toBe(null);
      const e = await mitStatus("kleinunternehmer");
      await fuehreZusammen(e, d, { felder: ["umsatzsteuerStatus"] });
      expect(await statusVon(e)).toBe(null);
    });
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
