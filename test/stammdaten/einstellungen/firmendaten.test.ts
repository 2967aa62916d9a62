import { describe, expect, test } from "vitest";
import type { Firmendaten } from "../../../src/stammdaten/einstellungen/firmendaten/schema.ts";
import { administrator, dienst, mitarbeiter, mitDienst } from "../../hilfe/mitDienst.ts";

mitDienst();

const pfad = "/einstellungen/firmendaten";
const lesen = () => mitarbeiter().get<Firmendaten>(pfad);
const aendern = (body: object, kopf?: Record<string, string>) => administrator().put<Firmendaten>(pfad, body, kopf);

describe("Firmendaten", () => {
  test("eine neue Installation nennt, was zum Buchen fehlt, bis alles da ist", async () => {
    const leer = await lesen();
    expect(leer.json).toMatchObject({
      firma: null,
      treuhandkonto: null,
      datev: null,
      zahlungszielTage: 14,
      verwaltungsgebuehrSteuersatzBp: 1900,
      vollstaendig: false,
      fehlendeAngaben: ["firma", "strasse", "plz", "ort", "steuernummer", "treuhandkonto"],
    });
    expect(leer.json).not.toHaveProperty("version");

    const teil = await aendern({ firma: "Treuhand GmbH", strasse: "Am Markt", plz: "24103", ort: "Kiel" });
    expect(teil.json.fehlendeAngaben).toEqual(["steuernummer", "treuhandkonto"]);
    const ganz = await aendern({ ustId: "de 123 456 789", treuhandkonto: { iban: "DE02 1203 0000 0000 2020 51" } });
    expect(ganz.json).toMatchObject({
      ustId: "DE123456789",
      treuhandkonto: { iban: "DE02120300000000202051", bic: null, bank: null },
      vollstaendig: true,
      fehlendeAngaben: [],
    });
    expect((await aendern({ ustId: null })).json.fehlendeAngaben).toEqual(["steuernummer"]);
    expect((await aendern({ steuernummer: "19/815/08155" })).json.vollstaendig).toBe(true);
  });

  test("Gelesenes lässt sich zurücksenden; die Fassung steht nur im ETag", async () => {
    const konten = { weiterleitungskonto: null, gebuehrenkonto: "4869" };
    const datev = { berater: "1001", mandant: "1", wjBeginn: "10-01", sachkontenlaenge: 4, ...konten };
    const konto = { iban: "DE02120300000000202051", bic: "BYLADEM1001", bank: "Landesbank" };
    await aendern({ datev, geschaeftskonto: konto, glaeubigerId: "DE98 ZZZ 0999 9999 999" });
    const gelesen = await lesen();
    expect(gelesen.json).toMatchObject({ datev, geschaeftskonto: konto, glaeubigerId: "DE98ZZZ09999999999" });
    const zurueck = await aendern(gelesen.json);
    expect(zurueck.status).toBe(200);
    expect({ ...zurueck.json, geaendertAm: "" }).toEqual({ ...gelesen.json, geaendertAm: "" });

    const etag = String(zurueck.kopf.get("etag"));
    const schreibe = (website: string) => aendern({ website }, { "If-Match": etag });
    const stati = (await Promise.all([schreibe("a.example"), schreibe("b.example")])).map(({ status }) => status);
    expect(stati.sort()).toEqual([200, 412]);
    expect((await aendern({ vollstaendig: false })).json).toMatchObject({ code: "nur_lesbar" });
    expect((await aendern({ datev: null, geschaeftskonto: null })).json).toMatchObject({
      datev: null,
      geschaeftskonto: null,
    });

    const [eintrag] = await dienst.owner`
      select werte
      from auditlog left join auditwert on auditlog_id = id
      where ressource = 'firmendaten' order by id desc limit 1`;
    expect(JSON.parse(eintrag?.werte)).toEqual([
      { feld: "geschaeftskonto", alt: konto, neu: null },
      { feld: "datev", alt: datev, neu: null },
    ]);
  });

  test.each([
    [{ firma: "Treuhand ★" }, "firma"],
    [{ strasse: "東 Weg" }, "strasse"],
    [{ registergericht: "Kiel 🌾" }, "registergericht"],
    [{ geschaeftsfuehrung: "Ida Jürgensen ✉ 李" }, "geschaeftsfuehrung"],
    [{ telefon: "☎ 040 123456" }, "telefon"],
    [{ website: "www.李.de" }, "website"],
    [{ verwaltungsgebuehrSteuerbefreiungGrund: "frei ✅ § 19 UStG" }, "verwaltungsgebuehrSteuerbefreiungGrund"],
    [{ geschaeftskonto: { iban: "DE02120300000000202051", bank: "銀行" } }, "geschaeftskonto.bank"],
    [{ treuhandkonto: { iban: "DE02120300000000202051", bank: "銀行" } }, "treuhandkonto.bank"],
  ])("was auf Briefen steht, braucht Zeichen ihrer Schrift: %o", async (felder, feld) => {
    expect(await aendern(felder)).toMatchObject({
      status: 400,
      json: { errors: [{ path: feld, code: "ungueltig", message: expect.stringContaining("der Schrift der Briefe") }] },
    });
  });

  test("eine Gebühr zum Satz 0 braucht den Grund der Steuerbefreiung", async () => {
    const grund = "steuerfrei nach § 19 Abs. 1 UStG (Kleinunternehmer)";
    const feld = "verwaltungsgebuehrSteuerbefreiungGrund";
    const ohne = await aendern({ verwaltungsgebuehrSteuersatzBp: 0 });
    expect([ohne.status, ohne.json]).toMatchObject([400, { errors: [{ path: feld, code: "fehlt" }] }]);
    const mit = await aendern({ verwaltungsgebuehrSteuersatzBp: 0, [feld]: grund });
    expect([mit.status, mit.json]).toMatchObject([200, { [feld]: grund }]);
    expect((await aendern({ [feld]: null })).status).toBe(400);
    // A rate of 0 that was entered before the reason was asked for.
    await dienst.owner`update firmendaten set verwaltungsgebuehr_steuerbefreiung_grund = null`;
    expect((await lesen()).json.fehlendeAngaben).toContain(feld);
    expect((await aendern({ verwaltungsgebuehrSteuersatzBp: 1900 })).json.fehlendeAngaben).not.toContain(feld);
  });

  test.each<[object, string]>([
    [{}, ""],
    [{ version: 1, ort: "Ulm" }, "version"],
    [{ plz: "123" }, "plz"],
    [{ ustId: "DE12345678" }, "ustId"],
    [{ steuernummer: "12/34" }, "steuernummer"],
    [{ glaeubigerId: "DE97ZZZ09999999999" }, "glaeubigerId"],
    [{ treuhandkonto: { iban: "DE02120300000000202052" } }, "treuhandkonto.iban"],
    [{ treuhandkonto: { iban: "DE02120300000000202051", bic: "X" } }, "treuhandkonto.bic"],
    [{ treuhandkonto: { iban: "DE02120300000000202051", konto: "1" } }, "treuhandkonto.konto"],
    [{ datev: { berater: "1001", mandant: "1", wjBeginn: "13-01", sachkontenlaenge: 4 } }, "datev.wjBeginn"],
    [
      { datev: { berater: "1001", mandant: "1", wjBeginn: "01-01", sachkontenlaenge: 4, gebuehrenkonto: "8x" } },
      "datev.gebuehrenkonto",
    ],
    [{ website: "javascript:alert(1)" }, "website"],
    [{ website: "https://" }, "website"],
    [{ website: "auf Anfrage" }, "website"],
    [{ zahlungszielTage: 366 }, "zahlungszielTage"],
    [{ land: null }, "land"],
  ])("%o: 400 an %s", async (body, feld) => {
    expect(await aendern(body)).toMatchObject({ status: 400, json: { errors: [{ path: feld }] } });
  });

  test.each(["https://www.müller-treuhand.example/pacht?x=1", "www.treuhand.example", "treuhand.example/kontakt"])(
    "website %s",
    async (website) => {
      expect(await aendern({ website })).toMatchObject({ status: 200, json: { website } });
    },
  );
});
