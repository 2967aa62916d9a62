import { konflikt, nichtGefunden } from "../../../kern/ablehnung.ts";
import type { Kontext } from "../../../kern/kontext.ts";
import { protokolliere } from "../../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import type { Bereich, Sendung } from "../../../technik/http/dateien/dateiantwort.ts";
import { anordnung } from "../../../technik/http/dateien/dateiantwort.ts";
import { ausStuecken } from "../../../technik/http/dateien/stuecke.ts";
import type { Angaben } from "../../briefe/satz/blatt.ts";
import * as q from "../queries.ts";
import type { Sammeldatei } from "../schema.ts";
import type { Quelle } from "../zeichnung/quellen.ts";
import { beginneTeil, type Teil } from "../zeichnung/teil.ts";
import { type Besorgte, type Bestellung, besorge } from "./besorge.ts";

/** What the audit log says about a download. */
type Nachweis = { ressource: string; ressourceId: string | null; neu: object };

/** What a clerk asks for; `name` of the file is without ending, `sonst` says why there may be nothing in it. */
type Wunsch = { name: string; sonst: string; nachweis: Nachweis; teil?: number | undefined };

/** A file to send now, or how far the work on it is. */
export type Lieferung = { sendung: Sendung } | { sammeldatei: Sammeldatei };

const keinTeil = (teil: number) => nichtGefunden("Eine Datei mit der Nummer", teil);

/**
 * Draws few letters here and now.
 *
 * @throws Ablehnung nichtGefunden for a part that there is not, konflikt `keine_schreiben`
 */
export async function zeichneDirekt(
  sql: Sql,
  kontext: Kontext,
  { name, sonst, nachweis, teil: nr = 1 }: Wunsch,
  angaben: Omit<Angaben, "verfasser">,
  quelle: Quelle,
): Promise<Lieferung> {
  if (nr !== 1) throw keinTeil(nr);
  let teil: Teil | undefined;
  for await (const gruppe of quelle)
    for (const schreiben of gruppe)
      if (teil) await teil.nimm(schreiben);
      else teil = await beginneTeil(angaben, schreiben);
  if (!teil) throw keineSchreiben(sonst);
  const { inhalt, sha256 } = await teil.schliesse();
  return {
    sendung: {
      ...kopfVon(name, sha256, inhalt.length),
      oeffne: ({ von, bis }) => inhalt.subarray(von, bis + 1),
      merke: (bereich) => merke(sql, kontext, nachweis, `${name}.pdf`, bereich),
    },
  };
}

/**
 * Has the worker draw many letters, or sends what it has drawn. Without `teil` the only file, or the list of several.
 *
 * @throws Ablehnung nichtGefunden for a part that there is not, konflikt `keine_schreiben` or `pdf_nicht_erstellbar`
 */
export async function holeAusAuftrag(
  sql: Sql,
  kontext: Kontext,
  wunsch: Wunsch,
  bestellung: Bestellung,
): Promise<Lieferung> {
  const besorgte = await besorge(sql, bestellung, kontext.akteur);
  const { teil } = wunsch;
  const { datei, teile } = besorgte;
  const istFertig = datei.status === "fertig";
  if (istFertig && teile.length === 0) throw keineSchreiben(wunsch.sonst);
  const nr = teil ?? (istFertig && teile.length === 1 ? 1 : undefined);
  const gesucht = teile.find((einer) => einer.teil === nr);
  if (gesucht) return { sendung: ausTeil(sql, kontext, wunsch, besorgte, gesucht) };
  if (istFertig && teil !== undefined) throw keinTeil(teil);
  return { sammeldatei: datei };
}

const ausTeil = (
  sql: Sql,
  kontext: Kontext,
  { name, nachweis }: Wunsch,
  { id, datei, teile }: Besorgte,
  { teil, sha256, groesse }: q.Teilzeile,
): Sendung => {
  const voll = datei.status === "fertig" && teile.length === 1 ? name : `${name}-teil-${teil}`;
  return {
    ...kopfVon(voll, sha256, groesse),
    oeffne: (bereich) => ausStuecken(bereich, (nr) => q.findStueck(sql, id, teil, nr)),
    merke: async (bereich) => {
      await q.updateAbgeholt(sql, id, teil);
      await merke(sql, kontext, nachweis, `${voll}.pdf`, bereich);
    },
  };
};

const kopfVon = (name: string, sha256: string, groesse: number) => ({
  sha256,
  groesse,
  medientyp: "application/pdf",
  anordnung: anordnung("attachment", `${name}.pdf`),
});

const merke = (
  sql: Sql,
  kontext: Kontext,
  { neu, ...nachweis }: Nachweis,
  dateiname: string,
  bereich: Bereich | undefined,
): Promise<void> =>
  protokolliere(sql, kontext, {
    aktion: "export",
    ...nachweis,
    neu: { ...neu, dateiname, ...(bereich ? { bytes: `${bereich.von}-${bereich.bis}` } : {}) },
  });

const keineSchreiben = (sonst: string) => konflikt("keine_schreiben", `Dazu gibt es keine Schreiben. ${sonst}`);
