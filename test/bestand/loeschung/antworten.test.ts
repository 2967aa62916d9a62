import { describe, expect, test } from "vitest";
import type { Kontakt } from "../../../src/stammdaten/kontakte/schema.ts";
import type { Pachtkonto } from "../../../src/stammdaten/pachtkonten/schema.ts";
import type { Patchobjekt } from "../../../src/stammdaten/patchobjekte/schema.ts";
import { mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { loesche } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

/** Asks twice with one key: before and after `dazwischen`. */
const zweimal = async <T>(pfad: string, body: object): Promise<{ erste: T; wiederholt: () => Promise<T> }> => {
  const frage = async () => {
    const { status, text, json } = await verwalter().post<T>(pfad, body, { "Idempotency-Key": `zweimal ${pfad}` });
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
