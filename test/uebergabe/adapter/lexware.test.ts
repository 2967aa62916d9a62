import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { erstelleLexware, lexwareMitAbstand } from "../../../src/uebergabe/adapter/lexware/adapter.ts";
import type { Adapter, Einstellungen, ErstelleAdapter } from "../../../src/uebergabe/adapter/typen.ts";
import { starteLexware } from "./lexwareServer.ts";
import { musterSollbeleg } from "./muster.ts";
import { pruefeVertrag } from "./vertrag.ts";

const schluessel = "lexware-schluessel";
const kategorie = "8f8664a1-fd86-11e1-a21f-0800200c9a66";
const spaetMs = 200;

const einstellungen = (mandantId: string): Einstellungen => ({
  mandantId,
  journalRechnung: null,
  journalLieferant: null,
  kontoForderungen: null,
  kontoVerbindlichkeiten: null,
  zuordnungen: [{ richtung: "lieferant", positionsartId: null, steuersatzBp: null, konto: kategorie, steuer: null }],
});

const verbinde = (erstelle: ErstelleAdapter, server: { url: string; mandantId: string }, geheimnis = schluessel) =>
  erstelle(
    { url: server.url, datenbank: null, benutzer: null, geheimnis, setzzeitMs: undefined },
    einstellungen(server.mandantId),
  );

const aufruf = () => ({ signal: AbortSignal.timeout(5_000) });

pruefeVertrag("Lexware Office (Nachbildung der Dokumentation)", async () => {
  const server = await starteLexware(schluessel);
  let nr = 0;
  return {
    adapter: verbinde(lexwareMitAbstand(1), server),
    sollbeleg: (mehr) => {
      nr += 1;
      return musterSollbeleg(nr, mehr);
    },
    zaehle: async ({ referenz }) => server.zaehle(referenz),
    zaehleParteien: async ({ name }) => server.zaehleKontakte(name),
    async stoere(wie, tue) {
      server.stoere({ wie, spaetMs });
      await tue(aufruf());
      server.stoere(undefined);
    },
    spaetestensMs: 20 * spaetMs,
    beende: () => server.beende(),
  };
});

describe("Lexware Office", () => {
  let server: Awaited<ReturnType<typeof starteLexware>>;
  beforeAll(async () => {
    server = await starteLexware(schluessel, { jeSekunde: 1 });
  });
  afterAll(() => server.beende());

  test("hält zwei Anfragen in der Sekunde ein", async () => {
    const adapter = verbinde(erstelleLexware, server);
    const zeiten: number[] = [];
    const echt = globalThis.fetch;
    const fetch = vi.spyOn(globalThis, "fetch").mockImplementation((...argumente) => {
      zeiten.push(performance.now());
      return echt(...argumente);
    });
    await Promise.allSettled(Array.from({ length: 4 }, () => adapter.mandanten(aufruf())));
    fetch.mockRestore();
    expect(zeiten).toHaveLength(4);
    // Measured a moment after the line looked at the clock, which on a busy machine is a long one.
    for (const [i, zeit] of zeiten.slice(1).entries()) expect(zeit - (zeiten[i] ?? 0)).toBeGreaterThan(400);
  });

  test("zu schnell ist eine Ablehnung mit der Wartezeit, die genannt wird", async () => {
    const adapter = verbinde(lexwareMitAbstand(0), server);
    const antworten = await Promise.allSettled(Array.from({ length: 5 }, () => adapter.mandanten(aufruf())));
    const abgelehnt = antworten.filter((antwort) => antwort.status === "rejected");
    expect(abgelehnt[0]?.reason).toMatchObject({ absage: { code: "zu_viele_anfragen", wartezeitMs: 2000 } });
  });

  test("wer nicht mehr drankommt, hat nichts gesendet", async () => {
    const adapter = verbinde(lexwareMitAbstand(60_000), server);
    await adapter.status(aufruf());
    const vorher = server.anfragen();
    const ausgang = await adapter.sorgeFuerPartei(musterSollbeleg("spaet").partei, { signal: AbortSignal.timeout(20) });
    expect(ausgang).toMatchObject({ ausgang: "rejected", code: "nicht_gesendet" });
    expect(server.anfragen()).toBe(vorher);
  });
});

describe("Lexware Office, Status und Angaben", () => {
  let server: Awaited<ReturnType<typeof starteLexware>>;
  beforeAll(async () => {
    server = await starteLexware(schluessel);
  });
  afterAll(() => server.beende());

  test("falscher Schlüssel, fremde Organisation, nicht erreichbar", async () => {
    const mit = (ziel: { url: string; mandantId: string }, geheimnis?: string) =>
      verbinde(lexwareMitAbstand(1), ziel, geheimnis).status(aufruf());
    expect(await mit(server, "falsch")).toMatchObject({ angemeldet: false, problem: { code: "anmeldung" } });
    expect(await mit({ ...server, mandantId: "andere" })).toMatchObject({ problem: { code: "mandant" } });
    const weg = await starteLexware(schluessel);
    await weg.beende();
    expect(await mit(weg)).toMatchObject({ verbunden: false, problem: { code: "nicht_gesendet" } });
  });

  test("in den Büchern einer anderen Organisation wird nichts gesucht und nichts angelegt", async () => {
    const soll = musterSollbeleg("fremd");
    const adapter = verbinde(lexwareMitAbstand(1), { ...server, mandantId: "andere" });
    const fremd = { code: "anmeldung", ursache: expect.stringContaining("andere") };
    expect(await adapter.sorgeFuerPartei(soll.partei, aufruf())).toMatchObject(fremd);
    expect(await adapter.lege(soll, kategorie, aufruf())).toMatchObject(fremd);
    await expect(adapter.lies([`invoices/${kategorie}`], aufruf())).rejects.toMatchObject({ absage: fremd });
    await expect(adapter.pdf(`invoices/${kategorie}`, aufruf())).rejects.toMatchObject({ absage: fremd });
    const suche = { ...soll, nummer: null };
    await expect(adapter.suche(suche, aufruf())).rejects.toMatchObject({ absage: fremd });
    expect([server.zaehle(soll.referenz), server.zaehleKontakte(soll.partei.name)]).toEqual([0, 0]);
    // Whoever chooses the organisation still hears which one it is.
    expect(await adapter.mandanten(aufruf())).toMatchObject([{ id: server.mandantId }]);
  });

  test("ohne seinen Kontakt ist ein Beleg nicht fort", async () => {
    const soll = musterSollbeleg("kontaktlos");
    const adapter = verbinde(lexwareMitAbstand(1), server);
    const partei = await adapter.sorgeFuerPartei(soll.partei, aufruf());
    const beleg = await adapter.lege(soll, partei.ausgang === "done" ? partei.wert.id : "", aufruf());
    const id = beleg.ausgang === "done" ? beleg.wert.id : "";
    server.loescheKontakte();
    const gelesen = await verbinde(lexwareMitAbstand(1), server).lies([id], aufruf());
    expect(gelesen.get(id)).toMatchObject({ id, zustand: "offen", bruttoCent: soll.bruttoCent, parteiCode: null });
  });

  test("heißt der Kontakt dort inzwischen anders, wird der Beleg doch gefunden", async () => {
    const soll = musterSollbeleg("UMBENANNT");
    const partei = async (adapter: Adapter) => {
      const ausgang = await adapter.sorgeFuerPartei(soll.partei, aufruf());
      return ausgang.ausgang === "done" ? ausgang.wert.id : "";
    };
    const erster = verbinde(lexwareMitAbstand(1), server);
    await erster.lege(soll, await partei(erster), aufruf());
    server.benenneKontakteUm("Von der Buchhalterin berichtigt");
    // Another process makes the party once more, for a later document.
    const zweiter = verbinde(lexwareMitAbstand(1), server);
    await partei(zweiter);
    const suche = { ...soll, nummer: null };
    expect(await zweiter.suche(suche, aufruf())).toMatchObject({ fund: "one", beleg: { referenz: soll.referenz } });
  });

  test("unter einer Adresse, die es nicht gibt, ist kein Beleg fort", async () => {
    const adapter = verbinde(lexwareMitAbstand(1), { ...server, url: `${server.url}/daneben` });
    const weg = { absage: { code: "nicht_gesendet", wiederholung: "spaeter" } };
    await expect(adapter.lies([`invoices/${kategorie}`], aufruf())).rejects.toMatchObject(weg);
  });

  test("ohne Buchungskategorie entsteht kein Beleg an Verpächter", async () => {
    const adapter = lexwareMitAbstand(1)(
      { url: server.url, datenbank: null, benutzer: null, geheimnis: schluessel, setzzeitMs: undefined },
      { ...einstellungen(server.mandantId), zuordnungen: [] },
    );
    const soll = musterSollbeleg("ohne", { richtung: "lieferant" });
    expect(await adapter.lege(soll, kategorie, aufruf())).toMatchObject({ ausgang: "rejected", code: "ungueltig" });
  });

  test("halbe Cent je Zeile: die Zeilen eines Eingangs ergeben genau die Summe des Belegs", async () => {
    const adapter = verbinde(lexwareMitAbstand(1), server);
    const muster = musterSollbeleg("cent", { richtung: "lieferant", nettoCent: 450 });
    const zeile = muster.zeilen[0];
    const soll = { ...muster, zeilen: [1, 2, 3].flatMap(() => (zeile ? [{ ...zeile, nettoCent: 150 }] : [])) };
    const partei = await adapter.sorgeFuerPartei(soll.partei, aufruf());
    const id = partei.ausgang === "done" ? partei.wert.id : "";
    expect(await adapter.lege(soll, id, aufruf())).toMatchObject({ ausgang: "done", wert: { bruttoCent: 536 } });
  });

  test("das PDF kommt Byte für Byte, ein Eingang hat keines", async () => {
    const adapter = verbinde(lexwareMitAbstand(1), server);
    const lege = async (richtung: "rechnung" | "lieferant") => {
      const soll = musterSollbeleg(`pdf-${richtung}`, { richtung });
      const partei = await adapter.sorgeFuerPartei(soll.partei, aufruf());
      const beleg = await adapter.lege(soll, partei.ausgang === "done" ? partei.wert.id : "", aufruf());
      return beleg.ausgang === "done" ? beleg.wert.id : "";
    };
    const pdf = await adapter.pdf(await lege("rechnung"), aufruf());
    expect(new TextDecoder().decode(pdf?.inhalt)).toBe("%PDF-1.7 ü");
    expect(await adapter.pdf(await lege("lieferant"), aufruf())).toBeNull();
  });
});
