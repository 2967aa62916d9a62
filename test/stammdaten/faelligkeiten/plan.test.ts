import { beforeAll, describe, expect, test } from "vitest";
import { aktualisiereFaelligkeiten, pruefeUngebucht } from "../../../src/stammdaten/faelligkeiten/plan.ts";
import { listFaelligkeitenMitStatus } from "../../../src/stammdaten/faelligkeiten/queries.ts";
import { app, mitDatenbank, owner } from "../../hilfe/mitDatenbank.ts";
import { saeKonto, saeStammdaten } from "../../hilfe/saat.ts";

const heute = "2026-11-20";

mitDatenbank();

beforeAll(async () => {
  await saeStammdaten(owner);
});

const aktualisiere = (id: number, tag = heute) => app.begin((tx) => aktualisiereFaelligkeiten(tx, [id], tag));

const geltende = (id: number) =>
  listFaelligkeitenMitStatus(app, id, { status: ["offen", "gebucht"], page: 1, limit: 500 });

const zeitraeume = async (id: number) =>
  (await geltende(id)).map((f) => `${f.zeitraumVon} ${f.zeitraumBis} ${f.faelligAm} ${f.art} ${f.status}`);

/** Books the oldest open due dates behind the service's back. */
const bucheAelteste = async (id: number, anzahl: number) => {
  const [lauf] = await owner<{ id: string }[]>`
    insert into buchungslauf (datum, belegdatum, benutzer_name, status, beendet_am)
    values (${heute}, ${heute}, 'Test', 'abgeschlossen', now())
    returning id`;
  const laufId = String(lauf?.id);
  await owner`
    with f as (
      update faelligkeit set status = 'gebucht', buchungslauf_id = ${laufId}
      where id in (
        select id from faelligkeit where pachtkonto_id = ${id} and status = 'offen'
        order by zeitraum_von limit ${anzahl}
      )
      returning id, zeitraum_von, zeitraum_bis
    )
    insert into gebuchter_zeitraum (faelligkeit_id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis)
    select id, ${laufId}, ${id}, zeitraum_von, zeitraum_bis from f`;
};

describe("Fälligkeiten", () => {
  test("reichen 25 Monate voraus und kommen beim zweiten Mal ebenso heraus", async () => {
    const id = await saeKonto(app, heute, { pachtbeginn: "2025-02-15" });
    const vorher = await zeitraeume(id);
    expect(vorher).toEqual([
      "2025-02-15 2025-09-30 2025-10-01 regulaer offen",
      "2025-10-01 2026-09-30 2026-10-01 regulaer offen",
      "2026-10-01 2027-09-30 2027-10-01 regulaer offen",
      "2027-10-01 2028-09-30 2028-10-01 regulaer offen",
      "2028-10-01 2029-09-30 2029-10-01 regulaer offen",
    ]);
    expect(await aktualisiere(id)).toEqual({ neu: 0, geaendert: 0, entfallen: 0 });
    expect(await aktualisiere(id, "2027-11-20")).toEqual({ neu: 1, geaendert: 0, entfallen: 0 });
  });

  test("entfallen, wenn sie nicht mehr gelten, und leben wieder auf, wenn sie wieder gelten", async () => {
    const id = await saeKonto(app, heute);
    const vorher = await geltende(id);
    await app`update pachtkonto set pachtende = '2027-03-31' where id = ${id}`;
    expect(await aktualisiere(id)).toEqual({ neu: 1, geaendert: 0, entfallen: 3 });
    expect((await zeitraeume(id)).at(-1)).toBe("2026-10-01 2027-03-31 2027-04-01 schlussabrechnung offen");
    await app`update pachtkonto set pachtende = null where id = ${id}`;
    expect(await aktualisiere(id)).toEqual({ neu: 0, geaendert: 3, entfallen: 1 });
    expect(await geltende(id)).toEqual(vorher);
  });

  test("wandern, wenn das Pachtkonto vorauszahlend wird", async () => {
    const id = await saeKonto(app, heute, { pachtbeginn: "2026-10-01" });
    await app`update pachtkonto set ist_vorauszahlend = true where id = ${id}`;
    expect(await aktualisiere(id)).toEqual({ neu: 0, geaendert: 3, entfallen: 0 });
    expect((await zeitraeume(id))[0]).toBe("2026-10-01 2027-09-30 2026-10-01 regulaer offen");
  });

  test("gehen hinter dem Gebuchten im neuen Rhythmus weiter und lassen es unberührt", async () => {
    const id = await saeKonto(app, heute);
    await bucheAelteste(id, 2);
    await app`update pachtkonto set zahlungsrhythmus = 'vierteljaehrlich' where id = ${id}`;
    await aktualisiere(id);
    expect((await zeitraeume(id)).slice(0, 4)).toEqual([
      "2024-10-01 2025-09-30 2025-10-01 regulaer gebucht",
      "2025-10-01 2026-09-30 2026-10-01 regulaer gebucht",
      "2026-10-01 2026-12-31 2027-01-01 regulaer offen",
      "2027-01-01 2027-03-31 2027-04-01 regulaer offen",
    ]);
  });

  test("füllen die Lücke, die ein stornierter Zeitraum zwischen gebuchten lässt", async () => {
    const id = await saeKonto(app, heute, { zahlungsrhythmus: "vierteljaehrlich" });
    await bucheAelteste(id, 3);
    await owner`
      update faelligkeit set status = 'offen', buchungslauf_id = null
      where pachtkonto_id = ${id} and zeitraum_von = '2025-01-01'`;
    expect(await aktualisiere(id)).toEqual({ neu: 0, geaendert: 0, entfallen: 0 });
    await app`update pachtkonto set zahlungsrhythmus = 'jaehrlich' where id = ${id}`;
    await aktualisiere(id);
    expect((await zeitraeume(id)).slice(0, 5)).toEqual([
      "2024-10-01 2024-12-31 2025-01-01 regulaer gebucht",
      "2025-01-01 2025-03-31 2025-04-01 regulaer offen",
      "2025-04-01 2025-06-30 2025-07-01 regulaer gebucht",
      "2025-07-01 2025-09-30 2025-10-01 regulaer offen",
      "2025-10-01 2026-09-30 2026-10-01 regulaer offen",
    ]);
  });

  test("eines Pachtkontos überschneiden sich nie, wer sie auch schreibt", async () => {
    const id = await saeKonto(app, heute);
    const doppelt = app`
      insert into faelligkeit (pachtkonto_id, zeitraum_von, zeitraum_bis, faellig_am, art)
      values (${id}, '2025-09-30', '2025-12-31', '2026-01-01', 'regulaer')`;
    await expect(doppelt).rejects.toMatchObject({ code: "23P01", constraint_name: "faelligkeit_getrennt" });
  });

  test("eines Pachtkontos planen zwei Vorgänge nacheinander", async () => {
    const id = await saeKonto(app, "2020-01-01");
    const ergebnisse = await Promise.all([aktualisiere(id), aktualisiere(id)]);
    expect(ergebnisse.map(({ neu }) => neu).sort()).toEqual([0, 5]);
  });
});

describe("eine Änderung in einem gebuchten Zeitraum", () => {
  test("wird abgelehnt und nennt, was zuerst zu stornieren ist", async () => {
    const id = await saeKonto(app, heute);
    await bucheAelteste(id, 2);
    await expect(pruefeUngebucht(app, id, "2026-10-01", null)).resolves.toBeUndefined();
    await expect(pruefeUngebucht(app, id, "2026-09-30", null)).rejects.toMatchObject({
      art: "konflikt",
      code: "zeitraum_gebucht",
      felder: { zeitraumVon: "2025-10-01", zeitraumBis: "2026-09-30" },
    });
    await expect(pruefeUngebucht(app, id, null, "2025-01-01")).rejects.toMatchObject({
      felder: { zeitraumVon: "2024-10-01" },
    });
  });
});
