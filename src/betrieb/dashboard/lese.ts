import { zaehleUeberfaelligeHebungen } from "../../abrechnung/hebungen/naechsteHebung.ts";
import type { Fristart } from "../../kern/fristen/fristen.ts";
import { inTagen } from "../../kern/kalender/tag.ts";
import { zaehleFristen } from "../../stammdaten/pachtkonten/fristen/gruppen.ts";
import { leseStatusUebersicht } from "../../stammdaten/patchobjekte/pflege.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../technik/http/schema.ts";
import * as q from "./queries.ts";
import type {
  ActivityEntry,
  AenderungFilter,
  BemerkungFilter,
  Benutzeraenderung,
  DashboardSummary,
  JuengsteBemerkung,
  Tagesstufen,
} from "./schema.ts";
import { satz } from "./wortlaut.ts";

const summe = (zeilen: readonly { anzahl: number }[]): number =>
  zeilen.reduce((gesamt, { anzahl }) => gesamt + anzahl, 0);

export async function leseUebersicht(sql: Sql, heute: string): Promise<DashboardSummary> {
  const jahr = Number(heute.slice(0, 4));
  const [
    konten,
    unbekannt,
    enden,
    fristen,
    objekte,
    kontakte,
    faelligkeiten,
    hebungen,
    ueberfaellig,
    laufsummen,
    letzter,
  ] = await Promise.all([
    q.countKonten(sql),
    q.countUnbekannteVorauszahlung(sql),
    q.countPachtenden(sql, heute),
    zaehleFristen(sql, heute, inTagen(heute, 365)),
    leseStatusUebersicht(sql),
    q.countKontakte(sql),
    q.countFaelligkeiten(sql, heute),
    q.countHebungen(sql),
    zaehleUeberfaelligeHebungen(sql, heute),
    q.findLaufsummen(sql, jahr),
    q.findLetztenLauf(sql),
  ]);
  const gestuft = (...arten: Fristart[]): Tagesstufen => ({
    in30Tagen: fristen(arten, inTagen(heute, 30)),
    in90Tagen: fristen(arten, inTagen(heute, 90)),
    in365Tagen: fristen(arten, inTagen(heute, 365)),
  });
  return {
    stichtag: heute,
    pachtkonten: {
      gesamt: summe(konten),
      jeStatus: [...konten],
      vorauszahlungUnbekannt: unbekannt,
      endenIn90Tagen: enden.in90Tagen,
    },
    fristen: { enden, kuendbar: gestuft("kuendigung", "verlaengerung"), anzuzeigen: gestuft("anzeige") },
    patchobjekte: { gesamt: summe(objekte), jeStatus: objekte },
    kontakte: { gesamt: kontakte },
    faelligkeiten,
    hebungen: { ...hebungen, ueberfaellig },
    buchungslaeufe: { jahr, ...laufsummen, letzter },
  };
}

/** Latest first. */
export async function listeTaetigkeiten(sql: Sql, limit: number): Promise<ActivityEntry[]> {
  return (await q.listTaetigkeiten(sql, limit)).map((zeile) => {
    const { benutzerId: _, name: __, felder: ___, ...taetigkeit } = zeile;
    return { ...taetigkeit, text: satz(zeile) };
  });
}

const tagMs = 24 * 60 * 60 * 1000;

export async function listeAenderungen(
  sql: Sql,
  filter: AenderungFilter,
  jetzt: Date,
): Promise<Liste<Benutzeraenderung>> {
  const seit = new Date(jetzt.getTime() - filter.tage * tagMs);
  const [zeilen, total] = await Promise.all([
    q.listAenderungen(sql, filter, seit),
    q.countAenderungen(sql, filter, seit),
  ]);
  const daten = zeilen.map((zeile) => {
    const { name: _, benutzerId, ...aenderung } = zeile;
    return { ...aenderung, benutzerId: benutzerId ?? 0, text: satz(zeile) };
  });
  return alsListe(daten, total, filter);
}

export async function listeBemerkungen(sql: Sql, filter: BemerkungFilter): Promise<Liste<JuengsteBemerkung>> {
  const [zeilen, total] = await Promise.all([q.listBemerkungen(sql, filter), q.countBemerkungen(sql, filter)]);
  return alsListe([...zeilen], total, filter);
}
