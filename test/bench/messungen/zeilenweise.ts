import { ermittleKonten, postenVon } from "../../../src/abrechnung/eingabe/ermittle.ts";
import { listFaelligeIds } from "../../../src/abrechnung/eingabe/lade.ts";
import type { BelegEntwurf } from "../../../src/kern/pacht/typen.ts";
import type { Sql, Tx } from "../../../src/technik/database/pool.ts";

export type ZeilenweiseMessung = { konten: number; zeilen: number; sekunden: number };

class Zurueck extends Error {}

type Ort = {
  laufId: string;
  kontoId: number;
  kontonummer: string;
  archivkontoId: number;
  ausstellerId: number;
  heute: string;
};
type Faelligkeit = { id: number | null; zeitraumVon: string; zeitraumBis: string; faelligAm: string };

const schreibeBeleg = async (tx: Tx, ort: Ort, f: Faelligkeit, beleg: BelegEntwurf): Promise<number> => {
  await tx`
    insert into nummernkreis (belegart, jahr) values (${beleg.belegart}, ${Number(ort.heute.slice(0, 4))})
    on conflict do nothing`;
  const [nummer] = await tx<{ nummer: number }[]>`
    update nummernkreis set naechste = naechste + 1
    where belegart = ${beleg.belegart} and jahr = ${Number(ort.heute.slice(0, 4))}
    returning naechste - 1 nummer`;
  const [empfaenger] = await tx<{ daten: object; suchtext: string }[]>`
    select to_jsonb(k) - 'suchtext' - 'suchtext_partei' daten, suchtext_partei suchtext
    from kontakt k where id = ${beleg.kontaktId}`;
  const belegnummer = `${beleg.belegart}-${nummer?.nummer}`;
  const [zeile] = await tx<{ id: number }[]>`
    insert into archiv_beleg (buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer, faelligkeit_id,
      art, belegart, belegnummer, belegdatum, zeitraum_von, zeitraum_bis, leistung_von, leistung_bis, faellig_am, zahlbar_bis, kontakt_id, empfaenger,
      netto_cent, steuer_cent, brutto_cent, auszahlung_cent, suchtext)
    values (${ort.laufId}, ${ort.archivkontoId}, ${ort.ausstellerId}, ${ort.kontoId}, ${ort.kontonummer}, ${f.id},
      ${f.id === null ? "schlussabrechnung" : "regulaer"}, ${beleg.belegart}, ${belegnummer}, ${ort.heute},
      ${f.zeitraumVon}, ${f.zeitraumBis}, ${beleg.leistungVon}, ${beleg.leistungBis}, ${f.faelligAm}, ${f.faelligAm}, ${beleg.kontaktId},
      ${tx.json((empfaenger?.daten ?? {}) as never)}, ${beleg.nettoCent}, ${beleg.steuerCent}, ${beleg.bruttoCent},
      ${beleg.auszahlungCent}, ${`${belegnummer} ${empfaenger?.suchtext} ${ort.kontonummer}`})
    returning id`;
  const belegId = Number(zeile?.id);
  for (const [i, z] of beleg.zeilen.entries())
    await tx`
      insert into archiv_zeile (beleg_id, nr, ursprung_id, position_id, positionsart_id, bezeichnung, zeitraum_von,
        zeitraum_bis, netto_cent, steuersatz_bp, steuerbefreiung_grund, weiterleitung, herleitung)
      values (${belegId}, ${i + 1}, ${z.ursprungId}, ${z.positionId}, ${z.positionsartId}, ${z.bezeichnung},
        ${z.zeitraumVon}, ${z.zeitraumBis}, ${z.nettoCent}, ${z.steuersatzBp}, ${z.steuerbefreiungGrund},
        ${z.weiterleitung}, ${tx.json(z.herleitung as never)})`;
  for (const [i, s] of beleg.steuergruppen.entries())
    await tx`
      insert into archiv_steuer (beleg_id, nr, steuersatz_bp, steuerbefreiung_grund, netto_cent, steuer_cent)
      values (${belegId}, ${i + 1}, ${s.steuersatzBp}, ${s.steuerbefreiungGrund}, ${s.nettoCent}, ${s.steuerCent})`;
  return 1 + beleg.zeilen.length + beleg.steuergruppen.length;
};

const bucheKonto = async (tx: Tx, laufId: string, ausstellerId: number, id: number, heute: string): Promise<number> => {
  const [ermittelt] = await ermittleKonten(tx, [id], { datum: heute, belegdatum: heute });
  if (!ermittelt?.ergebnis.abrechenbar) return 0;
  const { konto, ergebnis } = ermittelt;
  const [archivkonto] = await tx<{ id: number }[]>`
    insert into archivkonto (buchungslauf_id, pachtkonto_id, kontonummer, konto, anzahl_dokumente, paechter_brutto_cent,
      verpaechter_brutto_cent, gebuehr_brutto_cent)
    select ${laufId}, id, kontonummer, to_jsonb(k) - 'suchtext', 0, 0, 0, 0 from pachtkonto k where id = ${id}
    returning id`;
  let zeilen = 1;
  const ort = { laufId, kontoId: id, kontonummer: konto.kontonummer, archivkontoId: Number(archivkonto?.id) };
  for (const { faelligkeit, belege } of postenVon(ergebnis)) {
    if (faelligkeit.id !== null) {
      await tx`
        update faelligkeit set status = 'gebucht', buchungslauf_id = ${laufId}
        where id = ${faelligkeit.id} and status = 'offen'`;
      await tx`
        insert into gebuchter_zeitraum (faelligkeit_id, buchungslauf_id, pachtkonto_id, zeitraum_von, zeitraum_bis)
        values (${faelligkeit.id}, ${laufId}, ${id}, ${faelligkeit.zeitraumVon}, ${faelligkeit.zeitraumBis})`;
      zeilen += 1;
    }
    for (const beleg of belege) zeilen += await schreibeBeleg(tx, { ...ort, ausstellerId, heute }, faelligkeit, beleg);
  }
  return zeilen;
};

/** The naive way, measured on a sample and rolled back: account by account, each row a statement of its own, awaited. */
export async function messeZeilenweise(sql: Sql, heute: string, stichprobe: number): Promise<ZeilenweiseMessung> {
  const alle = await listFaelligeIds(sql, { datum: heute, auswahl: null });
  const jedes = Math.max(1, Math.floor(alle.length / stichprobe));
  const ids = alle.filter((_, i) => i % jedes === 0).slice(0, stichprobe);
  const messung: ZeilenweiseMessung = { konten: 0, zeilen: 0, sekunden: 0 };
  const los = performance.now();
  await sql
    .begin(async (tx) => {
      const [lauf] = await tx<{ id: string }[]>`
        insert into buchungslauf (datum, belegdatum, benutzer_name) values (${heute}, ${heute}, 'bench') returning id`;
      const [aussteller] = await tx<{ id: number }[]>`
        insert into archiv_aussteller (sha256, daten) values ('bench', '{}') returning id`;
      for (const id of ids) {
        const zeilen = await bucheKonto(tx, String(lauf?.id), Number(aussteller?.id), id, heute);
        messung.zeilen += zeilen;
        if (zeilen > 0) messung.konten += 1;
      }
      messung.sekunden = (performance.now() - los) / 1000;
      throw new Zurueck();
    })
    .catch((fehler: unknown) => {
      if (!(fehler instanceof Zurueck)) throw fehler;
    });
  return messung;
}
