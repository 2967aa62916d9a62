import { readFile } from "node:fs/promises";
import { Ablehnung, ungueltig } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import { pruefeVersion } from "../../../technik/database/aendern.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { schreibe } from "../../../technik/database/schreibe.ts";
import { sperre } from "../../../technik/database/sperre.ts";
import type { Eingang } from "../../../technik/http/dateien/upload.ts";
import { sha256Von } from "../../../technik/sha256.ts";
import { liesBild } from "./bild.ts";
import { type Bild, Druckfarben, KeinBild, laengsteKante, ZuVielePixel } from "./bildtypen.ts";
import * as q from "./queries.ts";

const keines = (): Ablehnung => new Ablehnung("nichtGefunden", "nicht_gefunden", "Es ist kein Logo hinterlegt.");

const liesLogo = async (pfad: string): Promise<Bild> => {
  try {
    return await liesBild(await readFile(pfad));
  } catch (fehler) {
    if (fehler instanceof KeinBild)
      throw new Ablehnung("falscherTyp", "kein_bild", "Die Datei ist kein vollständiges PNG- oder JPEG-Bild.");
    if (fehler instanceof Druckfarben)
      throw new Ablehnung(
        "falscherTyp",
        "druckfarben",
        "Das Logo liegt in Druckfarben (CMYK) vor. Bitte als RGB speichern.",
      );
    if (fehler instanceof ZuVielePixel)
      throw ungueltig(
        "datei",
        "zu_viele_pixel",
        `Das Logo ist höchstens ${laengsteKante} Pixel breit und hoch, nicht ${fehler.message}.`,
      );
    throw fehler;
  }
};

/** Also where there is none yet: of two that are the first the second replaces it, and says so. */
const findeGesperrt = async (tx: Tx): Promise<q.LogoZeile | undefined> => {
  await sperre(tx, "logo");
  return q.findLogo(tx);
};

/**
 * Stores the logo in place of the one before, cleaned of everything that is not image.
 *
 * @throws Ablehnung falscherTyp for what is no image or not in RGB, ungueltig for too many pixels
 */
export async function ersetzeLogo(sql: Sql, kontext: Kontext, datei: Eingang): Promise<q.LogoZeile> {
  const bild = await liesLogo(datei.pfad);
  return schreibe(sql, kontext, async (tx) => {
    const alt = await findeGesperrt(tx);
    const neu = await q.upsertLogo(tx, {
      ...bild,
      groesse: bild.inhalt.length,
      sha256: sha256Von(bild.inhalt),
      hochgeladenVon: kontext.akteur.name,
    });
    await protokolliere(tx, kontext, { aktion: alt ? "aendern" : "anlegen", ressource: "logo", alt, neu });
    return neu;
  });
}

/** @throws Ablehnung nichtGefunden */
export async function leseLogobild(sql: Sql) {
  const bild = await q.findLogobild(sql);
  if (!bild) throw keines();
  return bild;
}

/** @throws Ablehnung nichtGefunden, veraltet */
export function loescheLogo(sql: Sql, kontext: Kontext): Promise<void> {
  return schreibe(sql, kontext, async (tx) => {
    const alt = await findeGesperrt(tx);
    if (!alt) throw keines();
    pruefeVersion(kontext, alt.version);
    await q.deleteLogo(tx);
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "logo", alt });
  });
}
