import { describe, expect, test } from "vitest";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { erwarteSiegel, fundstellen, gruppe, lage, loesche } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

describe("Pachtkonten, die von ihm nur noch im Audit-Log sagen", () => {
  const jemand = async (nachname: string, iban: string | null = null): Promise<number> => {
    const angaben = {
      typ: "person",
      nachname,
      strasse: `${nachname}pfad`,
      hausnummer: "3",
      plz: "17033",
      ort: "X",
      iban,
    };
    return (await verwalter().post<Kontakt>("/kontakte", angaben)).json.id;
  };
  const legeAn = async (paechter: number, mehr: object = {}): Promise<number> => {
    const { status, text, json } = await verwalter().post<{ id: number }>("/pachtkonten", {
      pachtbeginn: "2025-10-01",
      zahlungsrhythmus: "jaehrlich",
      istVorauszahlend: false,
      beteiligte: [
        { kontaktId: paechter, rolle: "paechter" },
        { kontaktId: 4, rolle: "verpaechter" },
      ],
      ...mehr,
    });
    expect(status, text).toBe(201);
    const position = { positionsartId: 1, betragCent: 10_000, intervall: "jaehrlich" };
    expect((await verwalter().post(`/pachtkonten/${json.id}/positionen`, position)).status).toBe(201);
    return json.id;
  };
  const ersetze = async (id: number, paechter: number): Promise<void> => {
    const beteiligte = [
      { kontaktId: paechter, rolle: "paechter" },
      { kontaktId: 4, rolle: "verpaechter" },
    ];
    const { status, text } = await verwalter().put(`/pachtkonten/${id}`, { beteiligte });
    expect(status, text).toBe(200);
  };
  const lade = async (konto: number, name: string): Promise<number> => {
    const formular = new FormData();
    formular.set("datei", new File(["%PDF-1.7 Vertrag"], name));
    const pfad = `/pachtkonten/${konto}/dokumente`;
    const { status, json } = await verwalter().post<{ id: number }>(pfad, formular);
    expect(status).toBe(201);
    return json.id;
  };
  const konten = async (id: number) => gruppe((await lage(id)).json, "protokollKonten");
  const erwarteNichts = async (...worte: string[]): Promise<void> => {
    expect(await fundstellen(worte)).toEqual([]);
    const [zeile] = await dienst.owner<{ geloescht: number }[]>`
      select count(*) as geloescht from auditlog a
      where werte_hash is not null and not exists (select from auditwert w where w.auditlog_id = a.id)`;
    await erwarteSiegel({ geloescht: zeile?.geloescht ?? 0 });
  };

  test("ein gelöschtes Konto: alle Einträge, auch mit Anschrift und IBAN, und der Name eines schon entfernten Uploads", async () => {
    const id = await jemand("Zwackelmoor", "DE75512108001245126199");
    const weg = await legeAn(id);
    const pfad = `/pachtkonten/${weg}`;
    const upload = await lade(weg, "Vertrag Zwackelmoor.pdf");
    expect((await verwalter().get(`${pfad}/dokumente/${upload}/download`)).status).toBe(200);
    expect((await verwalter().delete(`${pfad}/dokumente/${upload}`)).status).toBe(204);
    expect((await verwalter().delete(pfad)).status).toBe(204);
    expect(await fundstellen(["DE75512108001245126199"])).toContain("auditwert.werte");
    expect(await konten(id)).toMatchObject({ anzahl: 2, loeschbar: 2, aufbewahrtBis: null });
    expect((await loesche(id)).status).toBe(200);
    await erwarteNichts("Zwackelmoor", "DE75512108001245126199");
    expect(await konten(id)).toMatchObject({ anzahl: 0 });
  });

  test("ersetzt, ehe etwas gebucht war: seine Einträge gehen, die späteren bleiben", async () => {
    const [id, anderer] = [await jemand("Xanthippus"), await jemand("Nachfolger")];
    const account = await legeAn(id);
    await ersetze(account, anderer);
    await buche(heute, [account]);
    await verwalter().put(`/pachtkonten/${account}`, { bemerkung: "Grenzstein fehlt" });
    expect(await konten(id)).toMatchObject({ anzahl: 2, loeschbar: 2, aufbewahrtBis: null });
    expect((await loesche(id)).status).toBe(200);
    await erwarteNichts("Xanthippus");
    const [letzter] = await dienst.owner<{ werte: string }[]>`
      select w.werte from auditlog a join auditwert w on w.auditlog_id = a.id
      where a.ressource = 'pachtkonto' and a.ressource_id = ${String(account)} order by a.id desc limit 1`;
    expect(letzter?.werte).toContain("Grenzstein fehlt");
  });

  test("ersetzt, nachdem an ihn gebucht und storniert war: die Einträge bleiben so lange wie die Belege", async () => {
    const [id, anderer] = [await jemand("Gebuchter"), await jemand("Andererseits")];
    const account = await legeAn(id);
    await buche(heute, [account]);
    expect((await storniere({ archivIds: (await belegeVon(account)).map((beleg) => beleg.id) })).status).toBe(201);
    await ersetze(account, anderer);
    expect(await konten(id)).toMatchObject({
      anzahl: 2,
      loeschbar: 0,
      aufbewahrtBis: "2034-12-31",
      gesetz: "§ 147 Abs. 1 Nr. 4 und Abs. 3 AO, § 14b Abs. 1 UStG",
    });
    expect((await loesche(id)).status).toBe(200);
    expect(await fundstellen(["Gebuchter"])).toContain("auditwert.werte");
  });

  test("genannt und wieder gestrichen, als anderes schon gebucht war: bleibt so lange wie dessen Belege", async () => {
    const [id, anderer] = [await jemand("Zwischenzeitlich"), await jemand("Dauerhaft")];
    const account = await legeAn(anderer);
    await buche(heute, [account]);
    const bisher = { kontaktId: 4, rolle: "verpaechter" };
    const mitWechsel = [
      bisher,
      { kontaktId: anderer, rolle: "paechter", gueltigBis: "2028-09-30" },
      { kontaktId: id, rolle: "paechter", gueltigVon: "2028-10-01" },
    ];
    expect((await verwalter().put(`/pachtkonten/${account}`, { beteiligte: mitWechsel })).status).toBe(200);
    await ersetze(account, anderer);
    expect(await konten(id)).toMatchObject({ anzahl: 2, loeschbar: 0, aufbewahrtBis: "2034-12-31" });
  });

  test("ein von Hand gelöschter Upload: sein Name geht, wenn auch die Papiere der Pacht gehen", async () => {
    const id = await jemand("Alterpapp");
    const account = await konto({
      paechter: [[id, null, null]],
      pachtbeginn: "2010-10-01",
      pachtende: "2012-09-30",
      abrechnungAb: "2013-10-01",
    });
    const upload = await lade(account, "Vertrag Alterpapp.pdf");
    expect((await verwalter().delete(`/pachtkonten/${account}/dokumente/${upload}`)).status).toBe(204);
    expect(await fundstellen(["Alterpapp.pdf"])).toEqual(["auditwert.werte"]);
    expect((await loesche(id)).status).toBe(200);
    await erwarteNichts("Alterpapp");
  });
});
