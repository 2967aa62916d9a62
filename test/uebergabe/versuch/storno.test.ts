import { describe, expect, test } from "vitest";
import { adapterFuer } from "../../../src/uebergabe/adapter/waehle.ts";
import { erstelleVerbindung } from "../../../src/uebergabe/verbindung/verbindung.ts";
import { fuehreAus } from "../../../src/uebergabe/versuch/fuehreAus.ts";
import { saeKonto } from "../../hilfe/saat.ts";
import { storniereImArchiv } from "../belege.ts";
import { h, mitSandkasten, naechster, umgebung } from "../mitSandkasten.ts";

mitSandkasten(20);

const uebergeben = async (): Promise<number> => {
  const id = naechster();
  expect((await h.tue(id, "export")).json.state).toBe("synced");
  return id;
};
const aussen = (id: string | null) =>
  umgebung.buecher<{ zustand: string; storniertDurch: string | null }[]>`
    select zustand, storniert_durch from sandkasten_beleg where id = ${id}::bigint`;
const anzahlAussen = async (): Promise<number> => {
  const [zeile] = await umgebung.buecher<{ n: number }[]>`select count(*) n from sandkasten_beleg`;
  return zeile?.n ?? 0;
};

describe("Storno im Archiv", () => {
  test("eines nie übergebenen Belegs: beide werden übersprungen", async () => {
    const id = naechster();
    const storno = await storniereImArchiv(umgebung.dienst, id);
    for (const einer of [id, storno]) {
      expect(await h.lies(einer)).toMatchObject({ state: "pending", uebersprungen: true });
      expect((await h.tue(einer, "export")).json).toMatchObject({ status: 409, code: "uebersprungen" });
    }
  });

  test("eines übergebenen Belegs: sein Export storniert ihn außen und trägt dessen Nummer", async () => {
    const id = await uebergeben();
    const vorher = await anzahlAussen();
    const storno = await storniereImArchiv(umgebung.dienst, id);
    const { json } = await h.tue(storno, "export");
    expect(json).toMatchObject({ state: "synced", externNummer: expect.stringMatching(/^SANDST1-/) });
    expect(await h.lies(id)).toMatchObject({ state: "cancelled", externId: json.externId });
    expect(await aussen(json.externId)).toEqual([{ zustand: "storniert", storniertDurch: json.externNummer }]);
    expect(await anzahlAussen()).toBe(vorher);
    expect((await h.tue(id, "cancel")).status).toBe(409);
    for (const aktion of ["refresh", "reconcile"]) expect((await h.tue(storno, aktion)).json.state).toBe("synced");
    expect((await h.tue(storno, "cancel")).json.code).toBe("storno");
  });

  test("ist der Beleg außen schon storniert, übernimmt der Storno diese Nummer", async () => {
    const id = await uebergeben();
    expect((await h.tue(id, "cancel")).json.state).toBe("cancelled");
    const storno = await storniereImArchiv(umgebung.dienst, id);
    const { json } = await h.tue(storno, "export");
    expect(json).toMatchObject({ state: "synced", externNummer: expect.stringMatching(/^SANDST1-/) });
  });

  describe("hält das System einen Beleg über 0 für bezahlt", () => {
    const setze = (externId: string | null, zustand: string) =>
      umgebung.buecher`update sandkasten_beleg set zustand = ${zustand} where id = ${externId}::bigint`;

    /** A document over 0 that is handed over and counts as paid outside, and its Storno. */
    const beglichener = async () => {
      const { dienst } = umgebung;
      const konto = await saeKonto(dienst.owner, "2026-11-20", {
        pachtbeginn: "2025-10-01",
        positionen: [
          { positionsartId: 1, betragCent: 10_000 },
          { positionsartId: 1, betragCent: -10_000 },
        ],
      });
      const { status } = await dienst
        .als("verwalter")
        .post("/abrechnung/buchen", { datum: "2026-11-20", auswahl: [konto] });
      expect(status).toBe(201);
      const [rechnung] = await dienst.owner<{ id: number }[]>`
        select id from archiv_beleg where pachtkonto_id = ${konto} and belegart = 'rechnung'`;
      const id = Number(rechnung?.id);
      const { json: original } = await h.tue(id, "export");
      expect(original).toMatchObject({ state: "synced", bruttoCent: 0 });
      await setze(original.externId, "bezahlt");
      return { id, original, storno: await storniereImArchiv(dienst, id) };
    };
    const verliereAntwort = async (storno: number) => {
      await umgebung.schalte({ stoerungen: ["verloren_nachher"], anzahl: 1, nur: ["anlegen"] });
      expect((await h.tue(storno, "export")).json).toMatchObject({ state: "uncertain", phase: "anlegen" });
    };

    test("nimmt ihn der Storno dort als Gutschrift zurück", async () => {
      const { id, original, storno } = await beglichener();
      const vorher = await anzahlAussen();
      const { json } = await h.tue(storno, "export");
      expect(json, String(json.ursache)).toMatchObject({ state: "synced", externNummer: expect.any(String) });
      expect([json.externId === original.externId, await anzahlAussen()]).toEqual([false, vorher + 1]);
      for (const aktion of ["refresh", "reconcile"]) expect((await h.tue(storno, aktion)).json.state).toBe("synced");
      expect((await h.tue(id, "cancel")).json.code).toBe("storno_uebertragen");
      expect(await anzahlAussen()).toBe(vorher + 1);
    });

    test("ging dabei die Antwort verloren, findet der Abgleich den Entwurf, und er lässt sich löschen", async () => {
      const { storno } = await beglichener();
      const vorher = await anzahlAussen();
      await verliereAntwort(storno);
      const { json } = await h.tue(storno, "reconcile");
      expect(json).toMatchObject({ state: "pending", externId: expect.any(String), externZustand: "entwurf" });
      expect(await anzahlAussen()).toBe(vorher + 1);
      expect((await h.tue(storno, "delete")).json.state).toBe("deleted");
      expect(await aussen(json.externId)).toEqual([]);
    });

    test("ist er inzwischen wieder offen, geht der Entwurf, bevor er storniert wird", async () => {
      const { id, original, storno } = await beglichener();
      await verliereAntwort(storno);
      const entwurf = (await h.tue(storno, "reconcile")).json.externId;
      await setze(original.externId, "offen");
      const { json } = await h.tue(storno, "export");
      expect(json, String(json.ursache)).toMatchObject({ state: "synced", externId: original.externId });
      expect((await h.lies(id)).state).toBe("cancelled");
      expect(await aussen(entwurf)).toEqual([]);
    });

    test("ist er wieder offen, während die Gutschrift schon eine Nummer hat, bleibt es bei ihr", async () => {
      const { id, original, storno } = await beglichener();
      await verliereAntwort(storno);
      const { externId } = (await h.tue(storno, "reconcile")).json;
      await umgebung.buecher`
        update sandkasten_beleg set zustand = 'offen', nummer = 'VON-HAND' where id = ${externId}::bigint`;
      await setze(original.externId, "offen");
      expect((await h.tue(storno, "export")).json).toMatchObject({ state: "synced", externId });
      expect((await h.lies(id)).state).toBe("synced");
    });
  });

  test("was der Dienst schon übergeben hat, nennt die Antwort des Stornos", async () => {
    const id = await uebergeben();
    const { json } = await umgebung.dienst
      .als("verwalter")
      .post<{ extern: { archivId: number }[] }>("/abrechnung/stornieren", { archivIds: [id], grund: "Falsch" });
    expect(json.extern.map(({ archivId }) => archivId)).toEqual([id]);
  });

  test("ein ungeklärter Beleg hält seinen Storno auf; ein ungeklärter Storno das Stornieren des Belegs", async () => {
    const unklar = naechster();
    await umgebung.schalte({ stoerungen: ["verloren_nachher"], anzahl: 1, nur: ["festschreiben"] });
    expect((await h.tue(unklar, "export")).json).toMatchObject({ state: "uncertain", phase: "festschreiben" });
    const wartet = await storniereImArchiv(umgebung.dienst, unklar);
    expect((await h.tue(wartet, "export")).json.code).toBe("original_ungeklaert");
    expect((await h.tue(unklar, "reconcile")).json.state).toBe("synced");

    const id = await uebergeben();
    const storno = await storniereImArchiv(umgebung.dienst, id);
    await umgebung.schalte({ stoerungen: ["verloren_nachher"], anzahl: 1, nur: ["stornieren"] });
    expect((await h.tue(storno, "export")).json).toMatchObject({ state: "uncertain", phase: "stornieren" });
    expect((await h.tue(id, "cancel")).json.code).toBe("storno_uebertragen");
    expect((await h.tue(storno, "reconcile")).json.state).toBe("synced");
    expect((await h.lies(id)).state).toBe("cancelled");
  });

  test("storniert das System nicht, wird der Storno dort eine Gutschrift, und nie beides", async () => {
    const id = await uebergeben();
    const storno = await storniereImArchiv(umgebung.dienst, id);
    const vorher = await anzahlAussen();
    const uhr = () => new Date();
    const { config, sql } = umgebung.dienst.deps;
    const verbindung = erstelleVerbindung(sql, config, uhr, console.error, (system) => (zugang, einstellungen) => {
      const adapter = adapterFuer(system)(zugang, einstellungen);
      return { ...adapter, faehigkeiten: { ...adapter.faehigkeiten, storno: false } };
    });
    const [benutzer] = await umgebung.dienst.owner<{ id: number }[]>`select id from benutzer limit 1`;
    const urheber = { akteur: { id: Number(benutzer?.id), name: "Test" }, anfrageId: null };
    const dienst = { sql, verbindung, uhr };
    await expect(fuehreAus(dienst, urheber, id, "cancel")).rejects.toMatchObject({ code: "nicht_unterstuetzt" });
    await fuehreAus(dienst, urheber, storno, "export");
    const beleg = await h.lies(storno);
    expect(beleg).toMatchObject({ state: "synced", externNummer: expect.stringMatching(/^SAND1-/) });
    expect(beleg.bruttoCent).toBeLessThan(0);
    expect(await anzahlAussen()).toBe(vorher + 1);
    expect((await h.lies(id)).state).toBe("synced");
    // Also after the system has learnt to cancel.
    expect((await h.tue(id, "cancel")).json.code).toBe("storno_uebertragen");
  });
});

describe("Start der Übergabe und Sperre", () => {
  test("ältere Belege sind legacy und gehen nur bestätigt hinaus", async () => {
    const id = naechster();
    const admin = umgebung.dienst.als("administrator");
    expect((await admin.put("/extaccounting/settings", { integrationsstart: "2026-12-01" })).status).toBe(200);
    expect((await h.lies(id)).state).toBe("legacy");
    const { json: liste } = await admin.get<{ pagination: { total: number } }>(
      "/extaccounting/documents?state=pending",
    );
    expect(liste.pagination.total).toBe(0);
    expect((await h.tue(id, "export")).json.code).toBe("bestaetigung_noetig");
    expect((await h.tue(id, "export", { bestaetigt: true })).json.state).toBe("synced");
    await admin.put("/extaccounting/settings", { integrationsstart: null });
  });

  test("gesperrt markierte Archivkonten bleiben draußen", async () => {
    const id = naechster();
    const [zeile] = await umgebung.dienst.owner`select archivkonto_id id from archiv_beleg where id = ${id}`;
    const markiere = (markierung: string | null) =>
      umgebung.dienst.als("mitarbeiter").patch(`/abrechnung/archiv-konten/${zeile?.id}/markierung`, { markierung });
    expect((await markiere("gesperrt")).status).toBe(200);
    expect(await h.lies(id)).toMatchObject({ gesperrt: true });
    expect((await h.tue(id, "export")).json.code).toBe("gesperrt");
    await markiere(null);
    expect((await h.tue(id, "export")).json.state).toBe("synced");
  });
});
