import type { EmpfaengerSchnappschuss } from "../../src/kern/pacht/schnappschuss.ts";
import type { Belegart } from "../../src/kern/pacht/typen.ts";
import type { Sql } from "../../src/technik/database/pool.ts";
import { aussteller, person, zeile } from "./musterbrief.ts";

export type Saatbeleg = {
  belegart: Belegart;
  nettoCent: number;
  steuersatzBp?: number;
  positionsartId?: number;
  belegdatum?: string;
  zahlbarBis?: string;
  empfaenger?: EmpfaengerSchnappschuss;
  /** Index in the list of the fee document that this one is netted against. */
  gebuehr?: number;
  auszahlungCent?: number;
  /** Index of the document that this one cancels. */
  stornoVon?: number;
  /** Index of an earlier document that went to the same contact. */
  kontaktVon?: number;
};

export type Saatlauf = { laufId: string; archivkontoId: number; belegIds: number[]; belegnummern: string[] };

/** Each database has its own first one. */
const letzteNummern = new WeakMap<Sql, number>();

const kuerzel: Record<Belegart, string> = {
  rechnung: "RE",
  schlussrechnung: "SR",
  gutschrift: "GS",
  gebuehrenrechnung: "GB",
  stornorechnung: "ST",
  stornogutschrift: "SG",
};

/** Puts a booked run of one account straight into the archive, one line for each document. */
export async function saeLauf(
  owner: Sql,
  belege: Saatbeleg[],
  status: "laufend" | "abgeschlossen" | "fehlgeschlagen" = "abgeschlossen",
): Promise<Saatlauf> {
  const eine = async (text: string, werte: (string | number | null)[] = []): Promise<string> => {
    const [erste] = await owner.unsafe<{ id: string }[]>(text, werte);
    return String(erste?.id);
  };
  const nummer = (letzteNummern.get(owner) ?? 0) + 1;
  letzteNummern.set(owner, nummer);
  const kontonummer = `PK-${String(nummer).padStart(6, "0")}`;
  const laufId = await eine(
    `insert into buchungslauf (datum, status, belegdatum, benutzer_name, beendet_am, fehler)
     values ('2026-11-01', $1, '2026-11-20', 'Test', case when $1 <> 'laufend' then now() end,
       case when $1 = 'fehlgeschlagen' then 'Test' end) returning id`,
    [status],
  );
  await owner`insert into kontaktart (name, bezeichnung) values ('test', 'Test') on conflict do nothing`;
  const konto = await eine(
    "insert into pachtkonto (kontonummer, pachtbeginn, zahlungsrhythmus) values ($1, '2020-10-01', 'jaehrlich') returning id",
    [kontonummer],
  );
  const faelligkeit = await eine(
    `insert into faelligkeit (pachtkonto_id, zeitraum_von, zeitraum_bis, faellig_am, art, status, buchungslauf_id)
     values ($1, '2026-10-01', '2027-09-30', '2026-10-01', 'regulaer', 'gebucht', $2) returning id`,
    [konto, laufId],
  );
  const archivkontoId = await eine(
    `insert into archivkonto (buchungslauf_id, pachtkonto_id, kontonummer, konto, anzahl_dokumente,
       paechter_brutto_cent, verpaechter_brutto_cent, gebuehr_brutto_cent)
     values ($1, $2, $3, '{"zahlungsrhythmus": "jaehrlich"}', $4, 0, 0, 0) returning id`,
    [laufId, konto, kontonummer, belege.length],
  );
  const [firma] = await owner<{ id: number }[]>`
    insert into archiv_aussteller (sha256, daten)
    values (${laufId}, ${owner.json(aussteller)})
    returning id`;
  const ids: number[] = [];
  const kontakte: number[] = [];
  const nummern: string[] = [];
  const folge = await owner<{ id: number }[]>`
    select nextval('archiv_beleg_id_seq') id from generate_series(1, ${belege.length})`;
  await owner.begin(async (tx) => {
    for (const [i, beleg] of belege.entries()) {
      const { nettoCent, steuersatzBp = 0, belegart, empfaenger = person } = beleg;
      const id = Number(folge[i]?.id);
      const steuerCent = Math.round((nettoCent * steuersatzBp) / 10_000);
      const belegnummer = `${kuerzel[belegart]}-2026-${String(id).padStart(6, "0")}`;
      const [neuer] =
        beleg.kontaktVon === undefined
          ? await tx<{ id: number }[]>`
              insert into kontakt (typ, nachname) values ('test', ${empfaenger.anzeigename}) returning id`
          : [];
      const kontakt = Number(neuer?.id ?? kontakte[beleg.kontaktVon ?? 0]);
      await tx`
        insert into archiv_beleg (id, buchungslauf_id, archivkonto_id, aussteller_id, pachtkonto_id, kontonummer,
          faelligkeit_id, belegart, belegnummer, belegdatum, zeitraum_von, zeitraum_bis, leistung_von, leistung_bis, faellig_am, zahlbar_bis,
          kontakt_id, empfaenger, netto_cent, steuer_cent, brutto_cent, gebuehr_beleg_id, auszahlung_cent,
          storno_von_id, suchtext)
        values (${id}, ${laufId}, ${archivkontoId}, ${Number(firma?.id)}, ${konto}, ${kontonummer}, ${faelligkeit},
          ${belegart}, ${belegnummer}, ${beleg.belegdatum ?? "2026-11-20"}, '2026-10-01', '2027-09-30', '2026-10-01',
          '2027-09-30', '2026-10-01', ${beleg.zahlbarBis ?? "2026-12-04"}, ${kontakt}, ${tx.json(empfaenger)}, ${nettoCent}, ${steuerCent},
          ${nettoCent + steuerCent},
          ${beleg.gebuehr === undefined ? null : Number(folge[beleg.gebuehr]?.id)}, ${beleg.auszahlungCent ?? null},
          ${beleg.stornoVon === undefined ? null : Number(folge[beleg.stornoVon]?.id)}, '')`;
      const { herleitung, bezeichnung } = zeile(nettoCent);
      const grund = steuersatzBp === 0 ? "steuerfrei nach § 4 Nr. 12 Buchst. a UStG" : null;
      await tx`
        insert into archiv_zeile (beleg_id, nr, positionsart_id, bezeichnung, zeitraum_von, zeitraum_bis, netto_cent,
          steuersatz_bp, steuerbefreiung_grund, weiterleitung, herleitung)
        values (${id}, 1, ${beleg.positionsartId ?? null}, ${bezeichnung}, '2026-10-01', '2027-09-30', ${nettoCent},
          ${steuersatzBp}, ${grund}, true, ${tx.json(herleitung)})`;
      await tx`
        insert into archiv_steuer (beleg_id, nr, steuersatz_bp, steuerbefreiung_grund, netto_cent, steuer_cent)
        values (${id}, 1, ${steuersatzBp}, ${grund}, ${nettoCent}, ${steuerCent})`;
      ids.push(id);
      kontakte.push(kontakt);
      nummern.push(belegnummer);
    }
    await tx`
      insert into nummernkreis as n (belegart, jahr, naechste)
      select belegart, extract(year from belegdatum), count(*) + 1
      from archiv_beleg
      where buchungslauf_id = ${laufId}
      group by 1, 2
      on conflict (belegart, jahr) do update set naechste = n.naechste + excluded.naechste - 1`;
  });
  return { laufId, archivkontoId: Number(archivkontoId), belegIds: ids, belegnummern: nummern };
}
