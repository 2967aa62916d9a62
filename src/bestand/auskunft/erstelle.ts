import { erstelleHebungsbrief, erstellePdf } from "../../belege/dokumente/beiBedarf.ts";
import { type Ausgabe, alsStrom } from "../../belege/exporte/ausgabe.ts";
import { Ablehnung } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { leseAuchGeloeschten } from "../../stammdaten/kontakte/pflege.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { leseDaten } from "./daten.ts";
import { findInhalt } from "./queries.ts";
import { briefpfad, hebungspfad, schreibeUebersicht, uploadpfad } from "./uebersicht.ts";
import { type Eintrag, schreibeZip } from "./zip.ts";

const alsBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A letter that cannot be drawn does not cost the person the rest. */
const briefOderGrund = async (name: string, erstelle: () => Promise<{ inhalt: Uint8Array }>): Promise<Eintrag> => {
  try {
    return { name, inhalt: (await erstelle()).inhalt };
  } catch (fehler) {
    if (!(fehler instanceof Ablehnung)) throw fehler;
    return { name: `${name}.fehlt.txt`, inhalt: alsBytes(fehler.detail) };
  }
};

async function* sammle(sql: Sql, kontaktId: number, heute: string): AsyncGenerator<Eintrag> {
  const daten = await leseDaten(sql, kontaktId, heute);
  yield { name: "uebersicht.html", inhalt: alsBytes(schreibeUebersicht(daten)) };
  yield { name: "daten.json", inhalt: alsBytes(`${JSON.stringify(daten, null, 2)}\n`) };
  for (const { id, belegnummer } of daten.belege)
    yield await briefOderGrund(briefpfad(belegnummer), () => erstellePdf(sql, id));
  for (const schreiben of daten.hebungsschreiben)
    yield await briefOderGrund(hebungspfad(schreiben), () => erstelleHebungsbrief(sql, schreiben.hebungId));
  for (const upload of daten.uploads) yield { name: uploadpfad(upload), inhalt: await findInhalt(sql, upload.id) };
}

/**
 * All that is stored about a contact, for him: a ZIP archive, made while it is sent.
 *
 * @param heruntergeladen false for HEAD: nothing leaves the house, so nothing is recorded
 * @throws Ablehnung nichtGefunden, aufgehoben where he was merged into another
 */
export async function erstelleAuskunft(
  sql: Sql,
  kontext: Kontext,
  kontaktId: number,
  heruntergeladen: boolean,
): Promise<Ausgabe> {
  await leseAuchGeloeschten(sql, kontaktId);
  const dateiname = `auskunft-${kontaktId}-${kontext.heute}.zip`;
  if (heruntergeladen)
    await protokolliere(sql, kontext, {
      aktion: "auskunft",
      ressource: "kontakt",
      ressourceId: kontaktId,
      neu: { dateiname },
    });
  return {
    dateiname,
    oeffne: () => alsStrom(schreibeZip(sammle(sql, kontaktId, kontext.heute), kontext.jetzt)),
  };
}
