import { createServer, type RequestListener } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { erstelleTryton } from "../../../src/uebergabe/adapter/tryton/adapter.ts";
import { deuteFehler } from "../../../src/uebergabe/adapter/tryton/rpc/fehler.ts";
import { alsBytes, alsCent, alsDezimal, alsTag } from "../../../src/uebergabe/adapter/tryton/rpc/werte.ts";
import { gleicheRundung } from "../../../src/uebergabe/adapter/tryton/steuern.ts";
import { musterSollbeleg } from "./muster.ts";

describe("Werte auf der Leitung", () => {
  test.each([
    [0, "0.00"],
    [5, "0.05"],
    [-5, "-0.05"],
    [120_050, "1200.50"],
    [-9_007_199_254_740_991, "-90071992547409.91"],
  ])("%i Cent sind %s", (cent, decimal) => {
    expect(alsDezimal(cent)).toEqual({ __class__: "Decimal", decimal });
    expect(alsCent(alsDezimal(cent))).toBe(cent);
  });
  test.each([
    ["7", 700],
    ["7.1", 710],
    ["7.1000", 710],
    ["-0.5", -50],
    ["1E+2", null],
    ["0.005", null],
  ])("%s gelesen", (decimal, cent) => expect(alsCent({ __class__: "Decimal", decimal })).toBe(cent));
  test("Tage und Bytes", () => {
    expect(alsTag("2026-02-09")).toEqual({ __class__: "date", year: 2026, month: 2, day: 9 });
    expect(alsBytes({ __class__: "bytes", base64: "JVBE\nRg==\n" })).toEqual(new TextEncoder().encode("%PDF"));
  });
});

describe("Rundung halber Cent", () => {
  const zeile = (nettoCent: number, steuersatzBp: number) => {
    const soll = musterSollbeleg("rundung", { nettoCent });
    return { ...soll.zeilen[0], text: "", positionsartId: null, erloeskonto: null, nettoCent, steuersatzBp };
  };
  test("eine Zeile, die Tryton zur geraden Zahl rundet, wird berichtigt", () =>
    expect(
      gleicheRundung({ zeilen: [zeile(150, 1900)], steuerCent: 29 }, [{ id: 7, nettoCent: 150, steuerCent: 28 }]),
    ).toEqual([{ id: 7, steuerCent: 29 }]));
  test("auch negativ, und nur die abweichende", () =>
    expect(
      gleicheRundung({ zeilen: [zeile(-150, 1900), zeile(-100, 700)], steuerCent: -36 }, [
        { id: 7, nettoCent: -150, steuerCent: -28 },
        { id: 8, nettoCent: -100, steuerCent: -7 },
      ]),
    ).toEqual([{ id: 7, steuerCent: -29 }]));
  test.each([
    ["wie im Archiv", [2, 1], []],
    ["in anderer Folge", [1, 2], []],
  ])("zwei Sätze auf dasselbe Netto, 0,10 € zu 19 %% und zu 7 %%: %s", (_name, steuern, erwartet) =>
    expect(
      gleicheRundung(
        { zeilen: [zeile(10, 1900), zeile(10, 700)], steuerCent: 3 },
        steuern.map((steuerCent, id) => ({ id, nettoCent: 10, steuerCent })),
      ),
    ).toEqual(erwartet),
  );
  test("eine andere Steuer ist keine Rundung", () =>
    expect(
      gleicheRundung({ zeilen: [zeile(10_000, 700)], steuerCent: 700 }, [
        { id: 7, nettoCent: 10_000, steuerCent: 1900 },
      ]),
    ).toBeNull());
});

describe("Fehler nach ihrer Klasse", () => {
  test.each([
    [["UserError", ["Ein Wert fehlt.", "", null]], "ungueltig", "nach_korrektur"],
    [["UserWarning", ["name_1", "Das ist überfällig.", ""]], "bestaetigung_noetig", "nach_korrektur"],
    [["ConcurrencyException", []], "beschaeftigt", "spaeter"],
    [["LoginException", ["password"]], "anmeldung", "spaeter"],
    [['could not obtain lock on row in relation "ir_sequence_strict"\n', ""], "beschaeftigt", "spaeter"],
    [["'nosuch'", ""], "ungueltig", "nach_korrektur"],
  ])("%j", (fehler, code, wiederholung) =>
    expect(deuteFehler(fehler)).toMatchObject({ ausgang: "rejected", code, wiederholung }),
  );
  test.each([
    ["[Errno 2] No such file or directory: '/var/lib/tryton/falsch.sqlite'", "No such file or directory: '…'"],
    ["C:\\tryton\\db\\x.sqlite: locked", "…: locked"],
    ["Datum 1/2 und http://x/y", "Datum 1/2 und http://x/y"],
  ])("kein Pfad des anderen Rechners: %s", (text, erwartet) =>
    expect(deuteFehler([text, ""]).ursache).toContain(erwartet),
  );
  test("der Text steht in der Ursache", () =>
    expect(deuteFehler(["UserWarning", ["name_1", "Das ist überfällig.", ""]]).ursache).toContain("überfällig"));
});

describe("Die Sitzung", () => {
  let antworte: (methode: string) => { status?: number; kopf?: Record<string, string>; text?: string } | "abriss";
  let gerufen: string[] = [];
  const bediene: RequestListener = (anfrage, antwort) => {
    let text = "";
    anfrage.on("data", (teil) => {
      text += teil;
    });
    anfrage.on("end", () => {
      const { method } = JSON.parse(text) as { method: string };
      gerufen.push(method);
      const wie = antworte(method);
      if (wie === "abriss") return antwort.destroy();
      antwort.writeHead(wie.status ?? 200, wie.kopf);
      return antwort.end(wie.text ?? "");
    });
  };
  const server = createServer(bediene);
  beforeAll(() => new Promise<void>((fertig) => server.listen(0, "127.0.0.1", fertig)));
  afterAll(() => server.close());
  beforeEach(() => {
    gerufen = [];
  });

  const ergebnis = (result: unknown) => ({ text: JSON.stringify({ id: 1, result }) });
  const angemeldet = ergebnis([2, "sitzung"]);
  const tryton = (port = (server.address() as { port: number }).port, mandantId: string | null = "1") =>
    erstelleTryton(
      { url: `http://127.0.0.1:${port}/`, datenbank: "t", benutzer: "export", geheimnis: "g", setzzeitMs: undefined },
      {
        mandantId,
        journalRechnung: null,
        journalLieferant: null,
        kontoForderungen: null,
        kontoVerbindlichkeiten: null,
        zuordnungen: [],
      },
    );
  const aufruf = () => ({ signal: AbortSignal.timeout(5_000) });
  const entwurf = ergebnis([
    { id: 1, number: null, state: "draft", untaxed_amount: { decimal: "1" }, total_amount: { decimal: "1" } },
  ]);
  const loesche = (adapter = tryton()) => adapter.loesche("1", aufruf());

  test("eine abgelaufene wird einmal erneuert, und der Aufruf gelingt", async () => {
    let abgelaufen = true;
    antworte = (methode) => {
      if (methode === "common.db.login") return angemeldet;
      if (!abgelaufen) return entwurf;
      abgelaufen = false;
      return { status: 401 };
    };
    expect((await tryton().lies(["1"], aufruf())).get("1")).toMatchObject({ zustand: "entwurf", nummer: null });
    expect(gerufen.filter((methode) => methode === "common.db.login")).toHaveLength(2);
  });

  test("wer auch dann nicht darf, ist abgelehnt und fragt nicht weiter", async () => {
    antworte = (methode) => (methode === "common.db.login" ? angemeldet : { status: 401 });
    await expect(tryton().lies(["1"], aufruf())).rejects.toMatchObject({ absage: { code: "anmeldung" } });
    expect(gerufen).toHaveLength(4);
  });

  test("ein falsches Geheimnis geht nur einmal hinaus, auch bei gleichzeitigen Aufrufen", async () => {
    antworte = () => ({ status: 401 });
    const adapter = tryton();
    const antworten = await Promise.allSettled([1, 2, 3].map(() => adapter.lies(["1"], aufruf())));
    await expect(adapter.lies(["1"], aufruf())).rejects.toMatchObject({ absage: { code: "anmeldung" } });
    expect(antworten.every(({ status }) => status === "rejected")).toBe(true);
    expect(gerufen).toEqual(["common.db.login"]);
  });

  test("eine Datenbank, die es nicht gibt, hält alles an, statt einen Beleg scheitern zu lassen", async () => {
    antworte = () => ({ text: JSON.stringify({ id: 1, error: ["'/srv/falsch.sqlite'", "Traceback"] }) });
    const abgelehnt = await loesche();
    expect(abgelehnt).toMatchObject({ ausgang: "rejected", code: "anmeldung", wiederholung: "spaeter" });
    expect(JSON.stringify(abgelehnt)).not.toContain("falsch");
  });

  test("eine gesperrte Anmeldung nennt die Wartezeit", async () => {
    antworte = () => ({ status: 429, kopf: { "retry-after": "900" } });
    const erwartet = { ausgang: "rejected", code: "gesperrt", wartezeitMs: 900_000 };
    expect(await loesche()).toMatchObject(erwartet);
  });

  const beiAenderung = (wie: ReturnType<typeof antworte>) => {
    antworte = (methode) => (methode === "common.db.login" ? angemeldet : methode.endsWith(".delete") ? wie : entwurf);
    return loesche();
  };
  test.each([
    ["502", { status: 502 }],
    ["503", { status: 503 }],
    ["504", { status: 504 }],
    ["eine unlesbare Antwort", { text: "<html>" }],
    ["ein Abriss", "abriss" as const],
  ])("%s lässt eine Änderung offen", async (_name, wie) =>
    expect(await beiAenderung(wie)).toMatchObject({ ausgang: "uncertain", phase: "loeschen" }),
  );
  test.each([
    ["429", { status: 429, kopf: { "retry-after": "7" } }, { code: "zu_viele_anfragen", wartezeitMs: 7_000 }],
    ["403", { status: 403 }, { code: "verboten" }],
    ["ein error", { text: JSON.stringify({ id: 1, error: ["UserError", ["nein", "", null]] }) }, { code: "ungueltig" }],
  ])("%s ist eine Ablehnung", async (_name, wie, erwartet) =>
    expect(await beiAenderung(wie)).toMatchObject({ ausgang: "rejected", ...erwartet }),
  );
  test("nicht erreichbar heißt: nichts gesendet", async () => {
    const zu = createServer();
    await new Promise<void>((fertig) => zu.listen(0, "127.0.0.1", fertig));
    const { port } = zu.address() as { port: number };
    await new Promise<void>((fertig) => zu.close(() => fertig()));
    expect(await loesche(tryton(port))).toMatchObject({ ausgang: "rejected", code: "nicht_gesendet" });
    expect(await tryton(port).status(aufruf())).toMatchObject({
      verbunden: false,
      problem: { code: "nicht_gesendet" },
    });
  });
  test.each([
    ["ohne Länder sagt es", [], [{ code: "laender_fehlen", text: expect.stringContaining("ohne Land angelegt") }]],
    ["mit Ländern nicht", [57], []],
  ])("ein Tryton %s", async (_name, laender, hinweise) => {
    const antworten: Record<string, unknown> = {
      "common.server.version": "6.0.27",
      "common.db.login": [2, "sitzung"],
      "model.ir.module.search_read": ["account", "account_invoice", "party"].map((name) => ({ name })),
      "model.country.country.search": laender,
    };
    antworte = (methode) => ergebnis(antworten[methode] ?? null);
    const ohneMandant = tryton(undefined, null);
    expect(await ohneMandant.status(aufruf())).toMatchObject({ angemeldet: true, problem: null, hinweise });
  });
  test("eine andere Version ist nicht bereit", async () => {
    antworte = () => ergebnis("7.0.1");
    expect(await tryton().status(aufruf())).toMatchObject({ version: "7.0.1", problem: { code: "version" } });
  });
});
