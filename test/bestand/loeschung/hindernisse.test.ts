import { describe, expect, test } from "vitest";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import { belegeVon, buche, storniere } from "../../hilfe/abrechnung.ts";
import { administrator, dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { gruppe, lage, loesche } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

const inZahlungsdatei = async (belegId: number, erstelltAm: string): Promise<number> => {
  const [datei] = await dienst.owner<{ id: number }[]>`
    with datei as (
      insert into zahlungsdatei (buchungslauf_id, art, nachrichten_id, dateiname, ist_auswahl, anzahl, summe_cent,
        anzahl_ausgelassen, sha256, groesse, benutzer_name, erstellt_am)
      select buchungslauf_id, 'lastschrift', ${`LS-${belegId}`}, ${`sepa-${belegId}.xml`}, false, 1, brutto_cent, 0,
        encode(sha256(''), 'hex'), 0, 'Test', ${erstelltAm}
      from archiv_beleg where id = ${belegId}
      returning id, summe_cent
    )
    insert into zahlungsdatei_beleg (zahlungsdatei_id, beleg_id, betrag_cent)
    select id, ${belegId}, summe_cent from datei
    returning zahlungsdatei_id as id`;
  return datei?.id ?? 0;
};

describe("Zahlungsdateien, Vorpächter und offene Jahre", () => {
  test("wer in einer aufbewahrten Zahlungsdatei steht, bleibt; ist sie verworfen, nicht", async () => {
    const { json: kontakt } = await verwalter().post<Kontakt>("/kontakte", {
      typ: "person",
      nachname: "Lange",
      plz: "17033",
      ort: "X",
    });
    const account = await konto({
      paechter: [[kontakt.id, null, null]],
      pachtbeginn: "2025-10-01",
      pachtende: "2026-06-30",
    });
    await buche(heute, [account]);
    const beleg = (await belegeVon(account)).find((einer) => einer.kontaktId === kontakt.id);
    const datei = await inZahlungsdatei(beleg?.id ?? 0, "2018-02-01");
    expect((await loesche(kontakt.id)).json).toMatchObject({
      code: "nicht_loeschbar",
      hindernisse: [{ code: "zahlungsdatei_aufbewahrt", id: datei }],
    });
    await dienst.owner`
      update zahlungsdatei set verworfen_am = now(), verworfen_von = 'Test', verworfen_grund = 'Test' where id = ${datei}`;
    expect((await lage(kontakt.id)).json.loeschbar).toBe(true);
  });

  test("ein Vorpächter ist frei, sobald sein letzter Tag gebucht ist, auch wenn die Pacht weitergeht", async () => {
    const { json: kontakt } = await verwalter().post<Kontakt>("/kontakte", {
      typ: "person",
      nachname: "Vorig",
      plz: "17033",
      ort: "X",
    });
    const account = await konto({
      paechter: [[kontakt.id, null, null]],
      istVorauszahlend: true,
      pachtbeginn: "2025-10-01",
    });
    const wechsel = {
      beteiligte: [
        { kontaktId: kontakt.id, rolle: "paechter", gueltigBis: "2026-09-30" },
        { kontaktId: 1, rolle: "paechter", gueltigVon: "2026-10-01" },
        { kontaktId: 4, rolle: "verpaechter" },
      ],
    };
    const { status, text } = await verwalter().put(`/pachtkonten/${account}`, wechsel);
    expect(status, text).toBe(200);
    expect((await lage(kontakt.id)).json.loeschbar).toBe(false);
    await buche("2026-09-30", [account]);
    expect((await lage(kontakt.id)).json.loeschbar).toBe(true);

    // Cancelled behind a period that is booked, his year is to be billed to him again.
    const [rechnung] = await belegeVon(account);
    await buche("2026-10-01", [account]);
    expect((await storniere({ archivIds: [rechnung?.id] })).status).toBe(201);
    expect((await lage(kontakt.id)).json).toMatchObject({
      loeschbar: false,
      hindernisse: [{ code: "konto_nicht_abgerechnet", id: account }],
    });
    await buche("2026-10-01", [account]);
    expect((await lage(kontakt.id)).json.loeschbar).toBe(true);
  });

  test("ein Administrator hält ein Jahr offen: dann ist für seine Unterlagen kein letzter Tag bekannt", async () => {
    const pfad = "/einstellungen/aufbewahrung";
    const neu = await administrator().put<{ offeneJahre: number[] }>(pfad, { offeneJahre: [2026, 2019] });
    expect([neu.status, neu.json.offeneJahre]).toEqual([200, [2019, 2026]]);
    const [beleg] = await dienst.owner<{ kontaktId: number }[]>`select kontakt_id from archiv_beleg limit 1`;
    const { json } = await lage(beleg?.kontaktId ?? 0);
    expect(gruppe(json, "belege")).toMatchObject({ aufbewahrtBis: null, gesetz: expect.stringContaining("§ 147") });
    const gelesen = await verwalter().get<object>(pfad);
    expect((await administrator().put(pfad, gelesen.json)).kopf.get("etag")).toBe(gelesen.kopf.get("etag"));
    expect((await administrator().put(pfad, { offeneJahre: [2019, 2019] })).status).toBe(400);
    expect((await administrator().put(pfad, { offeneJahre: [] })).status).toBe(200);
  });
});
