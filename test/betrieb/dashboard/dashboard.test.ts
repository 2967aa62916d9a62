import { beforeAll, describe, expect, test } from "vitest";
import type {
  ActivityEntry,
  Benutzeraenderung,
  DashboardSummary,
  JuengsteBemerkung,
} from "../../../src/betrieb/dashboard/schema.ts";
import { administrator, dienst, mitarbeiter, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";

let kontaktId: unknown;

// The audit log keeps the time of the database, so the service's day is that of the machine.
mitDienst({ tag: new Date().toISOString().slice(0, 10) });

beforeAll(async () => {
  await dienst.owner`insert into kontaktart (name, bezeichnung) values ('probe', 'Probe') on conflict do nothing`;
  const neu = await mitarbeiter().post("/kontakte", {
    typ: "probe",
    vorname: "Ute",
    nachname: "Größ",
    bemerkung: "ruft montags an",
  });
  kontaktId = neu.json.id;
  await dienst.als("verwalter").put(`/kontakte/${kontaktId}`, { bemerkung: null, ort: "Uelzen" });
  await dienst.als("verwalter").post("/patchobjekte", { bezeichnung: "Wiese", objektart: "gruenland" });
  await dienst.owner`
    with konto as (
      insert into pachtkonto (kontonummer, pachtbeginn, pachtende, zahlungsrhythmus, status)
      select 'PK-9' || s, '2020-01-01', ${dienst.deps.uhr().toISOString().slice(0, 10)}::date + 10, 'jaehrlich', s
      from unnest('{aktiv,inaktiv}'::text[]) s
      returning id
    )
    insert into faelligkeit (pachtkonto_id, zeitraum_von, zeitraum_bis, faellig_am, art)
    select id, tag, tag, tag, 'regulaer'
    from konto, unnest(array[-1, 0, 30, 31]) d, lateral (
      select ${dienst.deps.uhr().toISOString().slice(0, 10)}::date + d tag) t`;
});

describe("Dashboard", () => {
  test("Übersicht: was da ist, und was ansteht", async () => {
    const { json } = await pruefer().get<DashboardSummary>("/dashboard/summary");
    expect(json.pachtkonten).toMatchObject({ gesamt: 2, vorauszahlungUnbekannt: 1, endenIn90Tagen: 1 });
    expect(json.pachtkonten.jeStatus.map(({ anzahl }) => anzahl)).toEqual([1, 1, 0, 0]);
    expect(json.patchobjekte.gesamt).toBe(1);
    expect(json.patchobjekte.jeStatus.map(({ status }) => status)).toEqual([
      "aktuell",
      "veraltet",
      "kritisch",
      "geplant",
    ]);
    expect(json.kontakte).toEqual({ gesamt: 1 });
    expect(json.faelligkeiten).toEqual({ ueberfaellig: 1, heute: 1, in30Tagen: 2 });
    expect(json.hebungen).toEqual({ geplant: 0, aktiv: 0, ueberfaellig: 0 });
    expect(json.buchungslaeufe).toMatchObject({ anzahl: 0, paechterBruttoCent: 0, letzter: null });
  });

  test("Tätigkeiten in deutschen Sätzen, neueste zuerst", async () => {
    const { json } = await mitarbeiter().get<ActivityEntry[]>("/dashboard/recent-activity?limit=3");
    expect(json.map(({ text }) => text)).toEqual([
      "Test verwalter hat das Patchobjekt Wiese angelegt.",
      "Test verwalter hat den Kontakt Ute Größ geändert.",
      "Test mitarbeiter hat den Kontakt Ute Größ angelegt.",
    ]);
  });

  test("wer was geändert hat", async () => {
    const lesen = (anfrage: string) =>
      pruefer().get<{ data: Benutzeraenderung[] }>(`/dashboard/user-changes?${anfrage}`);
    const { json } = await lesen("ressource=kontakt");
    expect(json).toMatchObject({ pagination: { total: 2 } });
    expect(json.data[0]).toMatchObject({
      benutzerName: "Test verwalter",
      felder: ["ort", "bemerkung"],
    });
    const einer = await lesen(`benutzerId=${json.data[1]?.benutzerId}`);
    expect(einer.json.data.map(({ aktion }) => aktion)).toEqual(["anlegen"]);
  });

  test("jüngste Bemerkungen mit dem Namen des Datensatzes, auch geleerte", async () => {
    const { json } = await mitarbeiter().get<{ data: JuengsteBemerkung[] }>(
      "/dashboard/recent-remarks?ressource=kontakt,patchobjekt",
    );
    expect(json.data).toMatchObject([
      { ressource: "kontakt", ressourceId: kontaktId, name: "Ute Größ", bemerkung: null },
      { benutzerName: "Test mitarbeiter", bemerkung: "ruft montags an" },
    ]);
  });

  test("was gelöscht ist, behält in seinem Eintrag den Namen", async () => {
    const verwalter = dienst.als("verwalter");
    const [konto] = await dienst.owner`select id from pachtkonto where kontonummer = 'PK-9aktiv'`;
    const art = await verwalter.post("/einstellungen/positionsarten", {
      name: "Wegegeld",
      kuerzel: "WG",
      steuersatzBp: 1900,
    });
    const objekt = await verwalter.post("/patchobjekte", { bezeichnung: "Teich", objektart: "gewaesser" });
    const position = { positionsartId: art.json.id, betragCent: 1, intervall: "jaehrlich" };
    const { json } = await verwalter.post(`/pachtkonten/${konto?.id}/positionen`, position);
    for (const pfad of [
      `/patchobjekte/${objekt.json.id}`,
      `/pachtkonten/${konto?.id}/positionen/${json.id}`,
      `/einstellungen/positionsarten/${art.json.id}`,
    ])
      expect((await verwalter.delete(pfad)).status, pfad).toBe(204);
    const taetigkeiten = await verwalter.get<ActivityEntry[]>("/dashboard/recent-activity?limit=3");
    expect(taetigkeiten.json.map(({ text }) => text)).toEqual([
      "Test verwalter hat die Positionsart Wegegeld gelöscht.",
      "Test verwalter hat eine Position des Pachtkontos PK-9aktiv gelöscht.",
      "Test verwalter hat das Patchobjekt Teich gelöscht.",
    ]);
  });

  test("Indexreihen und ihre Fassungen stehen mit ihrem Namen da", async () => {
    const reihe = await administrator().post("/einstellungen/indexreihen", { name: "Agrarpreise" });
    const pfad = `/einstellungen/indexreihen/${reihe.json.id}`;
    await administrator().post(`${pfad}/fassungen`, {
      basis: "2020 = 100",
      staende: [{ monat: "2025-01", wert: "104.5" }],
    });
    const texte = async () =>
      (await pruefer().get<ActivityEntry[]>("/dashboard/recent-activity?limit=2")).json.map(({ text }) => text);
    expect(await texte()).toEqual([
      "Test administrator hat eine Indexfassung der Reihe Agrarpreise angelegt.",
      "Test administrator hat die Indexreihe Agrarpreise angelegt.",
    ]);
    expect((await administrator().delete(pfad)).status).toBe(204);
    expect(await texte()).toEqual([
      "Test administrator hat die Indexreihe Agrarpreise gelöscht.",
      "Test administrator hat eine Indexfassung gelöscht.",
    ]);
  });

  test("Zusammenführung, Trennung, Auskunft und Löschung stehen in Sätzen", async () => {
    const [bleibt, geht] = await Promise.all(
      ["Jan", "Jann"].map(async (vorname) => {
        const { json } = await mitarbeiter().post("/kontakte", { typ: "probe", vorname, nachname: "Ohl" });
        return json.id;
      }),
    );
    const { json } = await administrator().post("/duplikate/kontakte/zusammenfuehrung", { bleibt, geht });
    await administrator().post(`/duplikate/zusammenfuehrungen/${json.id}/ruecknahme`);
    await administrator().get(`/kontakte/${geht}/auskunft`);
    await administrator().post(`/kontakte/${geht}/loeschung`, { grund: "verlangt" });
    const { json: taetigkeiten } = await administrator().get<ActivityEntry[]>("/dashboard/recent-activity?limit=4");
    expect(taetigkeiten.map(({ text }) => text)).toEqual([
      "Test administrator hat den Kontakt gelöscht nach Art. 17 DSGVO geleert.",
      "Test administrator hat den Kontakt gelöscht beauskunftet.",
      "Test administrator hat den Kontakt gelöscht aus einer Zusammenführung gelöst.",
      "Test administrator hat den Kontakt gelöscht mit einem anderen zusammengeführt.",
    ]);
  });

  test.each([
    "recent-activity?limit=101",
    "user-changes?tage=0",
    "user-changes?ressource=sitzung",
    "recent-remarks?x=1",
  ])("%s: 400", async (anfrage) => {
    expect((await administrator().get(`/dashboard/${anfrage}`)).status).toBe(400);
  });
});
