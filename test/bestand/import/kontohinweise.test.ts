import { beforeAll, describe, expect, test } from "vitest";
import { mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { befunde, importiere, kurz, type Mappe, mitWorker, pruefe } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();

let reihe: string;
beforeAll(async () => {
  reihe = "Preisindex Muster";
  const { json } = await verwalter().post<{ id: number }>("/einstellungen/indexreihen", { name: reihe });
  const fassung = { basis: "2020 = 100", staende: [{ monat: "2024-09", wert: "119.7" }] };
  expect((await verwalter().post(`/einstellungen/indexreihen/${json.id}/fassungen`, fassung)).status).toBe(201);
});

const konto = (kontonummer: string, felder: Record<string, string | number | null> = {}) => ({
  kontonummer,
  pachtbeginn: "2018-10-01",
  pachtjahrBeginn: "10-01",
  zahlungsrhythmus: "jaehrlich",
  istVorauszahlend: false,
  ...felder,
});

const objekt = (importSchluessel: string, pachtkonto: string | null, objektart = "acker") => ({
  importSchluessel,
  bezeichnung: `Flur ${importSchluessel}`,
  objektart,
  pachtkonto,
});

/** By Monday 5 October 2026 for 30 September 2028. */
const zuSpaet = { status: "gekuendigt", gekuendigtAm: "2026-10-06", kuendigungZum: "2028-09-30" };
const rechtzeitig = { ...zuSpaet, gekuendigtAm: "2026-10-05" };

const hinweise = async (mappe: Mappe): Promise<string[]> => {
  const { id, fehler } = await pruefe(mappe);
  expect(fehler, (await kurz(id)).join("\n")).toBe(0);
  return (await kurz(id, "hinweis")).filter((hinweis) => /(kuendigung|klausel)_/.test(hinweis));
};

describe("Was zu einer Kündigung zu sagen ist, sagt auch der Import", () => {
  test("zu einem neuen Konto, nach der Vertragsart oder den Objekten der Datei", async () => {
    const mappe = {
      Pachtkonten: [
        konto("N-1", { ...zuSpaet, vertragsart: "landpacht" }),
        konto("N-2", { ...rechtzeitig, vertragsart: "landpacht" }),
        konto("N-3", zuSpaet),
        konto("N-4", zuSpaet),
        konto("N-5", { ...zuSpaet, vertragsart: "landpacht", pachtende: "2028-09-30" }),
      ],
      Patchobjekte: [objekt("NO-1", "N-3"), objekt("NO-2", "N-4", "wald")],
    };
    const erwartet = [
      "Pachtkonten 2 kuendigungZum kuendigung_verspaetet",
      "Pachtkonten 4 kuendigungZum kuendigung_verspaetet",
    ];
    expect(await hinweise(mappe)).toEqual(erwartet);
    const { id } = await importiere(mappe);
    expect((await kurz(id, "hinweis")).filter((hinweis) => hinweis.includes("kuendigung_"))).toEqual(erwartet);
    expect((await befunde(id)).find(({ code }) => code === "kuendigung_verspaetet")).toMatchObject({
      text: expect.stringContaining("05.10.2026"),
      wert: "2028-09-30",
    });
    // A second time nothing is new.
    expect(await hinweise(mappe)).toEqual([]);
  });

  test("zu einer neuen und einer berichtigten, am vereinbarten Ende gemessen", async () => {
    const fest = konto("A-1", { pachtende: "2030-09-30" });
    await importiere({ Pachtkonten: [fest], Patchobjekte: [objekt("AO-1", "A-1")] });
    const befristet = ["Pachtkonten 2 kuendigungZum kuendigung_befristet"];
    const gekuendigt = { kontonummer: "A-1", ...zuSpaet };
    expect(await hinweise({ Pachtkonten: [gekuendigt] })).toEqual(befristet);
    await importiere({ Pachtkonten: [gekuendigt] });
    expect(await hinweise({ Pachtkonten: [{ ...gekuendigt, ...rechtzeitig }] })).toEqual(befristet);
    expect(await hinweise({ Pachtkonten: [{ ...gekuendigt, bemerkung: "Akte" }] })).toEqual([]);
  });

  test("Objekte, die die Datei einem Konto gibt oder nimmt, zählen, wie sie es danach tun", async () => {
    await importiere({
      Pachtkonten: [konto("U-1"), konto("U-2")],
      Patchobjekte: [objekt("UO-1", "U-1"), objekt("UO-2", "U-1", "wald"), objekt("UO-3", "U-2")],
    });
    const kuendige = (kontonummer: string) => ({ kontonummer, ...zuSpaet });
    const beide = [kuendige("U-1"), kuendige("U-2")];
    expect(await hinweise({ Pachtkonten: beide })).toEqual(["Pachtkonten 3 kuendigungZum kuendigung_verspaetet"]);
    expect(await hinweise({ Pachtkonten: beide, Patchobjekte: [objekt("UO-2", "U-2", "wald")] })).toEqual([
      "Pachtkonten 2 kuendigungZum kuendigung_verspaetet",
    ]);
    expect(await hinweise({ Pachtkonten: beide, Patchobjekte: [objekt("UO-2", null, "wald")] })).toEqual([
      "Pachtkonten 2 kuendigungZum kuendigung_verspaetet",
      "Pachtkonten 3 kuendigungZum kuendigung_verspaetet",
    ]);
  });
});

test("Was das Preisklauselgesetz fragt, sagt der Import auch, wenn sich nur die Laufzeit ändert", async () => {
  const klausel = {
    "wertsicherung.art": "index",
    "wertsicherung.reihe": reihe,
    "wertsicherung.basisMonat": "2024-09",
    "wertsicherung.schwelle": "10 %",
    "wertsicherung.vergleich": "erreicht",
    "wertsicherung.rundung": "amtlich",
  };
  await importiere({ Pachtkonten: [konto("L-1", { ...klausel, pachtende: "2038-09-30" })] });
  const kurzer = { kontonummer: "L-1", pachtende: "2028-09-29" };
  const laufzeit = ["Pachtkonten 2 wertsicherung.art klausel_laufzeit"];
  expect(await hinweise({ Pachtkonten: [kurzer] })).toEqual(laufzeit);
  expect(await hinweise({ Pachtkonten: [{ kontonummer: "L-1", vertragsschlussAm: "2029-01-01" }] })).toEqual(laufzeit);
  expect(await hinweise({ Pachtkonten: [{ kontonummer: "L-1", bemerkung: "Akte" }] })).toEqual([]);
});
