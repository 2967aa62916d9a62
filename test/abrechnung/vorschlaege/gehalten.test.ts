import { afterAll, beforeAll, expect, test } from "vitest";
import { halteVorschlaegeNach } from "../../../src/abrechnung/vorschlaege/gehalten/halteNach.ts";
import { type Sql, verbinde } from "../../../src/technik/database/pool.ts";
import { wuerfel } from "../../geschichte/wuerfel.ts";
import { buche, sendeBuchung, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import {
  fuegeFassungHinzu,
  indexklausel,
  kontoMitKlausel,
  legeReiheAn,
  uebernimm,
  vorschlaege,
  vorschlagFuer,
} from "./handgriffe.ts";

mitDienst({ stammdaten: true });

let worker: Sql;
beforeAll(() => {
  worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 2 });
});
afterAll(() => worker.end());

const prozent = { art: "prozent", wertBp: 250, alleMonate: 36 };
const staffel = { art: "staffel", stufen: [{ ab: "2027-04-01", prozentBp: 300 }] };
const setzeKlausel = (id: number, wertsicherung: object | null) =>
  verwalter().put(`/pachtkonten/${id}`, { wertsicherung });

/** The list from what is kept, and from a computation over all accounts. */
const beide = async () => {
  const gehalten = await vorschlaege("&limit=500");
  const [marke] = await dienst.owner`insert into hebungsvorschlag_marke default values returning id`;
  const gerechnet = await vorschlaege("&limit=500");
  await dienst.owner`delete from hebungsvorschlag_marke where id = ${marke?.id}`;
  return { gehalten, gerechnet };
};

const anzahlMarken = async () => (await dienst.owner`select from hebungsvorschlag_marke`).length;

test("was auch geschieht: die gehaltenen Vorschläge sind die, die eine Rechnung über alle Konten gäbe", async () => {
  const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-09": "115.7" });
  const klauseln = [prozent, staffel, indexklausel(reiheId), indexklausel(reiheId, { obergrenzeBp: 500 })];
  const ids: number[] = [];
  // Paid in advance, a booking moves what the index asks for behind it.
  for (let nr = 0; nr < 10; nr += 1)
    ids.push(await kontoMitKlausel(klauseln[nr % 4] ?? prozent, { istVorauszahlend: nr > 4 }));
  const w = wuerfel(15, 0);
  const einHebung = async (status: string) => {
    const [hebung] = await dienst.owner<{ id: number }[]>`
      select id from hebung where status in ('geplant', 'aktiv') order by id limit 1`;
    return verwalter().put(`/abrechnung/hebungen/${hebung?.id ?? 1}`, { status });
  };
  const taten: (() => Promise<unknown>)[] = [
    () => setzeKlausel(w.aus(ids), w.aus([...klauseln, null])),
    () =>
      dienst.owner`update pachtkonto_position set betrag_cent = ${w.bis(90_000)} where pachtkonto_id = ${w.aus(ids)}`,
    () => verwalter().put(`/pachtkonten/${w.aus(ids)}`, { pachtende: w.aus([null, "2027-03-31"]) }),
    () => uebernimm({ auswahl: [w.aus(ids), w.aus(ids)] }),
    () => einHebung(w.aus(["aktiv", "storniert"])),
    () => einHebung("abgeschlossen"),
    () => sendeBuchung({ datum: "2026-11-20", auswahl: [w.aus(ids)] }),
    () => storniere({ archivIds: [1 + w.bis(9)] }),
    () =>
      verwalter().put(`/einstellungen/indexreihen/${reiheId}/fassungen/1`, {
        staende: [{ monat: "2026-10", wert: `11${w.bis(9)}.3` }],
      }),
    () => fuegeFassungHinzu(reiheId, { "2021-03": "100.0", "2026-10": `11${w.bis(9)}.0` }, "2026-11-02", "2025 = 100"),
    () => dienst.owner`update positionsart set erhoehbar = not erhoehbar where id = 1`,
    () => verwalter().delete(`/pachtkonten/${w.aus(ids)}`),
  ];
  for (let schritt = 0; schritt < 60; schritt += 1) {
    await w.aus(taten)();
    if (w.wahr(40)) await halteVorschlaegeNach(worker);
    const { gehalten, gerechnet } = await beide();
    expect(gehalten, `Schritt ${schritt}`).toEqual(gerechnet);
  }
  await dienst.owner`update positionsart set erhoehbar = true`;
  await halteVorschlaegeNach(worker);
  expect(await anzahlMarken()).toBe(0);
  expect((await beide()).gehalten.pagination.total).toBeGreaterThan(0);
});

test("was gebucht wird, schiebt den Vorschlag hinaus, sein Storno holt ihn zurück", async () => {
  const reiheId = await legeReiheAn({ "2021-03": "105.1", "2026-09": "115.7" });
  const id = await kontoMitKlausel(indexklausel(reiheId), { istVorauszahlend: true });
  const gehaltenAb = async () => {
    await halteVorschlaegeNach(worker);
    return (await vorschlagFuer(id))?.wirksamAb;
  };
  expect(await gehaltenAb()).toBe("2026-12-01");
  const { id: buchungslaufId } = await buche("2026-11-20", [id]);
  expect((await vorschlagFuer(id))?.wirksamAb).toBe("2027-10-01");
  expect(await gehaltenAb()).toBe("2027-10-01");
  expect((await storniere({ buchungslaufId })).status).toBe(201);
  expect((await vorschlagFuer(id))?.wirksamAb).toBe("2026-12-01");
});

test("eine Änderung, die beim Nachhalten noch nicht fertig ist, geht nicht verloren", async () => {
  const id = await kontoMitKlausel(prozent);
  await halteVorschlaegeNach(worker);
  const vorher = await vorschlaege();
  let nachgehalten = false;
  await dienst.owner.begin(async (tx) => {
    await tx`update pachtkonto_position set betrag_cent = betrag_cent + 100 where pachtkonto_id = ${id}`;
    await fuegeFassungHinzu(await legeReiheAn({ "2021-03": "105.1" }), { "2021-03": "100.0" });
    await halteVorschlaegeNach(worker);
    nachgehalten = (await anzahlMarken()) === 0;
  });
  expect(nachgehalten).toBe(true);
  const { gehalten, gerechnet } = await beide();
  expect(gehalten).toEqual(gerechnet);
  expect(gehalten.vorschlagHash).not.toBe(vorher.vorschlagHash);
});

test("zwei, die zugleich nachhalten, stehen sich nicht im Weg", async () => {
  await kontoMitKlausel(prozent);
  await Promise.all([halteVorschlaegeNach(worker), halteVorschlaegeNach(worker)]);
  const { gehalten, gerechnet } = await beide();
  expect(gehalten).toEqual(gerechnet);
});
