import { beforeEach, describe, expect, test } from "vitest";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { dienst, heute, konto, mitarbeiter, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { verletztePdfuaRegeln } from "../briefe/pdf/pdfuaRegeln.ts";

mitDienst({ stammdaten: true });
beforeEach(() => dienst.stelle(heute));

/** A farm lease of a field near Neubrandenburg, with lessee and lessor. */
const landpacht = async (felder: object = {}, objekte: object[] = [{}]): Promise<number> => {
  const id = await konto({ pachtbeginn: "2015-10-01" });
  for (const objekt of objekte)
    await mitarbeiter().post("/patchobjekte", {
      bezeichnung: "Acker am Deich",
      objektart: "acker",
      gemarkung: "Wulkenzin",
      flur: "3",
      flurstueckZaehler: "12",
      flurstueckNenner: "4",
      flaecheQm: 42_350,
      pachtkontoId: id,
      ...objekt,
    });
  if (Object.keys(felder).length > 0) {
    const { status, text } = await mitarbeiter().put(`/pachtkonten/${id}`, felder);
    expect(status, text).toBe(200);
  }
  return id;
};

const hole = (id: number, art: string, am?: string) =>
  mitarbeiter().get(`/pachtkonten/${id}/schreiben/${art}${am ? `?am=${am}` : ""}`);

/** Its text, held against the rules for reading it out. */
const lies = async (id: number, art: string, am?: string) => {
  const { status, kopf, bytes, text } = await hole(id, art, am);
  expect([status, kopf.get("content-type")], text.slice(0, 300)).toEqual([200, "application/pdf"]);
  expect(await verletztePdfuaRegeln(bytes)).toEqual([]);
  const { blaetter } = await liesPdf(bytes);
  for (const blatt of blaetter) expect(blatt.join(" ")).toContain("ENTWURF");
  return { seiten: blaetter.length, text: blaetter.flat().join(" ").replace(/\s+/g, " "), kopf };
};

const abgelehnt = async (id: number, art: string, am?: string) => {
  const { status, json } = await hole(id, art, am);
  return [status, json.code];
};

describe("die Kündigung", () => {
  test("nennt den Tag, zu dem sie noch wirkt, das Gesetz, die Flächen und für wen gekündigt wird", async () => {
    const { text, kopf } = await lies(await landpacht(), "kuendigung");
    expect(text).toContain("Kündigung des Pachtvertrags zum 30.09.2029");
    expect(text).toContain("im Namen und mit Vollmacht der Verpächterseite (Dora Wolf)");
    expect(text).toContain("ordentlich zum 30.09.2029, hilfsweise zum nächsten zulässigen Termin");
    expect(text).toContain("bis zum 04.10.2027 zugehen (§ 594a Abs. 1 BGB)");
    expect(text).toContain("Gemarkung Wulkenzin, Flur 3, Flurstück 12/4");
    expect(text).toContain("42.350");
    expect(text).toContain("20.11.2026");
    expect(text).toContain("Eigenhändige Unterschrift");
    expect(kopf.get("content-disposition")).toMatch(/Entwurf_kuendigung_PK-\d+_2026-11-20\.pdf/);
  });

  test("richtet sich nach dem Datum des Schreibens: ein Tag nach der Frist ist ein Jahr später", async () => {
    const id = await landpacht();
    expect((await lies(id, "kuendigung", "2027-10-04")).text).toContain("zum 30.09.2029");
    expect((await lies(id, "kuendigung", "2027-10-05")).text).toContain("zum 30.09.2030");
  });

  test("eine, ohne die sich der Vertrag verlängert, geht zu seinem Ende", async () => {
    const regel = { kuendigungsregel: { monate: 12, zum: "pachtjahr" }, verlaengerungMonate: 12 };
    const id = await landpacht({ pachtende: "2028-09-30", ...regel });
    expect((await lies(id, "kuendigung")).text).toContain("bis zum 30.09.2027 zugehen");
  });

  test("an jeden Pächter ein Schreiben, und 60 Flächen füllen mehrere Seiten", async () => {
    const id = await landpacht(
      {},
      Array.from({ length: 60 }, (_, i) => ({ flurstueckZaehler: String(i + 1) })),
    );
    await dienst.owner`
      insert into pachtkonto_beteiligter (pachtkonto_id, kontakt_id, rolle) values (${id}, 2, 'paechter')`;
    const { seiten, text } = await lies(id, "kuendigung");
    expect(seiten).toBe(6);
    expect(text.match(/Guten Tag (Anna Müller|Bernd Schulze)/g)).toEqual([
      "Guten Tag Anna Müller",
      "Guten Tag Bernd Schulze",
    ]);
  });

  test("gibt es nicht, wo der Vertrag fest läuft, schon gekündigt ist oder niemand weiß, was gilt", async () => {
    expect(await abgelehnt(await landpacht({ pachtende: "2031-09-30" }), "kuendigung")).toEqual([
      409,
      "nicht_kuendbar",
    ]);
    expect(await abgelehnt(await landpacht({}, []), "kuendigung")).toEqual([409, "nicht_kuendbar"]);
    const gekuendigt = await landpacht({
      status: "gekuendigt",
      gekuendigtAm: "2026-10-02",
      kuendigungZum: "2028-09-30",
    });
    expect(await abgelehnt(gekuendigt, "kuendigung")).toEqual([409, "nicht_kuendbar"]);
  });
});

test("eine Miete heißt in Kündigung und Bestätigung auch so, neben dem Mietrecht", async () => {
  const miete = { vertragsart: "miete" };
  const halle = { bezeichnung: "Halle 3", objektart: "gewerbe" };
  const { text } = await lies(await landpacht(miete, [halle]), "kuendigung");
  expect(text).toContain("Kündigung des Mietvertrags zum 30.06.2027");
  expect(text).toMatch(/kündigen wir den Mietvertrag zum Pachtkonto PK-\d+ ordentlich/);
  expect(text).toContain("(§ 580a Abs. 2 BGB)");
  expect(text).toContain("Bitte geben Sie die Mietsache am Ende zurück.");
  expect(text).toMatch(/Mietende.*Vermieterseite.*Mietgegenstand/);
  const notiz = { status: "gekuendigt", gekuendigtAm: "2026-10-02", kuendigungZum: "2027-03-31" };
  const bestaetigung = await lies(await landpacht({ ...miete, ...notiz }, [halle]), "kuendigungsbestaetigung");
  expect(bestaetigung.text).toMatch(/die den Mietvertrag zum Pachtkonto PK-\d+ beendet\./);
  for (const schreiben of [text, bestaetigung.text])
    expect(schreiben).not.toMatch(/Verpächter|Pacht(vertrag|sache|ende|gegenstand)/);
});

test("die Bestätigung nennt, wann die Kündigung einging und wann der Vertrag endet", async () => {
  const id = await landpacht({ status: "gekuendigt", gekuendigtAm: "2026-10-02", kuendigungZum: "2028-09-30" });
  const { text } = await lies(id, "kuendigungsbestaetigung");
  expect(text).toContain("Bestätigung der Kündigung zum 30.09.2028");
  expect(text).toMatch(/wir bestätigen die Kündigung, die den Pachtvertrag zum Pachtkonto PK-\d+ beendet\./);
  expect(text).toContain("Zugegangen ist sie am 02.10.2026, der Vertrag endet zum 30.09.2028.");
  // Either side may have given notice, and the account does not say which.
  expect(text).not.toMatch(/Ihre(r)? Kündigung|bei uns eingegangen/);
  expect(text).not.toContain("Eigenhändige Unterschrift");
  expect(await abgelehnt(await landpacht(), "kuendigungsbestaetigung")).toEqual([409, "nicht_gekuendigt"]);
});

test("die Bestätigung gibt es erst von dem Tag an, an dem die Kündigung zugeht", async () => {
  const id = await landpacht({ status: "gekuendigt", gekuendigtAm: "2026-11-23", kuendigungZum: "2028-09-30" });
  const { status, json } = await hole(id, "kuendigungsbestaetigung");
  expect([status, json.code, json.detail]).toEqual([
    409,
    "bestaetigung_zu_frueh",
    "Eingetragen ist, dass die Kündigung am 23.11.2026 zugeht: Vorher ist kein Zugang zu bestätigen.",
  ]);
  expect(await abgelehnt(id, "kuendigungsbestaetigung", "2026-11-22")).toEqual([409, "bestaetigung_zu_frueh"]);
  const { text } = await lies(id, "kuendigungsbestaetigung", "2026-11-23");
  expect(text).toContain("Zugegangen ist sie am 23.11.2026");
});

describe("die Anfrage nach der Fortsetzung", () => {
  test("weist ausdrücklich auf die Folge hin, ohne die sie nach § 594 BGB nicht wirkt", async () => {
    const { text } = await lies(await landpacht({ pachtende: "2029-09-30" }), "fortsetzungsanfrage");
    expect(text).toContain("Anfrage zur Fortsetzung der Pacht über den 30.09.2029 hinaus");
    expect(text).toContain("ob Sie bereit sind, das Pachtverhältnis darüber hinaus fortzusetzen");
    expect(text).toContain(
      "Lehnen Sie die Fortsetzung nicht binnen drei Monaten nach Zugang dieser Anfrage ab, verlängert sich das " +
        "Pachtverhältnis auf unbestimmte Zeit (§ 594 Satz 2 BGB). Auf diese Folge weisen wir Sie ausdrücklich hin.",
    );
    expect(text).toContain("vom 01.10.2026 bis zum 30.09.2027");
    expect(text).toContain("Eigenhändige Unterschrift");
  });

  test("geht nur im drittletzten Pachtjahr hinaus, nicht davor und nicht danach", async () => {
    const id = await landpacht({ pachtende: "2029-09-30" });
    expect(await abgelehnt(id, "fortsetzungsanfrage", "2026-09-30")).toEqual([409, "anfrage_zu_frueh"]);
    await lies(id, "fortsetzungsanfrage", "2026-10-01");
    await lies(id, "fortsetzungsanfrage", "2027-09-30");
    expect(await abgelehnt(id, "fortsetzungsanfrage", "2027-10-01")).toEqual([409, "keine_anfrage"]);
    expect(await abgelehnt(await landpacht(), "fortsetzungsanfrage")).toEqual([409, "keine_anfrage"]);
  });
});

test("die Anzeige nennt der Behörde beide Seiten, Dauer, Flächen und Pacht", async () => {
  const id = await landpacht({ vertragsschlussAm: "2026-11-02", vertragsform: "schriftform" }, [{ bundesland: "BW" }]);
  const { text } = await lies(id, "anzeige");
  expect(text).toContain("Anzeige eines Landpachtvertrags (§ 11 ASVG)");
  expect(text).toContain("Nach Landesrecht zuständige Behörde");
  expect(text).toContain("Dora Wolf, Gutshof 4, 17039 Wulkenzin");
  expect(text).toContain("Anna Müller, Dorfstr. 1, 17033 Neubrandenburg");
  expect(text).toContain("Vom 01.10.2015 auf unbestimmte Zeit, geschlossen am 02.11.2026.");
  expect(text).toContain("jährlich");
  expect(text).toContain("Der Vertrag liegt bei.");
  await mitarbeiter().put(`/pachtkonten/${id}`, { vertragsform: "muendlich" });
  expect((await lies(id, "anzeige")).text).toContain("Er ist mündlich geschlossen; sein Inhalt steht hier.");
  expect(await abgelehnt(await landpacht(), "anzeige")).toEqual([409, "nicht_anzuzeigen"]);
});

test("die Anzeige nennt Namen, wie sie sind: ohne Anrede und nicht in den Zeilen des Fensters", async () => {
  const id = await landpacht({ vertragsschlussAm: "2026-11-02" });
  const firma = "Agrargenossenschaft Wulkenzin-Neuenkirchen und Umgebung eingetragene Genossenschaft";
  await dienst.owner`update kontakt set ist_organisation = true, firma = ${firma}
    where id in (select kontakt_id from pachtkonto_beteiligter where pachtkonto_id = ${id} and rolle = 'paechter')`;
  await dienst.owner`update kontakt set anrede = 'Frau', land = 'AT'
    where id in (select kontakt_id from pachtkonto_beteiligter where pachtkonto_id = ${id} and rolle = 'verpaechter')`;
  const { text } = await lies(id, "anzeige");
  expect(text).toContain(`Pächter ${firma}, Dorfstr. 1, 17033 Neubrandenburg`);
  expect(text).toContain("Verpächter Dora Wolf, Gutshof 4, 17039 Wulkenzin, ÖSTERREICH");
});

describe("die Pacht in der Anzeige", () => {
  /** What the letter of today says of the rent of a lease whose parties are entered from its first day on. */
  const pachtIn = async (pachtbeginn: string, positionen: object[]) => {
    const id = await landpacht({ pachtbeginn, vertragsschlussAm: "2026-11-02" });
    await dienst.owner`delete from pachtkonto_position where pachtkonto_id = ${id}`;
    await dienst.owner`update pachtkonto_beteiligter set gueltig_von = ${pachtbeginn} where pachtkonto_id = ${id}`;
    for (const position of positionen) {
      const { status, text } = await mitarbeiter().post(`/pachtkonten/${id}/positionen`, {
        positionsartId: 1,
        intervall: "jaehrlich",
        ...position,
      });
      expect(status, text).toBe(201);
    }
    return /geschlossen am 02\.11\.2026\. (.*)/.exec((await lies(id, "anzeige")).text)?.[1];
  };

  test("ist vor dem Beginn die, mit der der Vertrag beginnt", async () => {
    const grundpacht = { bezeichnung: "Grundpacht", betragCent: 120_000 };
    expect(await pachtIn("2027-10-01", [{ ...grundpacht, gueltigVon: "2027-10-01" }])).toMatch(
      /^Pacht Grundpacht 1\.200,00 € jährlich\./,
    );
  });

  test("ist danach die des Tages; Einmaliges nennt sie, wenn es noch kommt oder im Monat der Anzeige lag", async () => {
    const genannt = await pachtIn("2015-10-01", [
      { bezeichnung: "Alte Pacht", betragCent: 100_000, gueltigBis: "2025-09-30" },
      { bezeichnung: "Neue Pacht", betragCent: 120_000, gueltigVon: "2025-10-01" },
      { bezeichnung: "Zaunbau", betragCent: 5_000, intervall: "einmalig", gueltigVon: "2016-05-01" },
      { bezeichnung: "Einstand", betragCent: 7_000, intervall: "einmalig", gueltigVon: "2026-11-01" },
      { bezeichnung: "Zaunabbau", betragCent: 6_000, intervall: "einmalig", gueltigVon: "2027-05-01" },
    ]);
    expect(genannt).not.toContain("Alte");
    expect(genannt).not.toContain("Zaunbau");
    expect(genannt).toMatch(
      /^Pacht Neue Pacht 1\.200,00 € jährlich; Einstand 70,00 € einmalig; Zaunabbau 60,00 € einmalig\./,
    );
  });

  test("ist die erhöhte von dem Tag an, an dem eine aktive Hebung wirkt, auch vor deren Abschluss", async () => {
    const id = await landpacht({ vertragsschlussAm: "2026-11-02" });
    const hebung = { pachtkontoId: id, art: "prozent", wertBp: 1000, wirksamAb: "2026-12-01" };
    const { json } = await mitarbeiter().post<{ id: number }>("/abrechnung/hebungen", hebung);
    const genannt = async (am: string) => /Pacht ([\d.,]+) € jährlich/.exec((await lies(id, "anzeige", am)).text)?.[1];
    const alt = await genannt("2026-12-01");
    expect(alt).toBe("1.200,00");
    expect((await verwalter().put(`/abrechnung/hebungen/${json.id}`, { status: "aktiv" })).status).toBe(200);
    expect(await genannt("2026-12-01")).toBe("1.320,00");
    expect(await genannt("2026-11-30")).toBe(alt);
  });
});

test("ohne Pächter, Verpächter oder Absender gibt es keines; gespeichert wird nie etwas", async () => {
  const id = await landpacht();
  const zaehle = async () =>
    (
      await dienst.owner`
      select (select count(*) from auditlog) eintraege, (select count(*) from archiv_pdf) briefe,
        (select count(*) from pachtkonto_dokument) dokumente`
    )[0];
  const vorher = await zaehle();
  await lies(id, "kuendigung");
  expect(await zaehle()).toEqual(vorher);
  await dienst.owner`update pachtkonto_beteiligter set gueltig_von = '2026-01-01' where pachtkonto_id = ${id} and rolle = 'verpaechter'`;
  expect(await abgelehnt(id, "kuendigung", "2025-12-31")).toEqual([409, "kein_verpaechter"]);
  await dienst.owner`update pachtkonto_beteiligter set gueltig_von = '2026-01-01' where pachtkonto_id = ${id}`;
  expect(await abgelehnt(id, "kuendigung", "2025-12-31")).toEqual([409, "kein_paechter"]);
  await dienst.owner`update firmendaten set strasse = null`;
  expect(await abgelehnt(id, "kuendigung")).toEqual([409, "firmendaten_unvollstaendig"]);
  expect((await verwalter().get("/pachtkonten/999999/schreiben/kuendigung")).status).toBe(404);
});
