import { setTimeout as warte } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { bucheBelege } from "../belege.ts";
import { h, mitSandkasten, naechster, umgebung } from "../mitSandkasten.ts";

mitSandkasten(60);

const aussen = async (id: number) => {
  const { referenz } = await h.lies(id);
  return umgebung.buecher<{ zustand: string; nummer: string | null; bruttoCent: number; partei: string }[]>`
    select b.zustand, b.nummer, b.brutto_cent, p.code partei
    from sandkasten_beleg b join sandkasten_partei p on p.id = b.partei_id
    where b.referenz = ${referenz} order by b.id`;
};

const inZustand: Record<string, () => Promise<number>> = {
  pending: async () => naechster(),
  synced: async () => {
    const id = naechster();
    expect((await h.tue(id, "export")).json.state).toBe("synced");
    return id;
  },
  failed: async () => {
    const id = naechster();
    await umgebung.schalte({ stoerungen: ["falsche_summen"], anzahl: 1, nur: ["anlegen"] });
    expect((await h.tue(id, "export")).json.state).toBe("failed");
    await umgebung.schalte();
    return id;
  },
  uncertain: async () => {
    const id = naechster();
    await umgebung.schalte({ stoerungen: ["verloren_nachher"], anzahl: 1, nur: ["anlegen"] });
    expect((await h.tue(id, "export")).json.state).toBe("uncertain");
    await umgebung.schalte();
    return id;
  },
  cancelled: async () => {
    const id = await (inZustand.synced as () => Promise<number>)();
    expect((await h.tue(id, "cancel", { grund: "Versehen" })).json.state).toBe("cancelled");
    return id;
  },
  deleted: async () => {
    const id = await (inZustand.entwurf as () => Promise<number>)();
    expect((await h.tue(id, "delete")).json.state).toBe("deleted");
    return id;
  },
  /** pending with an unnumbered draft outside. */
  entwurf: async () => {
    const id = naechster();
    await umgebung.schalte({ stoerungen: ["429"], anzahl: 1, nur: ["festschreiben"], retryAfterSekunden: 0 });
    expect((await h.tue(id, "export")).status).toBe(503);
    await umgebung.schalte();
    expect(await h.lies(id)).toMatchObject({ state: "pending", externId: expect.any(String), externNummer: null });
    return id;
  },
};

describe("Zustände und Aktionen", () => {
  // What each action does from each state: the new state, or the code of the 409.
  test.each([
    [
      "pending",
      { export: "synced", refresh: "zustand", reconcile: "zustand", cancel: "zustand", delete: "unveraenderlich" },
    ],
    ["entwurf", { export: "synced", refresh: "zustand", reconcile: "zustand", cancel: "zustand", delete: "deleted" }],
    [
      "synced",
      { export: "zustand", refresh: "synced", reconcile: "synced", cancel: "cancelled", delete: "unveraenderlich" },
    ],
    [
      "failed",
      { export: "failed", refresh: "zustand", reconcile: "failed", cancel: "zustand", delete: "unveraenderlich" },
    ],
    [
      "uncertain",
      { export: "zustand", refresh: "zustand", reconcile: "pending", cancel: "zustand", delete: "unveraenderlich" },
    ],
    [
      "cancelled",
      { export: "zustand", refresh: "cancelled", reconcile: "zustand", cancel: "zustand", delete: "unveraenderlich" },
    ],
    [
      "deleted",
      { export: "synced", refresh: "zustand", reconcile: "zustand", cancel: "zustand", delete: "unveraenderlich" },
    ],
  ])("aus %s", async (zustand, erwartet) => {
    for (const [aktion, folge] of Object.entries(erwartet)) {
      const id = await (inZustand[zustand] as () => Promise<number>)();
      const vorher = await h.lies(id);
      const { status, json } = await h.tue(id, aktion);
      const gelungen = ["pending", "synced", "failed", "cancelled", "deleted"].includes(folge);
      expect(
        [status, gelungen ? json.state : json.code],
        `${zustand} ${aktion}: ${json.detail ?? json.ursache}`,
      ).toEqual([gelungen ? 200 : 409, folge]);
      if (!gelungen) expect((await h.lies(id)).state).toBe(vorher.state);
      expect(vorher.erlaubteAktionen.includes(aktion), `${zustand} ${aktion}`).toBe(gelungen);
    }
  });

  test("jede Belegart steht außen mit ihrer Partei und ihren Summen", async () => {
    for (const id of Object.values(await bucheBelege(umgebung.dienst))) {
      const { json } = await h.tue(id, "export", undefined, "mitarbeiter");
      expect(json).toMatchObject({
        state: "synced",
        system: "sandkasten",
        externNummer: expect.stringMatching(/^SAND1-/),
      });
      expect(await aussen(id)).toMatchObject([{ zustand: "offen", bruttoCent: json.bruttoCent }]);
      expect(json.versuche).toMatchObject([{ aktion: "export", ausgang: "done", phase: "festschreiben" }]);
    }
  });

  test("außen gelöscht, bezahlt oder storniert: refresh und reconcile sehen es", async () => {
    const faelle = [
      [{ zustand: "storniert" }, "cancelled", "cancelled"],
      [{ zustand: "bezahlt" }, "synced", "synced"],
      [null, "deleted", "deleted"],
    ] as const;
    for (const [werte, beiRefresh, beiReconcile] of faelle)
      for (const [aktion, folge] of [
        ["refresh", beiRefresh],
        ["reconcile", beiReconcile],
      ] as const) {
        const id = await (inZustand.synced as () => Promise<number>)();
        const { externId } = await h.lies(id);
        if (werte)
          await umgebung.buecher`update sandkasten_beleg set ${umgebung.buecher(werte)} where id = ${externId}::bigint`;
        else await umgebung.buecher`delete from sandkasten_beleg where id = ${externId}::bigint`;
        expect((await h.tue(id, aktion)).json.state).toBe(folge);
      }
  });

  test("solange die Anfrage noch ankommen kann, steht im Versuch, bis wann", async () => {
    const id = naechster();
    await umgebung.schalte({ stoerungen: ["verloren_vorher"], anzahl: 1, nur: ["anlegen"] });
    expect((await h.tue(id, "export")).json.state).toBe("uncertain");
    await umgebung.schalte();
    const { json } = await h.tue(id, "reconcile");
    expect(json.state).toBe("uncertain");
    // Rounded up: whoever comes at that minute does not come too early.
    const bis = new Date(Math.ceil(Date.parse(json.nichtVor ?? "") / 60_000) * 60_000);
    const wann = new Intl.DateTimeFormat("de-DE", {
      timeZone: "Europe/Berlin",
      dateStyle: "medium",
      timeStyle: "short",
    });
    expect(json.versuche[0]).toMatchObject({
      code: "setzzeit",
      ursache: `Noch nicht entscheidbar: bis ${wann.format(bis)} Uhr kann die Anfrage außen noch ankommen. Bitte danach noch einmal klären.`,
    });
  });

  test("was außen nicht zu stornieren ist, bleibt synced mit Ursache im Versuch", async () => {
    const id = await (inZustand.synced as () => Promise<number>)();
    await umgebung.buecher`update sandkasten_beleg set zustand = 'bezahlt' where id = ${(await h.lies(id)).externId}::bigint`;
    const { status, json } = await h.tue(id, "cancel");
    expect([status, json.state]).toEqual([200, "synced"]);
    expect(json.versuche[0]).toMatchObject({ aktion: "cancel", ausgang: "rejected", code: "bezahlt" });
  });

  test("mehrere Entwürfe unter einer Referenz werden einer; mehrere festgeschriebene bleiben ein Fehler", async () => {
    const id = await (inZustand.entwurf as () => Promise<number>)();
    await umgebung.buecher`
      insert into sandkasten_beleg (mandant_id, referenz, richtung, partei_id, belegdatum, buchungsdatum, beschreibung,
        zeilen, netto_cent, brutto_cent)
      select mandant_id, referenz, richtung, partei_id, belegdatum, buchungsdatum, beschreibung, zeilen, netto_cent, brutto_cent
      from sandkasten_beleg where id = ${(await h.lies(id)).externId}::bigint`;
    expect((await h.tue(id, "export")).json.state).toBe("synced");
    expect(await aussen(id)).toHaveLength(1);
    await umgebung.buecher`
      insert into sandkasten_beleg (mandant_id, referenz, richtung, zustand, nummer, partei_id, belegdatum, buchungsdatum,
        beschreibung, zeilen, netto_cent, brutto_cent)
      select mandant_id, referenz, richtung, 'offen', 'FREMD-1', partei_id, belegdatum, buchungsdatum, beschreibung, zeilen,
        netto_cent, brutto_cent
      from sandkasten_beleg where id = ${(await h.lies(id)).externId}::bigint`;
    expect((await h.tue(id, "reconcile")).json).toMatchObject({
      state: "failed",
      ursache: expect.stringContaining("FREMD-1"),
    });
    expect((await h.tue(id, "export")).json).toMatchObject({ state: "failed" });
  });

  test("nach einem Fehlbeleg, der außen storniert wurde, nimmt der Export eine neue Referenz", async () => {
    const id = await (inZustand.failed as () => Promise<number>)();
    const { externId, referenz } = await h.lies(id);
    await umgebung.buecher`update sandkasten_beleg set zustand = 'storniert' where id = ${externId}::bigint`;
    expect((await h.tue(id, "reconcile")).json.state).toBe("failed");
    expect((await h.tue(id, "export")).json).toMatchObject({ state: "synced", referenz: `${referenz}-R2` });
  });
});

describe("Wer darf was", () => {
  test("export und reconcile alle Schreibenden, cancel und delete nur die Leitung", async () => {
    const id = await (inZustand.synced as () => Promise<number>)();
    for (const aktion of ["cancel", "delete"]) {
      expect((await h.tue(id, aktion, undefined, "mitarbeiter")).status).toBe(403);
      expect((await h.tue(id, aktion, undefined, "pruefer")).status).toBe(403);
    }
    expect((await h.tue(id, "reconcile", undefined, "mitarbeiter")).status).toBe(200);
    expect((await h.tue(id, "export", undefined, "pruefer")).status).toBe(403);
  });

  test("jede Aktion steht im Audit-Log, mit altem und neuem Zustand", async () => {
    const id = await (inZustand.cancelled as () => Promise<number>)();
    const eintraege = await umgebung.dienst.owner<{ aktion: string; werte: string }[]>`
      select aktion, werte from auditlog left join auditwert on auditlog_id = id
      where ressource = 'extaccounting_dokument' and ressource_id = ${String(id)} order by id`;
    expect(eintraege.map(({ aktion }) => aktion)).toEqual(["extern_export", "extern_cancel"]);
    expect(eintraege[1]?.werte).toContain('"alt":"synced","feld":"state","neu":"cancelled"');
    expect(eintraege[1]?.werte).toContain("Grund: Versehen");
    expect((await h.lies(id)).versuche[0]).toMatchObject({ aktion: "cancel", ursache: "Grund: Versehen" });
  });
});

describe("Derselbe Schlüssel", () => {
  const sende = (id: number) =>
    umgebung.dienst
      .als("verwalter")
      .post(`/extaccounting/documents/${id}/export`, undefined, { "idempotency-key": `e-${id}` });

  test("führt nur einmal aus und gibt dieselbe Antwort", async () => {
    const id = naechster();
    const [erste, zweite] = [await sende(id), await sende(id)];
    expect(zweite).toMatchObject({ status: 200, json: erste.json });
    expect((await h.lies(id)).versuche).toHaveLength(1);
  });

  test("zugleich: solange die erste Anfrage handelt, läuft der Schlüssel, danach gibt es ihre Antwort", async () => {
    const id = naechster();
    await umgebung.schalte({ stoerungen: ["langsam"], anzahl: 1, nur: ["anlegen"] });
    const erste = sende(id);
    while ((await h.lies(id)).versuche[0]?.phase !== "anlegen") await warte(5);
    expect(await sende(id)).toMatchObject({ status: 409, json: { code: "idempotenz_laeuft" } });
    expect((await erste).status).toBe(200);
    expect(await sende(id)).toMatchObject({ status: 200, json: (await erste).json });
    expect((await h.lies(id)).versuche).toHaveLength(1);
    await umgebung.schalte();
  });
});
