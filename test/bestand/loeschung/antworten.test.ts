import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Zusammenfuehrung } from "../../../src/bestand/zusammenfuehrung/schema.ts";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import type { Pachtkonto } from "../../../src/stammdaten/pachtkonten/schema.ts";
import type { Patchobjekt } from "../../../src/stammdaten/patchobjekte/schema.ts";
import { mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { fundstellen, loesche } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

/** Asks twice with one key: before and after `dazwischen`. */
const zweimal = async <T>(pfad: string, body: object): Promise<{ erste: T; wiederholt: () => Promise<T> }> => {
  const schluessel = randomUUID();
  const frage = async () => {
    const { status, text, json } = await verwalter().post<T>(pfad, body, { "Idempotency-Key": schluessel });
    expect(status, text).toBe(201);
    return json;
  };
  return { erste: await frage(), wiederholt: frage };
};

const lege = async (body: object): Promise<number> =>
  (await verwalter().post<Kontakt>("/kontakte", { typ: "person", ...body })).json.id;

describe("wer eine Anfrage wiederholt, nachdem ein anderer gelöscht wurde", () => {
  const nachbar = {
    vorname: "Hilke",
    nachname: "Bostel",
    strasse: "Dorfstraße",
    hausnummer: "9",
    telefon: "0581 4711",
  };
  const adresse = { plz: "29525", ort: "Uelzen" };

  test("bekommt von einer Nachbarin ähnlichen Namens, was sie ist, und nur von ihm nichts mehr", async () => {
    const kontakt = await zweimal<Kontakt>("/kontakte", {
      typ: "person",
      ...{ ...nachbar, ...adresse, nachname: "Bostelmann", hausnummer: "1" },
      bemerkung: "Schwägerin von Bostel",
    });
    const er = await lege({ ...nachbar, ...adresse });
    const objekt = await zweimal<Patchobjekt>("/patchobjekte", {
      bezeichnung: "Acker Bostelmann",
      objektart: "acker",
      ...{ strasse: "Dorfstraße", hausnummer: "9", ...adresse },
      bemerkung: "Schlüssel bei Bostel, 0581 4711",
    });
    const konto = await zweimal<Pachtkonto>("/pachtkonten", {
      zahlungsrhythmus: "jaehrlich",
      ...{ pachtbeginn: "2010-10-01", pachtende: "2012-09-30", abrechnungAb: "2013-10-01", bezeichnung: "Uelzen" },
      beteiligte: [er, kontakt.erste.id].map((kontaktId) => ({
        ...{ kontaktId, rolle: "paechter", anteilZaehler: 1, anteilNenner: 2 },
      })),
    });

    expect((await loesche(er)).status).toBe(200);

    expect(await kontakt.wiederholt()).toEqual(kontakt.erste);
    expect(await objekt.wiederholt()).toEqual({ ...objekt.erste, bemerkung: "gelöscht" });
    const [seins, ihres] = konto.erste.beteiligte;
    expect(seins).toMatchObject({ kontaktId: er, anzeigename: "Hilke Bostel" });
    expect(await konto.wiederholt()).toEqual({
      ...konto.erste,
      beteiligte: [{ ...seins, anzeigename: "gelöscht" }, ihres],
    });
  });
});

test("von einer Zusammenführung sagt die Wiederholung nicht mehr, was sie an ihm geändert hat", async () => {
  const bleibt = await lege({ vorname: "Baldur", nachname: "Vogelbeer" });
  const geht = await lege({ vorname: "Baldwin", nachname: "Vogelbeerlein" });
  const fremde = await zweimal<Zusammenfuehrung>("/duplikate/kontakte/zusammenfuehrung", {
    bleibt: await lege({ vorname: "Bodo", nachname: "Weißdornhain" }),
    geht: await lege({ vorname: "Bodo", nachname: "Weißdorn" }),
    felder: ["nachname"],
  });
  const { erste, wiederholt } = await zweimal<Zusammenfuehrung>("/duplikate/kontakte/zusammenfuehrung", {
    ...{ bleibt, geht, felder: ["vorname", "nachname"] },
  });
  expect(erste.felder).toContainEqual({ feld: "vorname", alt: "Baldur", neu: "Baldwin" });
  // So none of these words is his any more when he is erased.
  await verwalter().put(`/kontakte/${bleibt}`, { vorname: "Bodo", nachname: "Weißdorn" });
  expect((await loesche(bleibt)).status).toBe(200);

  expect(await wiederholt()).toEqual({
    ...erste,
    bleibt: { id: bleibt, name: "gelöscht" },
    geht: { id: geht, name: "gelöscht" },
    felder: [],
    pachtkonten: [],
  });
  expect(await fremde.wiederholt()).toEqual(fremde.erste);
  expect(await fundstellen(["Vogelbeer", "Baldur", "Baldwin"])).toEqual([]);
});
