import { vergleicheText } from "../../kern/vergleicheText.ts";
import { inMomentaufnahme } from "../../technik/database/momentaufnahme.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { alsListe } from "../../technik/http/schema.ts";
import { verlangeLauf } from "../exporte/lauf.ts";
import { listAbrufe } from "./queries.ts";
import type { SepaPruefungFilter, Stand, Summe, Zahlungsbefund, Zahlungspruefung } from "./schema.ts";
import type { Unbeteiligt } from "./sepa/zahlungen.ts";
import { alsBefund, begruende, leseAuftraggeber, type Sichtung, sichte } from "./sichte.ts";

const keine = (): Summe => ({ anzahl: 0, summeCent: 0 });

const zaehle = (summe: Summe, betragCent: number): void => {
  summe.anzahl += 1;
  summe.summeCent += betragCent;
};

/**
 * What becomes of each document of a run: each counts once.
 *
 * @throws Ablehnung nichtGefunden, or konflikt `lauf_nicht_abgeschlossen`
 */
export function pruefeSepa(sql: Sql, filter: SepaPruefungFilter, heute: string): Promise<Zahlungspruefung> {
  // One snapshot: a record changed meanwhile is either old or new in the whole answer.
  return inMomentaufnahme(sql, async (tx) => {
    const { buchungslaufId, art, page, limit } = filter;
    const lauf = await verlangeLauf(tx, buchungslaufId);
    const summen: Record<Exclude<Stand, "unbeteiligt">, Summe> = {
      bereit: keine(),
      in_datei: keine(),
      ausgelassen: keine(),
      forderung: keine(),
    };
    const uebrige = new Map<Unbeteiligt, number>();
    const gesuchte = new Set<Stand>(filter.stand ?? ["bereit", "in_datei", "ausgelassen", "forderung", "unbeteiligt"]);
    const data: Zahlungsbefund[] = [];
    let total = 0;
    const nimm = (sichtung: Sichtung): void => {
      if (sichtung.stand === "unbeteiligt")
        uebrige.set(sichtung.gruende[0], (uebrige.get(sichtung.gruende[0]) ?? 0) + 1);
      else zaehle(summen[sichtung.stand], sichtung.betragCent);
      if (!gesuchte.has(sichtung.stand)) return;
      if (total >= (page - 1) * limit && data.length < limit) data.push(alsBefund(sichtung));
      total += 1;
    };
    const firma = await leseAuftraggeber(tx);
    await sichte(tx, { buchungslaufId, art, firma, heute }, (sichtungen) => sichtungen.forEach(nimm));
    return {
      zahlungen: summen.bereit,
      inDateien: summen.in_datei,
      ausgelassen: summen.ausgelassen,
      forderungen: summen.forderung,
      unbeteiligt: [...uebrige]
        .map(([code, anzahl]) => ({ ...begruende(code), anzahl }))
        .sort((a, b) => vergleicheText(a.code, b.code)),
      abrufe: [...(await listAbrufe(tx, lauf.id, art))],
      ...alsListe(data, total, filter),
    };
  });
}
