import { Ablehnung, nichtGefunden } from "../../kern/ablehnung.ts";
import type { Akteur } from "../../kern/kontext.ts";
import { darf } from "../../kern/rechte.ts";
import type { Db } from "../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import * as q from "./queries.ts";
import type { Auftrag, AuftragFilter } from "./schema.ts";

const siehtAlle = ({ rollen }: Akteur): boolean => darf(rollen, "betrieb.fuehren");

const ergebnisUnter = ({ art, status, laufId, abruf, importId }: q.Auftragszeile): string | null => {
  if (status !== "fertig") return null;
  if (art === "extaccounting") return "/extaccounting/jobs";
  if (art === "duplikate") return "/duplikate/kontakte";
  if (importId !== null) return `/import/${importId}`;
  return laufId === null ? abruf : `/abrechnung/pdf-gesamt?buchungslaufId=${laufId}`;
};

const alsAuftrag = (zeile: q.Auftragszeile, basis: string): Auftrag => {
  const { benutzerId: _, laufId: __, abruf: ___, importId: ____, ...auftrag } = zeile;
  const ort = ergebnisUnter(zeile);
  return { ...auftrag, ergebnisUnter: ort === null ? null : basis + ort };
};

/** The newest first; whoever does not run the house sees those that he wanted himself. */
export async function listeAuftraege(
  sql: Db,
  akteur: Akteur,
  basis: string,
  filter: AuftragFilter,
): Promise<Liste<Auftrag>> {
  const wessen = siehtAlle(akteur) ? null : akteur.id;
  const total = await q.countAuftraege(sql, filter, wessen);
  const zeilen = await q.listAuftraege(sql, filter, wessen);
  return alsListe(
    zeilen.map((zeile) => alsAuftrag(zeile, basis)),
    total,
    filter,
  );
}

/** @throws Ablehnung nichtGefunden, nichtErlaubt `keine_berechtigung` for a job of another user */
export async function leseAuftrag(sql: Db, akteur: Akteur, basis: string, id: number): Promise<Auftrag> {
  const zeile = await q.findAuftrag(sql, id);
  if (!zeile) throw nichtGefunden("Einen Auftrag mit der id", id);
  if (zeile.benutzerId !== akteur.id && !siehtAlle(akteur))
    throw new Ablehnung("nichtErlaubt", "keine_berechtigung", "Diesen Auftrag hat jemand anders erteilt.");
  return alsAuftrag(zeile, basis);
}
