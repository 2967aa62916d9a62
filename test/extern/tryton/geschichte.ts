import { writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as warte } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { meldeAn } from "../hilfe/anmelden.ts";
import { fuehreAus, type Klon, kloneMitPaketen, type Lauf, starte } from "../hilfe/klon.ts";
import { starteLeitung } from "./leitung.ts";
import { type Auftrag, type Beleg, type Buchungszeile, type Detail, type Dokument, richtungVon } from "./saetze.ts";
import { cent, einstellungen, type Tryton } from "./tryton.ts";

const anzahl = 100;
/** Far more than what comes late is late by: a busy Tryton is later still. */
const setzzeitMs = 4_000;
const fristMs = 600_000;

/** In Berlin, 'YYYY-MM-DD'. */
const tagIn = (tage: number): string =>
  new Date(Date.now() + tage * 86_400_000).toLocaleDateString("sv-SE", { timeZone: "Europe/Berlin" });

/** The whole story through our API, with service and worker as `npm start` runs them and a Tryton behind a line. */
export function erzaehle(holeTryton: () => Tryton): void {
  describe("Die Übergabe an Tryton, von Anfang bis Ende", () => {
    let tryton: Tryton;
    let leitung: Awaited<ReturnType<typeof starteLeitung>>;
    let klon: Klon;
    let lauf: Lauf;
    let hole: Awaited<ReturnType<typeof meldeAn>>;
    const hundert: Dokument[] = [];
    const weitere: Dokument[] = [];

    const sende = async <T>(methode: string, pfad: string, body?: object, erwartet = 200): Promise<T> => {
      const antwort = await hole(pfad, {
        method: methode,
        ...(body ? { headers: { "content-type": "application/json" }, body: JSON.stringify(body) } : {}),
      });
      const text = await antwort.text();
      expect(antwort.status, `${methode} ${pfad}: ${text}`).toBe(erwartet);
      return JSON.parse(text) as T;
    };
    const lies = (id: number) => sende<Detail>("GET", `/extaccounting/documents/${id}`);
    const tue = (id: number, aktion: string, body?: object) =>
      sende<Detail>("POST", `/extaccounting/documents/${id}/${aktion}`, body);

    /** A job to its end, however often the system makes it wait. */
    const arbeite = async (art: string, dokumentIds: number[]): Promise<Auftrag> => {
      const { id } = await sende<Auftrag>("POST", "/extaccounting/jobs", { art, dokumentIds }, 202);
      for (;;) {
        const auftraege = await sende<Auftrag[]>("GET", "/extaccounting/jobs");
        const auftrag = auftraege.find((einer) => einer.id === id);
        if (auftrag && !["wartend", "laufend", "angehalten"].includes(auftrag.status)) return auftrag;
        await warte(200);
      }
    };

    /** On a machine that is too busy an answer may come too late: then what a clerk would do. */
    const bringe = async (id: number, ziel: "synced" | "cancelled"): Promise<Detail> => {
      for (;;) {
        const stand = await lies(id);
        if (stand.state === ziel || stand.state === "failed") return stand;
        if (stand.nichtVor) await warte(Math.max(0, Date.parse(stand.nichtVor) - Date.now()));
        const aktion = ziel === "synced" ? "export" : "cancel";
        await tue(id, stand.state === "uncertain" ? "reconcile" : aktion);
      }
    };

    const inTryton = (dokumente: { referenz: string | null }[]) =>
      tryton.lies<Beleg>(
        "account.invoice",
        [["reference", "in", dokumente.map(({ referenz }) => referenz)]],
        [
          "number",
          "state",
          "reference",
          "type",
          "untaxed_amount",
          "total_amount",
          "cancel_move",
          "party.code",
          "party.name",
        ],
      );
    const einzigerInTryton = async (dokument: { referenz: string | null }): Promise<Beleg | undefined> => {
      const belege = await inTryton([dokument]);
      expect(belege).toHaveLength(1);
      return belege[0];
    };

    beforeAll(async () => {
      tryton = holeTryton();
      leitung = await starteLeitung(tryton.url);
      klon = kloneMitPaketen();
      lauf = await starte(klon, {
        umgebung: {
          EXTACCOUNTING_SYSTEM: "tryton",
          EXTACCOUNTING_URL: leitung.url,
          EXTACCOUNTING_DATABASE: "tryton",
          EXTACCOUNTING_USER: tryton.benutzer,
          EXTACCOUNTING_SECRET: tryton.geheimnis,
          EXTACCOUNTING_SETZZEIT_MS: String(setzzeitMs),
        },
      });
      hole = await meldeAn(lauf.basis, "administrator");
    }, fristMs);
    afterAll(async () => {
      await lauf?.beende();
      await leitung?.beende();
      klon?.loesche();
    });

    test("der Status sagt, was fehlt; nach der Zuordnung steht die Verbindung", { timeout: fristMs }, async () => {
      const vorher = await sende<{ problem: { code: string }; mandanten: { id: string; name: string }[] }>(
        "GET",
        "/extaccounting/status",
      );
      expect(vorher).toMatchObject({ system: "tryton", verbunden: false, problem: { code: "mandant" } });
      expect(vorher.mandanten).toEqual([{ id: "1", name: "Musterpacht Treuhand GmbH", waehrung: "EUR" }]);
      await sende("PUT", "/extaccounting/settings", { ...einstellungen, integrationsstart: tagIn(0) });
      await expect
        .poll(() => sende("GET", "/extaccounting/status"), { timeout: fristMs })
        .toMatchObject({ verbunden: true, version: expect.stringMatching(/^6\.0\./), problem: null });
    });

    test("ein gebuchter Lauf: hundert Belege als Auftrag", { timeout: fristMs }, async () => {
      // Within a month something falls due on whatever day this runs.
      await sende("POST", "/abrechnung/buchen", { datum: tagIn(31) }, 201);
      const offene: Dokument[] = [];
      for (let page = 1; page <= 2; page += 1)
        offene.push(
          ...(await sende<{ data: Dokument[] }>("GET", `/extaccounting/documents?state=pending&limit=100&page=${page}`))
            .data,
        );
      expect(offene.length).toBeGreaterThan(anzahl + 10);
      hundert.push(...offene.slice(0, anzahl));
      weitere.push(...offene.slice(anzahl).filter(({ belegart }) => belegart === "rechnung"));
      const beginn = performance.now();
      const auftrag = await arbeite(
        "export",
        hundert.map(({ id }) => id),
      );
      console.info(
        `${auftrag.erfolgreich} von ${auftrag.gesamt} Belegen: ${((performance.now() - beginn) / 1000).toFixed(1)} s`,
      );
      expect(auftrag).toMatchObject({ status: "abgeschlossen", gesamt: anzahl });
      for (const [i, { id }] of hundert.entries()) {
        hundert[i] = await bringe(id, "synced");
        expect(hundert[i]).toMatchObject({ state: "synced", ursache: null });
      }
    });

    test("jede Summe und jede Partei stimmt in Tryton mit dem Archiv überein", { timeout: fristMs }, async () => {
      const belege = new Map((await inTryton(hundert)).map((beleg) => [beleg.reference, beleg]));
      expect(belege.size).toBe(anzahl);
      for (const dokument of hundert) {
        const beleg = belege.get(dokument.referenz ?? "");
        const { kontaktId } = (await lies(dokument.id)).vorschau;
        expect(
          beleg && { ...beleg, netto: cent(beleg.untaxed_amount), brutto: cent(beleg.total_amount) },
        ).toMatchObject({
          state: "posted",
          number: dokument.externNummer,
          type: richtungVon(dokument),
          netto: dokument.nettoCent,
          brutto: dokument.bruttoCent,
          "party.": { code: `LM-K${kontaktId}`, name: dokument.empfaenger },
        });
      }
      expect(await tryton.zaehle("account.invoice", [["reference", "like", "LM-%-20%"]])).toBe(anzahl);
    });

    test("stornierte sind in Tryton mit einer Stornobuchung storniert", { timeout: fristMs }, async () => {
      for (const { id, referenz } of hundert.slice(0, 3)) {
        await tue(id, "cancel", { grund: "Falsch zugeordnet" });
        expect((await bringe(id, "cancelled")).state).toBe("cancelled");
        expect(await einzigerInTryton({ referenz })).toMatchObject({
          state: "cancelled",
          cancel_move: expect.any(Number),
        });
      }
    });

    test("exportierte Stornos stornieren dort ihr Original und sonst nichts", { timeout: fristMs }, async () => {
      const originale = hundert.slice(3, 6);
      await sende(
        "POST",
        "/abrechnung/stornieren",
        { archivIds: originale.map(({ id }) => id), grund: "Falscher Stichtag" },
        201,
      );
      const vorher = await tryton.zaehle("account.invoice", []);
      const stornos: Dokument[] = [];
      for (const { id } of originale) stornos.push(await lies((await lies(id)).storniertDurchId ?? 0));
      await arbeite(
        "export",
        stornos.map(({ id }) => id),
      );
      for (const { id, stornoVonId } of stornos) {
        const storno = await bringe(id, "synced");
        expect(storno).toMatchObject({ state: "synced", externNummer: expect.any(String) });
        const original = await lies(stornoVonId ?? 0);
        expect(original.state).toBe("cancelled");
        expect(await einzigerInTryton(original)).toMatchObject({ state: "cancelled", cancel_move: expect.any(Number) });
      }
      expect(await tryton.zaehle("account.invoice", [])).toBe(vorher);
    });

    test("ein Entwurf, der liegen blieb, lässt sich löschen", { timeout: fristMs }, async () => {
      const dokument = weitere[0] as Dokument;
      leitung.stoere({ wie: "vorher", methode: /invoice\.post$/ });
      expect(await tue(dokument.id, "export")).toMatchObject({ state: "uncertain", phase: "festschreiben" });
      const { nichtVor, referenz } = await lies(dokument.id);
      await warte(Math.max(0, Date.parse(nichtVor ?? "") - Date.now()));
      expect(await tue(dokument.id, "reconcile")).toMatchObject({ state: "pending", externZustand: "draft" });
      expect(await einzigerInTryton({ referenz })).toMatchObject({ state: "draft", number: null });
      expect(await tue(dokument.id, "delete")).toMatchObject({ state: "deleted" });
      expect(await inTryton([{ referenz }])).toEqual([]);
    });

    test.each([
      ["nach dem Anlegen", /invoice\.create$/, "anlegen"],
      ["nach dem Festschreiben", /invoice\.post$/, "festschreiben"],
    ])(
      "die Antwort geht %s verloren: geklärt steht er dort genau einmal",
      { timeout: fristMs },
      async (_wann, methode, phase) => {
        const { id } = weitere[phase === "anlegen" ? 1 : 2] as Dokument;
        leitung.stoere({ wie: "nachher", methode });
        expect(await tue(id, "export")).toMatchObject({ state: "uncertain", phase });
        const beleg = await bringe(id, "synced");
        expect(beleg).toMatchObject({ state: "synced", externNummer: expect.any(String) });
        expect(await einzigerInTryton(beleg)).toMatchObject({ state: "posted", number: beleg.externNummer });
      },
    );

    test("„nicht gefunden“ beweist nichts, solange die Anfrage noch ankommen kann", { timeout: fristMs }, async () => {
      const { id } = weitere[3] as Dokument;
      leitung.stoere({ wie: "spaet", methode: /invoice\.create$/, spaetMs: 500 });
      expect(await tue(id, "export")).toMatchObject({ state: "uncertain", phase: "anlegen" });
      expect(["uncertain", "pending"]).toContain((await tue(id, "reconcile")).state);
      const beleg = await bringe(id, "synced");
      expect(beleg.state).toBe("synced");
      expect(await einzigerInTryton(beleg)).toMatchObject({ state: "posted" });
    });

    test("ein ODT ist 409 kein_pdf; mit dem Bericht als PDF kommt eines", { timeout: fristMs }, async () => {
      const alt = hundert.find((dokument) => richtungVon(dokument) === "out") as Dokument;
      expect(await sende("GET", `/extaccounting/documents/${alt.id}/pdf`, undefined, 409)).toMatchObject({
        code: "kein_pdf",
      });
      const [bericht] = await tryton.lies<{ id: number }>(
        "ir.action.report",
        [["report_name", "=", "account.invoice"]],
        [],
      );
      await tryton.rufe("model.ir.action.report.write", [bericht?.id], { extension: "pdf" });
      const { id } = weitere[4] as Dokument;
      await tue(id, "export");
      const beleg = await bringe(id, "synced");
      expect(beleg.state).toBe("synced");
      const pdf = await hole(`/extaccounting/documents/${id}/pdf`);
      expect(pdf.headers.get("content-type")).toBe("application/pdf");
      const datei = path.join(klon.ordner, "rechnung.pdf");
      writeFileSync(datei, new Uint8Array(await pdf.arrayBuffer()));
      const text = fuehreAus("pdftotext", ["-layout", datei, "-"]);
      expect(text).toContain(beleg.externNummer);
      expect(text).toContain(beleg.referenz);
    });

    test("am Ende: jeder Beleg einmal, und der Saldo jeder Partei ist unserer", { timeout: fristMs }, async () => {
      const dokumente: Detail[] = [];
      for (const state of ["synced", "cancelled"])
        for (let page = 1, seiten = 1; page <= seiten; page += 1) {
          const { data, pagination } = await sende<{ data: Dokument[]; pagination: { totalPages: number } }>(
            "GET",
            `/extaccounting/documents?state=${state}&limit=100&page=${page}`,
          );
          seiten = pagination.totalPages;
          for (const { id } of data) dokumente.push(await lies(id));
        }
      const eigene = dokumente.filter(({ stornoVonId }) => stornoVonId === null);
      expect((await inTryton(eigene)).map(({ reference }) => reference).sort()).toEqual(
        eigene.map(({ referenz }) => referenz).sort(),
      );
      const unsere = new Map<string, number>();
      for (const dokument of eigene) {
        const code = `LM-K${dokument.vorschau.kontaktId}`;
        const betrag = dokument.state === "synced" ? dokument.bruttoCent : 0;
        unsere.set(code, (unsere.get(code) ?? 0) + (richtungVon(dokument) === "out" ? betrag : -betrag));
      }
      const dort = new Map<string, number>();
      const zeilen = await tryton.lies<Buchungszeile>(
        "account.move.line",
        [["account.code", "in", ["1400", "1600"]]],
        ["party.code", "debit", "credit"],
      );
      for (const { "party.": partei, debit, credit } of zeilen)
        if (partei && /^LM-K\d+$/.test(partei.code))
          dort.set(partei.code, (dort.get(partei.code) ?? 0) + cent(debit) - cent(credit));
      expect(Object.fromEntries(dort)).toEqual(Object.fromEntries(unsere));
      expect(unsere.size).toBeGreaterThan(10);
    });
  });
}
