import { listePachtkonten } from "../../../stammdaten/pachtkonten/pflege.ts";
import type { Pachtkonto } from "../../../stammdaten/pachtkonten/schema.ts";
import { inMomentaufnahme } from "../../../technik/database/momentaufnahme.ts";
import type { Sql } from "../../../technik/database/pool.ts";
import { alsListe, type Liste } from "../../../technik/http/schema.ts";
import { pruefeUmfang } from "../auswahl.ts";
import { type Anstehendes, ermittleAnstehendes } from "./anstehendes.ts";
import type { AbrechnungslisteFilter, AbrechnungslisteZeile } from "./schema.ts";

/**
 * Accounts with what they are due for next; only those of the page are computed.
 *
 * @throws Ablehnung ungueltig when `datum` lies further ahead than due dates are planned
 */
export async function listeAbrechnungsliste(
  sql: Sql,
  { datum: gefragt, ...filter }: AbrechnungslisteFilter,
  heute: string,
): Promise<Liste<AbrechnungslisteZeile>> {
  const { datum } = await pruefeUmfang(sql, { datum: gefragt ?? heute }, heute, 0);
  return inMomentaufnahme(sql, async (tx) => {
    const { total, zeilen } = await listePachtkonten(tx, filter);
    const konten: Pachtkonto[] = JSON.parse(zeilen);
    const anstehendes = await ermittleAnstehendes(
      tx,
      konten.map(({ id }) => id),
      datum,
    );
    return alsListe(
      konten.map((konto) => alsZeile(konto, anstehendes.get(konto.id), datum)),
      total,
      filter,
    );
  });
}

const alsZeile = (konto: Pachtkonto, ansteht: Anstehendes | undefined, datum: string): AbrechnungslisteZeile => ({
  pachtkontoId: konto.id,
  kontonummer: konto.kontonummer,
  bezeichnung: konto.bezeichnung,
  status: konto.status,
  zahlungsrhythmus: konto.zahlungsrhythmus,
  paechter: konto.beteiligte
    .filter(({ rolle }) => rolle === "paechter")
    .filter(({ gueltigVon, gueltigBis }) => (gueltigVon ?? datum) <= datum && datum <= (gueltigBis ?? datum))
    .map(({ anzeigename }) => anzeigename),
  naechsteFaelligkeit: ansteht?.naechsteFaelligkeit ?? null,
  anzahlFaellig: ansteht?.anzahlFaellig ?? 0,
  gruende: ansteht?.gruende ?? [],
});
