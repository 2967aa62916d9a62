import fc from "fast-check";
import ICAL from "ical.js";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TerminPaginatedList } from "../../../src/abrechnung/termine/schema.ts";
import { addiereMonate, formatTag, parseTag, plusTage } from "../../../src/kern/kalender/tag.ts";
import type { PachtkontoDetail } from "../../../src/stammdaten/pachtkonten/schema.ts";
import { dienst, heute, mitarbeiter, mitDienst, pruefer, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const konten: number[] = [];

const legeAn = async (konto: object, objekte: object[] = [{}]): Promise<number> => {
  const { status, json, text } = await mitarbeiter().post<{ id: number }>("/pachtkonten", {
    pachtbeginn: "2015-10-01",
    pachtjahrBeginn: "10-01",
    zahlungsrhythmus: "jaehrlich",
    istVorauszahlend: false,
    bezeichnung: "Acker Familie Müller",
    ...konto,
  });
  expect(status, text).toBe(201);
  for (const objekt of objekte)
    await mitarbeiter().post("/patchobjekte", {
      bezeichnung: "Feld",
      objektart: "acker",
      pachtkontoId: json.id,
      ...objekt,
    });
  konten.push(json.id);
  return json.id;
};

/** One lease of each sort that a deadline depends on; two of them are alike. */
beforeAll(async () => {
  await legeAn({});
  await legeAn({ pachtbeginn: "2019-10-01" });
  await legeAn({});
  await legeAn({ pachtende: "2029-09-30" });
  await legeAn({ pachtende: "2029-09-30", anfrageErhaltenAm: "2026-10-20" });
  await legeAn({
    pachtende: "2027-12-31",
    pachtjahrBeginn: "01-01",
    verlaengerungMonate: 12,
    kuendigungsregel: { monate: 6, zum: "pachtjahr" },
  });
  await legeAn({ pachtende: "2060-09-30", vertragsform: "muendlich" });
  await legeAn({ vertragsart: "miete" }, [{ objektart: "gewerbe" }]);
  await legeAn({ vertragsart: "grundstueckspacht" }, [{ objektart: "garten" }]);
  await legeAn({}, [{ objektart: "jagd" }]);
  await legeAn({ vertragsschlussAm: "2026-11-01" }, [
    { bundesland: "SN", flaecheQm: 4_000 },
    { bundesland: "SN", flaecheQm: 1_000 },
  ]);
  await legeAn({ vertragsschlussAm: "2026-11-01" }, [{ bundesland: "SN", flaecheQm: 4_999 }]);
  await legeAn({ vertragsschlussAm: "2026-11-02" }, [
    { bundesland: "BY", flaecheQm: 19_999 },
    { bundesland: null, flaecheQm: null },
  ]);
  await legeAn({ vertragsschlussAm: "2020-01-15", angezeigtAm: "2020-02-01" }, [
    { bundesland: "SN", flaecheQm: 90_000 },
  ]);
  await legeAn({
    vertragsschlussAm: "2026-09-01",
    status: "gekuendigt",
    gekuendigtAm: "2026-10-01",
    kuendigungZum: "2028-09-30",
  });
  await legeAn({ status: "inaktiv" });
  await legeAn({}, []);
});

const tagzwischen = (von: string, bis: string) =>
  fc.date({ min: new Date(von), max: new Date(bis), noInvalidDate: true }).map((tag) => tag.toISOString().slice(0, 10));
const oderLeer = fc.option;

/** Anything that a clerk could enter, lengths about three and thirty years among it. */
const vertrag = fc
  .record({
    status: fc.constantFrom("aktiv", "aktiv", "aktiv", "gekuendigt", "inaktiv"),
    vertragsart: oderLeer(fc.constantFrom("landpacht", "grundstueckspacht", "miete", "jagdpacht", "sonstige")),
    vertragsform: fc.constantFrom("muendlich", "schriftform", null),
    pachtbeginn: tagzwischen("1996-11-20", "2028-02-29"),
    monate: oderLeer(fc.constantFrom(12, 35, 36, 36, 144, 359, 360, 372)),
    tage: fc.integer({ min: -2, max: 2 }),
    pachtjahrBeginn: fc.constantFrom("01-01", "10-01", "11-11"),
    kuendigungsregel: oderLeer(fc.constantFrom({ monate: 3, zum: "quartal" }, { monate: 30, zum: "pachtjahr" })),
    verlaengerungMonate: fc.constantFrom(12, null, null),
    anfrageErhaltenAm: oderLeer(tagzwischen("2025-10-01", "2028-09-30")),
    vertragsschlussAm: oderLeer(tagzwischen("2026-08-01", "2026-12-01")),
    angezeigtAm: oderLeer(fc.constant("2026-11-01")),
    zahlungsrhythmus: fc.constant("jaehrlich"),
    objekte: fc.array(
      fc.record({
        objektart: fc.constantFrom("acker", "acker", "gruenland", "gewerbe", "jagd"),
        bundesland: fc.constantFrom("SN", "BY", "ST", "HH", null),
        flaecheQm: oderLeer(fc.constantFrom(0, 4_999, 5_000, 9_999, 10_001, 19_999, 20_000, 700_000), { freq: 9 }),
      }),
      { maxLength: 3 },
    ),
  })
  .map(({ monate, tage, ...konto }) => ({
    ...konto,
    ...(konto.status === "gekuendigt" ? { gekuendigtAm: "2026-10-01", kuendigungZum: "2028-09-30" } : {}),
    pachtende: monate === null ? null : formatTag(plusTage(addiereMonate(parseTag(konto.pachtbeginn), monate), tage)),
  }));

const saeVertraege = async (anzahl: number): Promise<void> => {
  for (const { objekte, ...konto } of fc.sample(vertrag, { seed: 594, numRuns: anzahl })) {
    const [zeile] = await dienst.owner<{ id: number }[]>`
      insert into pachtkonto ${dienst.owner({ ...konto, kontonummer: `Z-${konten.length}` })} returning id`;
    const id = Number(zeile?.id);
    for (const objekt of objekte)
      await dienst.owner`insert into patchobjekt ${dienst.owner({ ...objekt, bezeichnung: "Feld", pachtkontoId: id })}`;
    konten.push(id);
  }
};
beforeEach(() => dienst.stelle(heute));

const pfad = "/abrechnung/naechste-termine";
const liste = async (abfrage: string): Promise<TerminPaginatedList> => {
  const { status, json, text } = await pruefer().get<TerminPaginatedList>(`${pfad}?${abfrage}`);
  expect(status, text).toBe(200);
  return json;
};
type Frist = TerminPaginatedList["fristen"][number];
const geordnet = (fristen: Frist[]) =>
  fristen.toSorted((a, b) =>
    a.tag + a.art < b.tag + b.art ? -1 : a.tag + a.art > b.tag + b.art ? 1 : a.pachtkontoId - b.pachtkontoId,
  );

/** What the accounts say themselves, each asked by its own. */
const vonJedem = async (bis: string): Promise<Frist[]> => {
  const details = await Promise.all(konten.map((id) => pruefer().get<PachtkontoDetail>(`/pachtkonten/${id}`)));
  return geordnet(
    details.flatMap(({ json }) =>
      json.fristen
        .filter(({ tag }) => tag <= bis)
        .map((frist) => ({ pachtkontoId: json.id, kontonummer: json.kontonummer, ...frist })),
    ),
  );
};

describe("die Fristen aller Konten", () => {
  test.each([
    ["2026-11-20", "2028-11-19"],
    ["2027-10-05", "2029-10-04"],
    ["2029-01-02", "2031-01-02"],
  ])("am %s sind es die, die jedes Konto selbst zeigt", async (tag, bis) => {
    dienst.stelle(tag);
    const { fristen, fristenTotal } = await liste("tage=730&limit=500");
    expect(fristen).toEqual(await vonJedem(bis));
    expect(fristenTotal).toBe(fristen.length);
    expect(new Set(fristen.map(({ art }) => art)).size).toBeGreaterThan(tag === heute ? 4 : 2);
  });

  test("sie folgen jeder Änderung am Konto und an seinen Objekten", async () => {
    const [eins = 0, zwei = 0] = [await legeAn({}, []), await legeAn({ vertragsschlussAm: "2026-11-10" }, [])];
    const { json: objekt } = await mitarbeiter().post<{ id: number }>("/patchobjekte", {
      bezeichnung: "Wiese",
      objektart: "gruenland",
      pachtkontoId: eins,
    });
    const aendere = async (ziel: string, felder: object) => {
      const { status, text } = await mitarbeiter().put(ziel, felder);
      expect(status, text).toBe(200);
      expect((await liste("tage=730&limit=500")).fristen).toEqual(await vonJedem("2028-11-19"));
    };
    await aendere(`/patchobjekte/${objekt.id}`, { pachtkontoId: zwei });
    await aendere(`/patchobjekte/${objekt.id}`, { bundesland: "ST", flaecheQm: 10_000 });
    await aendere(`/patchobjekte/${objekt.id}`, { flaecheQm: 9_999 });
    await aendere(`/patchobjekte/${objekt.id}`, { objektart: "jagd" });
    await aendere(`/pachtkonten/${zwei}`, { angezeigtAm: "2026-11-12" });
    await aendere(`/pachtkonten/${zwei}`, { pachtende: "2028-03-31", verlaengerungMonate: 12 });
    expect((await verwalter().delete(`/patchobjekte/${objekt.id}`)).status).toBe(204);
    await aendere(`/pachtkonten/${zwei}`, { status: "inaktiv" });
    for (const id of [eins, zwei]) {
      expect((await verwalter().delete(`/pachtkonten/${id}`)).status).toBe(204);
      konten.splice(konten.indexOf(id), 1);
    }
    expect((await liste("tage=730&limit=500")).fristen).toEqual(await vonJedem("2028-11-19"));
  });

  test("Seite für Seite dieselben, auch mitten in einem Tag", async () => {
    const { fristen: ganz, fristenTotal } = await liste("tage=730&limit=500");
    const seiten = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((page) => liste(`tage=730&limit=2&page=${page}`)));
    expect(seiten.flatMap(({ fristen }) => fristen)).toEqual(ganz.slice(0, 14));
    expect(seiten.map((seite) => seite.fristenTotal)).toEqual(seiten.map(() => fristenTotal));
  });

  test("nach Arten: Termine und Fristen, oder nur die einen", async () => {
    const anzeigen = await liste("art=anzeige");
    expect(anzeigen.data).toEqual([]);
    expect(anzeigen.fristen.map(({ tag }) => tag)).toEqual(["2026-10-01", "2026-12-01", "2026-12-02"]);
    expect((await liste("art=pachtende")).fristen).toEqual([]);
    const beides = await liste("tage=730&art=pachtende,ablehnung");
    expect(beides.data.map(({ datum }) => datum)).toEqual(["2027-12-31", "2028-09-30"]);
    expect(beides.fristen.map(({ tag, art }) => `${tag} ${art}`)).toEqual(["2027-01-20 ablehnung"]);
  });
});

describe("als Kalenderdatei", () => {
  const kalender = async (abfrage = "tage=730") => {
    const { status, kopf, text } = await pruefer().get(`${pfad}?format=ics&${abfrage}`);
    expect(status, text).toBe(200);
    const eintraege = new ICAL.Component(ICAL.parse(text) as unknown[]).getAllSubcomponents("vevent").map((vevent) => {
      const { uid, summary, sequence, startDate } = new ICAL.Event(vevent);
      return { uid, titel: summary, folge: sequence, tag: startDate.toString(), istTag: startDate.isDate };
    });
    return { kopf, text, eintraege };
  };

  test("alle Termine und Fristen, jeder ein ganzer Tag, jeder mit eigener Kennung", async () => {
    const { kopf, eintraege } = await kalender();
    const { data, fristen } = await liste("tage=730&limit=500");
    expect(kopf.get("content-type")).toBe("text/calendar; charset=utf-8");
    expect(kopf.get("content-disposition")).toBe('attachment; filename="Termine_und_Fristen.ics"');
    expect(eintraege.map(({ tag }) => tag)).toEqual([
      ...data.map(({ datum }) => datum),
      ...fristen.map(({ tag }) => tag),
    ]);
    expect(eintraege.every(({ istTag }) => istTag)).toBe(true);
    expect(new Set(eintraege.map(({ uid }) => uid)).size).toBe(eintraege.length);
  });

  test("nennt Kontonummern, keine Namen", async () => {
    const [id = 0] = konten;
    await mitarbeiter().post("/abrechnung/hebungen", {
      pachtkontoId: id,
      art: "prozent",
      wertBp: 100,
      wirksamAb: "2026-10-01",
      bezeichnung: "Abrede mit Familie Müller",
    });
    const { text, eintraege } = await kalender();
    expect(text).not.toMatch(/Müller|Abrede/);
    const { json } = await pruefer().get<PachtkontoDetail>(`/pachtkonten/${id}`);
    expect(eintraege.map(({ titel }) => titel)).toContain(
      `${json.kontonummer}: Kündigung muss eingegangen sein (Ende 30.09.2029)`,
    );
  });

  test("verschiebt sich ein Ende, ist es derselbe Eintrag mit höherer Nummer an einem anderen Tag", async () => {
    const id = await legeAn({
      pachtende: "2028-09-30",
      verlaengerungMonate: 12,
      kuendigungsregel: { monate: 12, zum: "pachtjahr" },
    });
    const finde = async () =>
      (await kalender()).eintraege.find(({ uid }) => uid === `verlaengerung-${id}@pachtverwaltung`);
    const vorher = await finde();
    expect(vorher?.tag).toBe("2027-09-30");
    await mitarbeiter().put(`/pachtkonten/${id}`, { pachtende: "2028-03-31" });
    dienst.stelle(heute, "13:00");
    const nachher = await finde();
    expect(nachher?.tag).toBe("2027-03-31");
    expect(nachher?.folge).toBeGreaterThan(vorher?.folge ?? Number.POSITIVE_INFINITY);
  });

  test("mehr, als ein Kalender aufnimmt, wird mit der Zahl abgelehnt", async () => {
    await dienst.owner`
      insert into hebung (pachtkonto_id, art, wert_bp, wirksam_ab, status)
      select ${konten[0] ?? 0}, 'prozent', 100, '2026-01-01', 'geplant' from generate_series(1, 10001)`;
    const { status, json } = await pruefer().get(`${pfad}?format=ics`);
    expect(status).toBe(400);
    const message = expect.stringMatching(
      /^Ein Kalender fasst je 10000 .*; gefunden sind 1\d{4} und \d+: weniger Tage/,
    );
    expect(json).toMatchObject({ errors: [{ path: "tage", code: "zu_weit", message }] });
    expect((await pruefer().get(`${pfad}?format=ics&art=kuendigung`)).status).toBe(200);
    await dienst.owner`delete from hebung where wirksam_ab = '2026-01-01'`;
  });
});

describe("was ein Bearbeiter sonst noch eingeben kann", () => {
  beforeAll(() => saeVertraege(70));

  test.each(["2026-11-20", "2027-10-05", "2029-01-02"])("am %s sagen Liste und Konto dasselbe", async (tag) => {
    dienst.stelle(tag);
    const bis = formatTag(plusTage(parseTag(tag), 730));
    expect((await liste("tage=730&limit=500")).fristen).toEqual(await vonJedem(bis));
  });
});
