import { describe, expect, test } from "vitest";
import {
  belegeVon,
  buche,
  dienst,
  exportsumme,
  faelligkeiten,
  heute,
  konto,
  type Lauf,
  laufstatus,
  mitDienst,
  stand,
  storniere,
  verwalter,
} from "./handgriffe.ts";

mitDienst();

describe("a final settlement", () => {
  /** Booked a year ahead, ended after six months, settled. */
  const abgerechnet = async (status: "aktiv" | "gekuendigt" = "aktiv") => {
    const id = await konto({ istVorauszahlend: true, pachtbeginn: "2025-10-01" });
    const jahr = await buche("2025-10-01", [id]);
    await dienst.owner`
      update pachtkonto set pachtende = '2026-03-31', status = ${status},
        gekuendigt_am = ${status === "gekuendigt" ? "2025-12-01" : null}::date,
        kuendigung_zum = ${status === "gekuendigt" ? "2026-03-31" : null}::date
      where id = ${id}`;
    const schluss = await buche("2026-04-01", [id]);
    expect(await stand(id)).toEqual({ status: "ausgelaufen", schlussabrechnung: "2026-04-01" });
    return { id, jahr, schluss };
  };

  test("blocks the storno of what it corrects, by run and by document, and names itself", async () => {
    const { id, jahr } = await abgerechnet();
    const belege = await belegeVon(id);
    const rechnung = belege.find((b) => b.belegart === "rechnung");
    const schlussrechnung = belege.find((b) => b.belegart === "schlussrechnung");
    expect(schlussrechnung?.nettoCent).toBe(-60_000);
    for (const body of [{ buchungslaufId: jahr.id }, { archivIds: [rechnung?.id] }]) {
      const antwort = await storniere(body);
      expect(antwort).toMatchObject({ status: 409, json: { code: "schlussabrechnung_steht", pachtkontoIds: [id] } });
      expect(antwort.json.belegnummern).toContain(schlussrechnung?.belegnummer);
    }
  });

  test.each(["aktiv", "gekuendigt"] as const)("cancelled leaves the account %s and unsettled", async (status) => {
    const { id, jahr, schluss } = await abgerechnet(status);
    const schlussrechnung = (await belegeVon(id)).find((b) => b.belegart === "schlussrechnung");
    const { json } = await storniere({ archivIds: [schlussrechnung?.id] });
    expect(json).toMatchObject({
      laeufe: [{ buchungslaufId: schluss.id, status: "storniert" }],
      konten: [{ pachtkontoId: id, zeitraeume: [{ art: "schlussabrechnung", faelligkeitId: null }] }],
      summen: { paechterNettoCent: 60_000 },
    });
    expect(await stand(id)).toEqual({ status, schlussabrechnung: null });
    expect(await exportsumme(schluss.id, "paechter", ["Brutto"])).toEqual([0]);

    const nochmal = await buche("2026-04-01", [id]);
    const neue = (await belegeVon(id)).find((b) => b.belegart === "schlussrechnung" && b.buchungslaufId === nochmal.id);
    expect(neue?.nettoCent).toBe(-60_000);
    await storniere({ buchungslaufId: nochmal.id });
    expect((await storniere({ buchungslaufId: jahr.id })).status).toBe(201);
    expect(await faelligkeiten(id)).toEqual(["2025-10-01 2026-03-31 offen schlussabrechnung"]);
  });

  test("goes together with what it corrects", async () => {
    const { id } = await abgerechnet();
    const belege = await belegeVon(id);
    const { status, json } = await storniere({ archivIds: belege.map((b) => b.id) });
    expect(status).toBe(201);
    expect(json.summen.paechterNettoCent).toBe(-60_000);
    expect(await stand(id)).toEqual({ status: "aktiv", schlussabrechnung: null });
    const summe = (await belegeVon(id)).reduce((cent, b) => cent + b.bruttoCent, 0);
    expect(summe).toBe(0);
  });

  test("that bills the last period opens it again", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01", pachtende: "2026-03-31" });
    const lauf = await buche("2026-04-01", [id]);
    expect(await faelligkeiten(id)).toEqual(["2025-10-01 2026-03-31 gebucht schlussabrechnung"]);
    const { json } = await storniere({ buchungslaufId: lauf.id });
    expect(json).toMatchObject({ anzahlZeitraeume: 1, anzahlBelege: 3 });
    expect(await faelligkeiten(id)).toEqual(["2025-10-01 2026-03-31 offen schlussabrechnung"]);
    expect(await stand(id)).toEqual({ status: "aktiv", schlussabrechnung: null });
  });

  test("without documents is cancelled with its run", async () => {
    const id = await konto({ pachtbeginn: "2025-10-01" });
    await buche("2026-10-01", [id]);
    await dienst.owner`update pachtkonto set pachtende = '2026-09-30' where id = ${id}`;
    const lauf = await buche("2026-10-01", [id]);
    const { json } = await storniere({ buchungslaufId: lauf.id });
    expect(json).toMatchObject({ anzahlZeitraeume: 1, anzahlBelege: 0, laeufe: [{ status: "storniert" }] });
    expect(await stand(id)).toEqual({ status: "aktiv", schlussabrechnung: null });
  });
});

describe("at the same moment", () => {
  test("of two storni of one document one wins, the other is 409", async () => {
    const id = await konto();
    await buche("2025-10-01", [id]);
    const belege = await belegeVon(id);
    const antworten = await Promise.all(belege.map((beleg) => storniere({ archivIds: [beleg.id] })));
    expect(antworten.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    expect(antworten.filter(({ status }) => status === 409).every(({ json }) => json.code === "schon_storniert")).toBe(
      true,
    );
  });

  test("two halves of a run leave it marked cancelled", async () => {
    const ids = [await konto(), await konto(), await konto(), await konto()];
    const lauf = await buche("2025-10-01", ids);
    const belege = await Promise.all(ids.map(async (id) => (await belegeVon(id))[0]?.id));
    const antworten = await Promise.all(belege.map((beleg) => storniere({ archivIds: [beleg] })));
    expect(antworten.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(await laufstatus(lauf.id)).toBe("storniert");
  });

  test("storno and booking of one account come one after the other", async () => {
    for (let runde = 0; runde < 6; runde += 1) {
      const id = await konto({ pachtbeginn: "2023-10-01" });
      const erster = await buche("2024-10-01", [id]);
      const [gebucht, storniert] = await Promise.all([
        verwalter().post<Lauf>("/abrechnung/buchen", { datum: heute, auswahl: [id] }),
        storniere({ buchungslaufId: erster.id }),
      ]);
      expect(storniert.status).toBe(201);
      expect([201, 409]).toContain(gebucht.status);
      if (gebucht.status === 409) expect(gebucht.json.code).toBe("gleichzeitig_geaendert");
      if ((await faelligkeiten(id)).some((zeile) => zeile.includes("offen") && zeile < "2026-10"))
        await buche(heute, [id]);
      const stehen = await dienst.owner`
        select zeitraum_von from gebuchter_zeitraum
        where pachtkonto_id = ${id} and storniert_am is null order by zeitraum_von`;
      expect(stehen.map(({ zeitraumVon }) => zeitraumVon)).toEqual(["2023-10-01", "2024-10-01", "2025-10-01"]);
      const netto = (await belegeVon(id)).filter((b) => b.kontaktId === 1).reduce((summe, b) => summe + b.nettoCent, 0);
      expect(netto).toBe(360_000);
    }
  });

  test("a settlement computed beside the storno of what it corrects is not published", async () => {
    const id = await konto({ istVorauszahlend: true, pachtbeginn: "2025-10-01" });
    const jahr = await buche("2025-10-01", [id]);
    await dienst.owner`update pachtkonto set pachtende = '2026-03-31' where id = ${id}`;
    const [gebucht, storniert] = await Promise.all([
      verwalter().post<Lauf>("/abrechnung/buchen", { datum: "2026-04-01", auswahl: [id] }),
      storniere({ buchungslaufId: jahr.id }),
    ]);
    // Whoever comes second sees what the first has done: the storno is refused, or the run computes anew.
    expect([201, 409]).toContain(storniert.status);
    expect([201, 409]).toContain(gebucht.status);
    if (gebucht.status !== 201) await buche("2026-04-01", [id]);
    const netto = (await belegeVon(id)).filter((b) => b.kontaktId === 1).reduce((summe, b) => summe + b.nettoCent, 0);
    expect(netto).toBe(60_000);
  });
});
