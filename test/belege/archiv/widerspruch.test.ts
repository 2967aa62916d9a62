import { beforeAll, describe, expect, test } from "vitest";
import type { ArchivEintragDetail } from "../../../src/belege/archiv/schema.ts";
import type { Widerspruch } from "../../../src/belege/archiv/widerspruch/schema.ts";
import { saeLauf } from "../../hilfe/archiv.ts";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { dienst, heute, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { firma, person } from "../../hilfe/musterbrief.ts";
import { bestaetigeKontakte, richteFirmaEin } from "../exporte/zahlungslauf.ts";
import { frageDatei, holeDatei, pruefe, verwirf } from "../zahlungsdateien/dateien.ts";
import { zahlungenIn } from "../zahlungsdateien/zahlungen.ts";

mitDienst();

beforeAll(async () => {
  await richteFirmaEin(dienst.owner);
});

const inhalt = { am: heute, grund: "Die Fläche ist kleiner" };
const erledigt = { erledigtDurch: "eigene_rechnung", erledigtAm: heute, notiz: "Rechnung 2026-17" };
const pfad = (id: number | undefined) => `/abrechnung/archiv/${id}/widerspruch`;
const widersprich = (id: number | undefined, body: object = inhalt) =>
  verwalter().post<Widerspruch & { code: string; detail: string }>(pfad(id), body);
const erledige = (id: number | undefined, body: object = erledigt) =>
  verwalter().patch<Widerspruch & { code: string }>(pfad(id), body);
const gutschrift = { belegart: "gutschrift", nettoCent: 10_000, auszahlungCent: 9_000, empfaenger: firma } as const;

/** A run with two lessors' Gutschriften, ready to be paid. */
const lauf = async () => {
  const gesaet = await saeLauf(dienst.owner, [gutschrift, { ...gutschrift, auszahlungCent: 500 }]);
  await bestaetigeKontakte(dienst.owner, gesaet.laufId);
  return gesaet;
};

describe("das Deckblatt der Auszahlungen", () => {
  test("nennt als Auszahlung, was die Zahlungsdatei zahlt: ohne Widersprochenes und Gesperrtes", async () => {
    const { laufId, archivkontoId } = await saeLauf(dienst.owner, [gutschrift]);
    await bestaetigeKontakte(dienst.owner, laufId);
    const [beleg] = await dienst.owner<{ id: number; kontaktId: number }[]>`
      select id, kontakt_id from archiv_beleg where buchungslauf_id = ${laufId}`;
    const deckblatt = async () => {
      const { bytes } = await verwalter().get(
        `/abrechnung/sammelauszahlung?buchungslaufId=${laufId}&kontaktId=${beleg?.kontaktId}`,
      );
      return (await liesPdf(bytes)).blaetter.flat().join(" ");
    };
    const markiere = (markierung: string | null) =>
      mitarbeiter().patch(`/abrechnung/archiv-konten/${archivkontoId}/markierung`, { markierung });
    const ausgezahlt = /Auszahlung gesamt 90,00 €/;
    expect(await deckblatt()).toMatch(ausgezahlt);
    await markiere("gesperrt");
    expect(await deckblatt()).toMatch(/zurückgestellt −90,00 € Auszahlung gesamt 0,00 €/);
    await markiere(null);
    expect(await deckblatt()).toMatch(ausgezahlt);
    await widersprich(beleg?.id);
    expect(await deckblatt()).toMatch(/zurückgestellt −90,00 € Auszahlung gesamt 0,00 €/);
    await erledige(beleg?.id);
    expect(await deckblatt()).toMatch(ausgezahlt);
  });

  test("was schon in einer Zahlungsdatei steht, wird ausgezahlt, auch wenn er danach widerspricht", async () => {
    const { laufId, belegIds } = await lauf();
    await holeDatei(laufId, "ueberweisung");
    await widersprich(belegIds[0]);
    const [beleg] = await dienst.owner<{ kontaktId: number }[]>`
      select kontakt_id from archiv_beleg where id = ${belegIds[0] ?? 0}`;
    const { bytes } = await verwalter().get(
      `/abrechnung/sammelauszahlung?buchungslaufId=${laufId}&kontaktId=${beleg?.kontaktId}`,
    );
    expect((await liesPdf(bytes)).blaetter.flat().join(" ")).not.toContain("zurückgestellt");
  });
});

describe("der Widerspruch gegen eine Gutschrift", () => {
  test("steht beim Beleg, hält ihre Auszahlung auf und storniert nichts; erledigt wird doch gezahlt", async () => {
    const { laufId, belegIds, belegnummern } = await lauf();
    const [eine] = belegIds;
    const neu = await widersprich(eine);
    expect([neu.status, neu.json]).toMatchObject([
      201,
      { ...inhalt, erfasstVon: "Test verwalter", erledigtDurch: null, zahlungsdateiId: null },
    ]);
    const beleg = async () => (await mitarbeiter().get<ArchivEintragDetail>(`/abrechnung/archiv/${eine}`)).json;
    expect(await beleg()).toMatchObject({ storniertDurchId: null, widerspruch: inhalt });

    const { data } = await pruefe(laufId, "ueberweisung");
    expect(data.map((z) => [z.belegnummer, z.stand, z.gruende.map(({ code }) => code)])).toEqual([
      [belegnummern[0], "ausgelassen", ["widersprochen"]],
      [belegnummern[1], "bereit", []],
    ]);
    const erste = await holeDatei(laufId, "ueberweisung");
    expect(zahlungenIn(erste.text)).toEqual([[belegnummern[1], 500]]);

    expect([(await erledige(eine)).status, await beleg()]).toMatchObject([
      200,
      { widerspruch: { ...inhalt, ...erledigt, erledigtVon: "Test verwalter" } },
    ]);
    const zweite = await holeDatei(laufId, "ueberweisung");
    expect(zahlungenIn(zweite.text)).toEqual([[belegnummern[0], 9_000]]);
    expect((await beleg()).widerspruch?.zahlungsdateiId).toBe(zweite.datei.id);
    const eintraege = await dienst.owner`
      select aktion, benutzer_name from auditlog
      where ressource = 'archivbeleg' and ressource_id = ${String(eine)} order by id`;
    expect(eintraege.map(({ aktion }) => aktion)).toEqual(["widersprechen", "widerspruch_erledigen"]);
  });

  test("nennt die Datei, in der die Auszahlung schon steht; verworfen kommt sie in keine neue", async () => {
    const { laufId, belegIds } = await lauf();
    const { datei } = await holeDatei(laufId, "ueberweisung");
    expect((await widersprich(belegIds[0])).json.zahlungsdateiId).toBe(datei.id);
    await verwirf(datei.id);
    expect((await holeDatei(laufId, "ueberweisung")).datei).toMatchObject({ anzahl: 1, anzahlAusgelassen: 1 });
  });

  test("geht nur einmal, und einmal erledigt bleibt er es", async () => {
    const { belegIds } = await lauf();
    const [eine, andere] = belegIds;
    expect((await erledige(eine)).json.code).toBe("kein_widerspruch");
    const stati = (await Promise.all([widersprich(eine), widersprich(eine)])).map(({ status }) => status);
    expect(stati.sort()).toEqual([201, 409]);
    expect((await widersprich(eine)).json.code).toBe("schon_widersprochen");
    expect((await erledige(eine)).status).toBe(200);
    expect((await erledige(eine, { ...erledigt, erledigtDurch: "neue_vereinbarung" })).json.code).toBe(
      "schon_erledigt",
    );
    expect((await widersprich(eine)).json.code).toBe("schon_widersprochen");
    expect((await widersprich(andere)).status).toBe(201);
    await expect(dienst.owner`delete from gutschrift_widerspruch`).rejects.toThrow();
    await expect(dienst.owner`update gutschrift_widerspruch set grund = 'anders'`).rejects.toThrow();
  });

  test("hat eine Fassung, die sein ETag ist; wer eine andere gesehen hat, erledigt ihn nicht", async () => {
    const { belegIds } = await lauf();
    const [eine] = belegIds;
    const gelesen = async () => {
      const { json } = await mitarbeiter().get<ArchivEintragDetail>(`/abrechnung/archiv/${eine}`);
      return json.widerspruch;
    };
    const mitFassung = (etag: string) => verwalter().patch(pfad(eine), erledigt, { "If-Match": etag });
    const neu = await widersprich(eine);
    expect([neu.kopf.get("etag"), (await gelesen())?.version]).toEqual(['"1"', 1]);
    const fremde = await mitFassung('"99999"');
    expect([fremde.status, fremde.kopf.get("etag"), (await gelesen())?.erledigtDurch]).toEqual([412, '"1"', null]);
    const geschehen = await mitFassung('"1"');
    expect([geschehen.status, geschehen.kopf.get("etag"), (await gelesen())?.version]).toEqual([200, '"2"', 2]);
    expect((await mitFassung('"1"')).status).toBe(412);
  });

  test("trifft nur Gutschriften, die so heißen und nicht storniert sind", async () => {
    const ohneSteuer = { ...gutschrift, empfaenger: { ...person, umsatzsteuerStatus: "nicht_steuerbar" } } as const;
    const { belegIds } = await saeLauf(dienst.owner, [
      { belegart: "rechnung", nettoCent: 10_000 },
      ohneSteuer,
      gutschrift,
      { belegart: "stornogutschrift", nettoCent: -10_000, empfaenger: firma, stornoVon: 2 },
    ]);
    const antworten = await Promise.all(belegIds.map(async (id) => (await widersprich(id)).json));
    expect(antworten.map(({ code }) => code)).toEqual([
      "keine_gutschrift",
      "keine_gutschrift",
      "storniert",
      "keine_gutschrift",
    ]);
    // Its number begins as that of a Gutschrift does.
    expect(antworten[1]?.detail).toMatch(/^GS-\S+ \(Auszahlungsmitteilung\) ist keine Gutschrift;/);
    expect((await widersprich(999_999_999)).status).toBe(404);
  });

  test("nennt einen Tag zwischen Beleg und heute, die Erledigung einen danach", async () => {
    const { belegIds } = await lauf();
    const [eine] = belegIds;
    for (const am of ["2026-11-19", "2026-11-21", "2026-02-30"])
      expect((await widersprich(eine, { ...inhalt, am })).status, am).toBe(400);
    expect((await widersprich(eine)).status).toBe(201);
    for (const erledigtAm of ["2026-11-19", "2026-11-21"])
      expect((await erledige(eine, { ...erledigt, erledigtAm })).status, erledigtAm).toBe(400);
    expect((await erledige(eine, { erledigtDurch: "storno", erledigtAm: heute })).status).toBe(400);
  });

  test("zugleich mit der Datei: entweder nennt der Widerspruch sie, oder sie zahlt die Gutschrift nicht", async () => {
    for (let runde = 0; runde < 5; runde += 1) {
      const { laufId, belegIds } = await lauf();
      const [widerspruch, datei] = await Promise.all([widersprich(belegIds[0]), frageDatei(laufId, "ueberweisung")]);
      expect([widerspruch.status, datei.status]).toEqual([201, 201]);
      const inDatei = datei.json.anzahl === 2;
      expect(widerspruch.json.zahlungsdateiId).toBe(inDatei ? datei.json.id : null);
    }
  });
});
