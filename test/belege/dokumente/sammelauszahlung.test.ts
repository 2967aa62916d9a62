import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { layoutSammelauszahlung, type SammelBeleg } from "../../../src/belege/dokumente/sammelauszahlung/layout.ts";
import { buche, storniere } from "../../hilfe/abrechnung.ts";
import { jpeg, png } from "../../hilfe/bilder.ts";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { administrator, dienst, heute, konto, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";
import { aussteller, firma, person, texte, wortlaut } from "../../hilfe/musterbrief.ts";
import { verletztePdfuaRegeln } from "../briefe/pdf/pdfuaRegeln.ts";
import { holeDatei } from "../zahlungsdateien/dateien.ts";

let laufId = "";

const ladeLogo = async (bytes: Uint8Array, typ: string) => {
  const formular = new FormData();
  formular.append("datei", new File([new Uint8Array(bytes)], "logo", { type: typ }));
  expect((await administrator().post("/einstellungen/logo", formular)).status).toBe(201);
};

const pfad = (kontaktId: number, lauf = laufId) =>
  `/abrechnung/sammelauszahlung?buchungslaufId=${lauf}&kontaktId=${kontaktId}`;

mitDienst({ stammdaten: true });

beforeAll(async () => {
  await ladeLogo(png(30, 10, [15, 84, 92]), "image/png");
  for (const kontonummer of ["S-1", "S-2", "S-3"])
    await konto({ kontonummer, verpaechter: [[kontonummer === "S-3" ? 5 : 4, null, null]] });
  await dienst.owner`
    insert into patchobjekt (bezeichnung, objektart, pachtkonto_id)
    select o.bezeichnung, o.objektart, k.id
    from (values ('S-1', 'Acker', 'acker'), ('S-1', 'Wiese', 'gruenland'), ('S-2', 'Acker', 'acker'),
      ('S-2', 'Scheune', 'gewerbe')) o (kontonummer, bezeichnung, objektart)
    join pachtkonto k using (kontonummer)`;
  laufId = (await buche(heute)).id;
});

describe("die Sammelauszahlung eines Verpächters", () => {
  test("fasst die Belege eines Verpächters zusammen, jedes Mal dieselben Bytes, als Export protokolliert", async () => {
    const antwort = await pruefer().get(pfad(4));
    expect(antwort.status, antwort.text).toBe(200);
    expect(antwort.kopf.get("content-type")).toBe("application/pdf");
    expect(await verletztePdfuaRegeln(antwort.bytes)).toEqual([]);
    const woerter = (await liesPdf(antwort.bytes)).blaetter.flat();
    for (const wort of ["S-1", "S-2", "Dora Wolf", "Auszahlung gesamt"]) expect(woerter).toContain(wort);
    expect(woerter).not.toContain("S-3");
    const [summe] = await dienst.owner<{ cent: number }[]>`
      select sum(auszahlung_cent)::bigint cent from archiv_beleg where buchungslauf_id = ${laufId} and kontakt_id = 4`;
    expect(woerter).toContain(`${(Number(summe?.cent) / 100).toLocaleString("de-DE", { minimumFractionDigits: 2 })} €`);
    expect((await pruefer().get(pfad(4))).bytes).toEqual(antwort.bytes);
    // Only its headers: nothing leaves the house.
    expect((await dienst.frage("pruefer", "head", pfad(4))).status).toBe(200);
    const eintraege = await dienst.owner`
      select benutzer_name from auditlog where aktion = 'export' and ressource_id = ${laufId}`;
    expect(eintraege).toHaveLength(2);
  });

  test("nennt die Zeit seiner Zeilen, wie sein Schreiben, der Kontoauszug und der Zweck der Überweisung", async () => {
    const id = await konto({ kontonummer: "S-5", pachtbeginn: "2025-10-01" });
    await dienst.owner`
      update pachtkonto_beteiligter set gueltig_bis = '2026-03-31' where pachtkonto_id = ${id} and kontakt_id = 4`;
    await dienst.owner`
      insert into pachtkonto_beteiligter (pachtkonto_id, kontakt_id, rolle, gueltig_von)
      values (${id}, 5, 'verpaechter', '2026-04-01')`;
    await dienst.owner`update kontakt set bank_bestaetigt_am = '2026-01-15' where id = 4`;
    const lauf = (await buche(heute, [id])).id;
    const seine = "01.10.2025–31.03.2026";
    const [gutschrift] = await dienst.owner<{ id: number }[]>`
      select id from archiv_beleg where buchungslauf_id = ${lauf} and kontakt_id = 4 and belegart = 'gutschrift'`;
    for (const ziel of [`/abrechnung/archiv/${gutschrift?.id}/pdf`, pfad(4, lauf)]) {
      const woerter = (await liesPdf((await dienst.als("verwalter").get(ziel)).bytes)).blaetter.flat().join(" ");
      expect(woerter, ziel).toContain(seine);
      expect(woerter, ziel).not.toContain("30.09.2026");
    }
    const [archivkonto] = await dienst.owner<{ id: number }[]>`
      select id from archivkonto where buchungslauf_id = ${lauf}`;
    const auszug = await dienst.als("verwalter").get(`/abrechnung/archiv-konten/${archivkonto?.id}/pdf`);
    expect((await liesPdf(auszug.bytes)).blaetter.flat().join(" ")).toContain(`Verpächterabrechnung, ${seine}`);
    const { text } = await holeDatei(lauf, "ueberweisung");
    expect(text).toMatch(/<Ustrd>GS-\d{4}-\d{6} S-5 01\.10\.2025-31\.03\.2026<\/Ustrd>/);
    const storno = await storniere({ buchungslaufId: lauf, pachtkontoIds: [id], grund: "falscher Betrag" });
    expect(storno.status, storno.text).toBe(201);
    const danach = await liesPdf((await pruefer().get(pfad(4, lauf))).bytes);
    expect(danach.blaetter.flat().join(" ")).toContain("zur Zahlung gegeben");
  });

  test("404 bei einem Pächter, unbekanntem Kontakt und unbekanntem Lauf, 409 bei einem nicht abgeschlossenen", async () => {
    const verwalter = dienst.als("verwalter");
    for (const ziel of [pfad(1), pfad(999_999), pfad(4, "00000000-0000-4000-8000-000000000000")])
      expect((await verwalter.get(ziel)).status, ziel).toBe(404);
    const [lauf] = await dienst.owner<{ id: string }[]>`
      insert into buchungslauf (datum, status, belegdatum, benutzer_name, beendet_am, fehler)
      values (${heute}, 'fehlgeschlagen', ${heute}, 'Test', now(), 'Test') returning id`;
    expect(await verwalter.get(pfad(4, lauf?.id))).toMatchObject({
      status: 409,
      json: { code: "lauf_nicht_abgeschlossen" },
    });
  });

  test("ein Name, der sich nicht drucken lässt, ist 409 mit dem Grund, und protokolliert wird nichts", async () => {
    const vorher = await dienst.owner`select from auditlog where aktion = 'export'`;
    await dienst.owner`update kontakt set nachname = '山田' where id = 5`;
    await konto({ kontonummer: "S-4", verpaechter: [[5, null, null]] });
    const { id } = await buche(heute);
    const antwort = await dienst.als("verwalter").get<{ code: string; detail: string }>(pfad(5, id));
    expect(antwort).toMatchObject({ status: 409, json: { code: "pdf_nicht_erstellbar" } });
    expect(antwort.json.detail).toContain("U+5C71");
    expect(await dienst.owner`select from auditlog where aktion = 'export'`).toHaveLength(vorher.length);
  });
});

describe("was ein später erstelltes Schreiben zeigt", () => {
  const briefe = () => dienst.owner<{ id: number; kontonummer: string; belegart: string }[]>`
    select id, kontonummer, belegart from archiv_beleg where buchungslauf_id = ${laufId} order by id`;

  test("das Logo der Buchung, was auch immer inzwischen eingestellt ist", async () => {
    const [erster, zweiter, dritter] = await briefe();
    const bilder = async (id: number | undefined) =>
      (await liesPdf((await dienst.als("verwalter").get(`/abrechnung/archiv/${id}/pdf`)).bytes)).bilder;
    // A PNG with transparency is an image and its mask, a JPEG an image alone.
    expect(await bilder(erster?.id)).toBe(2);
    await ladeLogo(jpeg, "image/jpeg");
    expect(await bilder(zweiter?.id)).toBe(2);
    expect((await administrator().delete("/einstellungen/logo", { "If-Match": '"2"' })).status).toBe(204);
    expect(await bilder(dritter?.id)).toBe(2);
    const stand = await dienst.owner`select sha256 from archiv_logo`;
    expect(stand).toEqual([
      {
        sha256: createHash("sha256")
          .update(png(30, 10, [15, 84, 92]))
          .digest("hex"),
      },
    ]);
    for (const befehl of [
      "update archiv_logo set breite = 1",
      "delete from archiv_logo",
      "truncate archiv_logo cascade",
    ]) {
      await expect(dienst.owner.unsafe(befehl)).rejects.toThrow("unveränderlich");
      await expect(dienst.sql.unsafe(befehl)).rejects.toMatchObject({ code: "42501" });
    }
  });

  test("§ 587 BGB nur, wo bei der Buchung allein Landpacht verpachtet war", async () => {
    await dienst.owner`update patchobjekt set objektart = 'wald'`;
    for (const { id, kontonummer, belegart } of await briefe()) {
      if (belegart !== "rechnung") continue;
      const { bytes } = await dienst.als("verwalter").get(`/abrechnung/archiv/${id}/pdf`);
      const woerter = (await liesPdf(bytes)).blaetter.flat().join(" ");
      expect(woerter.includes("(§ 587 Abs. 1 BGB)"), kontonummer).toBe(kontonummer === "S-1");
      expect(woerter.includes("gemäß Vertrag"), kontonummer).toBe(kontonummer !== "S-1");
    }
  });
});

describe("das Deckblatt", () => {
  const beleg = (i: number): SammelBeleg => ({
    belegnummer: `GS-2026-${String(i).padStart(6, "0")}`,
    istStorno: false,
    istStorniert: false,
    istInDatei: false,
    zurueckgestellt: null,
    kontonummer: `PK-${String(i).padStart(6, "0")}`,
    kontobezeichnung: "Ackerland Süderholz, Flur 3, hinter dem alten Bahndamm",
    leistungVon: "2026-10-01",
    leistungBis: "2027-09-30",
    zahlbarBis: "2026-12-04",
    bruttoCent: 120_000 + i,
    gebuehrNummer: `GB-2026-${String(i).padStart(6, "0")}`,
    gebuehrCent: 7_140,
    auszahlungCent: 112_860 + i,
  });
  const daten = (belege: SammelBeleg[]) => ({
    datum: heute,
    belegdatum: heute,
    empfaenger: firma,
    aussteller,
    logo: null,
    belege,
  });

  test("drei Blätter übertragen die Summe, und nichts verlässt die Ränder", () => {
    const belege = Array.from({ length: 26 }, (_, i) => beleg(i));
    const blaetter = layoutSammelauszahlung(daten(belege));
    expect(blaetter.length).toBe(3);
    expect(wortlaut(blaetter).match(/Übertrag/g)).toHaveLength(4);
    const summe = belege.reduce((cent, { auszahlungCent }) => cent + auszahlungCent, 0);
    expect(wortlaut(blaetter)).toContain(`Auszahlung gesamt ${(summe / 100).toLocaleString("de-DE")} €`);
    for (const { x, y, breite, text } of blaetter.flatMap(texte)) {
      expect(x, text).toBeGreaterThanOrEqual(24.999);
      expect(x + breite, text).toBeLessThanOrEqual(190.001);
      expect(y < 262 || y > 265, text).toBe(true);
    }
  });

  test("Storniertes zählt dagegen", () => {
    const storno = { ...beleg(1), belegnummer: "SG-2026-000001", istStorno: true };
    const gegen = { bruttoCent: -120_001, gebuehrCent: -7_140, auszahlungCent: -112_861 };
    const woerter = wortlaut(
      layoutSammelauszahlung({
        ...daten([
          { ...beleg(1), istStorniert: true },
          { ...storno, ...gegen },
        ]),
        empfaenger: person,
      }),
    );
    expect(woerter).toContain("Storno PK-000001");
    expect(woerter).toContain("Auszahlung gesamt 0,00 €");
    expect(woerter).toContain("Es ist nichts auszuzahlen.");
  });

  test("was storniert ist, aber schon bei der Bank, kommt noch an: das steht dabei", () => {
    const storniert = { ...beleg(1), istStorniert: true };
    const satz = "Für stornierte Belege waren schon 1.128,61 € zur Zahlung gegeben.";
    const alsText = (belege: SammelBeleg[]) => wortlaut(layoutSammelauszahlung(daten(belege)));
    const woerter = alsText([beleg(0), { ...storniert, istInDatei: true }]);
    expect(woerter).toContain("Wir überweisen Ihnen den Betrag von 1.128,60 € bis zum 04.12.2026.");
    expect(woerter).toContain(satz);
    expect(alsText([beleg(0), storniert])).not.toContain("zur Zahlung gegeben");
  });

  test("eine Forderung mindert die jetzige Auszahlung nicht, so wenig wie im Schreiben und in der Zahlungsdatei", () => {
    const forderung = { ...beleg(2), bruttoCent: -2_000, gebuehrCent: -119, auszahlungCent: -1_881 };
    const woerter = wortlaut(
      layoutSammelauszahlung(daten([beleg(0), { ...forderung, zahlbarBis: "2026-12-31" }, beleg(1)])),
    );
    expect(woerter).toContain("Wir überweisen Ihnen den Betrag von 2.257,21 € bis zum 04.12.2026.");
    expect(woerter).toContain("Wir haben eine Forderung von 18,81 € an Sie. Wir melden uns bei Ihnen und klären,");
    expect(woerter).toContain("Saldo 2.238,40 €");
    expect(woerter).not.toContain("Auszahlung gesamt");
    const allein = wortlaut(layoutSammelauszahlung(daten([forderung])));
    expect(allein.match(/eine Forderung von 18,81 €/g)).toHaveLength(1);
  });

  test("was wegen eines Widerspruchs oder einer Sperre wartet, steht dabei, gehört aber nicht zur Auszahlung", () => {
    const widersprochen = { ...beleg(1), zurueckgestellt: "widersprochen" } as const;
    const gesperrt = { ...beleg(2), zurueckgestellt: "gesperrt" } as const;
    const bezahlt = { ...gesperrt, istInDatei: true };
    expect(wortlaut(layoutSammelauszahlung(daten([bezahlt])))).not.toContain("zurückgestellt");
    const woerter = wortlaut(layoutSammelauszahlung(daten([beleg(0), widersprochen, gesperrt])));
    expect(woerter).toContain("zurückgestellt −2.257,23 €");
    expect(woerter).toContain("Auszahlung gesamt 1.128,60 €");
    expect(woerter).toContain("Wir überweisen Ihnen den Betrag von 1.128,60 € bis zum 04.12.2026.");
    expect(woerter).toContain("Auszahlung wegen Ihres Widerspruchs zurückgestellt");
    expect(woerter).toMatch(/Gebühr GB-2026-000002 Auszahlung zurückgestellt/);
    expect(woerter).not.toContain("gesperrt");
    const allein = wortlaut(layoutSammelauszahlung(daten([widersprochen])));
    expect(allein).toContain("Auszahlung gesamt 0,00 €");
    expect(allein).toContain("Die Auszahlung von 1.128,61 € ist zurückgestellt.");
    expect(allein).not.toContain("Es ist nichts auszuzahlen.");
  });
});
