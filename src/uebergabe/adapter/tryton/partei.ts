import type { Aufruf, Ausgang, ExternePartei } from "../typen.ts";
import type { Firma } from "./firma.ts";

const finde = async ({ rpc, kontext }: Firma, code: string, aufruf: Aufruf): Promise<number | undefined> => {
  // Deactivated ones too: their code is taken.
  const suche = [
    ["code", "=", code],
    ["active", "in", [true, false]],
  ];
  return (await rpc.frage<number[]>("model.party.party.search", [suche, 0, 1, null, kontext], aufruf))[0];
};

/** @param art of the VAT number: Tryton checks the digits of an `eu_vat`, null is not checked */
const baue = async ({ stammdaten }: Firma, partei: ExternePartei, art: "eu_vat" | null, aufruf: Aufruf) => {
  const anschrift = {
    street: [partei.strasse, partei.adresszusatz].filter(Boolean).join("\n"),
    postal_code: partei.plz,
    city: partei.ort,
    country: await stammdaten.land(partei.land, aufruf),
  };
  return {
    code: partei.code,
    name: partei.name,
    lang: await stammdaten.sprache(aufruf),
    addresses: [["create", [anschrift]]],
    identifiers: partei.ustId ? [["create", [{ type: art, code: partei.ustId }]]] : [],
  };
};

/** Finds or makes the party by its code. @throws Absage */
export async function sorgeFuerPartei(
  firma: Firma,
  partei: ExternePartei,
  aufruf: Aufruf,
): Promise<Ausgang<{ id: string }>> {
  const vorhanden = await finde(firma, partei.code, aufruf);
  if (vorhanden !== undefined) return { ausgang: "done", wert: { id: String(vorhanden) } };
  const lege = async (art: "eu_vat" | null) => {
    const werte = await baue(firma, partei, art, aufruf);
    return firma.rpc.aendere<number[]>("partei", "model.party.party.create", [[werte], firma.kontext], aufruf);
  };
  let neu = await lege("eu_vat");
  // The archive keeps the VAT number as it was; one that Tryton finds wrong must not stop the document for ever.
  if (partei.ustId && neu.ausgang === "rejected" && neu.code === "ungueltig") neu = await lege(null);
  if (neu.ausgang === "done") return { ausgang: "done", wert: { id: String(neu.wert[0]) } };
  // Codes are unique: another client may have made it in between.
  const doch = neu.ausgang === "rejected" ? await finde(firma, partei.code, aufruf) : undefined;
  return doch === undefined ? neu : { ausgang: "done", wert: { id: String(doch) } };
}
