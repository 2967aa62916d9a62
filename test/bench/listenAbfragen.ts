import type { ArchivFilter } from "../../src/belege/archiv/schema.ts";
import { type Zufall, zufall } from "../../src/lokal/daten/vorrat/zufall.ts";
import type { KontaktFilter } from "../../src/stammdaten/kontakte/schema.ts";
import type { PachtkontoFilter } from "../../src/stammdaten/pachtkonten/schema.ts";
import type { PatchobjektFilter } from "../../src/stammdaten/patchobjekte/schema.ts";
import type { Sql } from "../../src/technik/database/pool.ts";

export type Abfragen = {
  pachtkonten: PachtkontoFilter[];
  patchobjekte: PatchobjektFilter[];
  kontakte: KontaktFilter[];
  archiv: ArchivFilter[];
};

type Person = { vorname: string | null; nachname: string; strasse: string; ort: string; email: string; iban: string };
type Beleg = { kontaktId: number; pachtkontoId: number; belegnummer: string; bruttoCent: number; anzeigename: string };
type Flaeche = { kontonummer: string; gemarkung: string; zaehler: string; ort: string; wort: string };

const seite = (z: Zufall) => ({ page: z.chance(0.85) ? 1 : z.ganz(2, 4), limit: 20 });

/** Records that somebody might look for, in no order. */
const stichprobe = async (sql: Sql) => {
  const personen = await sql<Person[]>`
    select vorname, coalesce(nachname, firma) nachname, strasse, ort, email, iban
    from kontakt
    where strasse is not null and ort is not null and email is not null and iban is not null
    order by md5(id::text)
    limit 500`;
  const flaechen = await sql<Flaeche[]>`
    select k.kontonummer, o.gemarkung, o.flurstueck_zaehler zaehler, o.ort,
      (regexp_match(o.bezeichnung, '„(.+)“'))[1] wort
    from patchobjekt o join pachtkonto k on k.id = o.pachtkonto_id
    where o.flurstueck_zaehler is not null and o.bezeichnung ~ '„.+“'
    order by md5(o.id::text)
    limit 500`;
  const belege = await sql<Beleg[]>`
    select kontakt_id, pachtkonto_id, belegnummer, brutto_cent, empfaenger ->> 'anzeigename' anzeigename
    from archiv_beleg
    order by md5(id::text)
    limit 500`;
  return { personen, flaechen, belege };
};

const teil = (z: Zufall, text: string, laenge: number): string => {
  const ab = z.ganz(0, Math.max(0, text.length - laenge));
  return text.slice(ab, ab + laenge);
};

/** What clerks type: mostly a name, often with more, sometimes a piece of a number, seldom nearly nothing. */
export async function bildeAbfragen(sql: Sql, anzahl: number): Promise<Abfragen> {
  const { personen, flaechen, belege } = await stichprobe(sql);
  const abfragen: Abfragen = { pachtkonten: [], patchobjekte: [], kontakte: [], archiv: [] };
  for (let nummer = 0; nummer < anzahl; nummer += 1) {
    const z = zufall(90, nummer);
    const p = z.aus(personen);
    const f = z.aus(flaechen);
    const ganzerName = `${p.vorname ?? ""} ${p.nachname}`.trim();
    abfragen.pachtkonten.push({
      ...seite(z),
      search: z.gewichtet([
        [p.nachname, 28],
        [ganzerName, 22],
        [`${p.nachname} ${p.ort}`, 10],
        [p.ort, 8],
        [`${f.gemarkung} ${f.zaehler}`, 10],
        [teil(z, f.kontonummer, 6), 12],
        [z.aus(["Drainage", "Grenzstein", "Vermessung", "Nachtrag"]), 4],
        [teil(z, p.nachname, 2), 2],
        [undefined, 4],
      ]),
      status: z.chance(0.4) ? ["aktiv", "gekuendigt"] : undefined,
      hebemonat: z.chance(0.08) ? ["04"] : undefined,
      sort: z.chance(0.2) ? z.aus(["-pachtende", "pachtbeginn", "naechsteHebung"]) : undefined,
      pachtendeMonat: z.chance(0.04) ? "2027-09" : undefined,
    });
    abfragen.patchobjekte.push({
      ...seite(z),
      search: z.gewichtet([
        [`${f.gemarkung} ${f.zaehler}`, 30],
        [f.kontonummer, 15],
        [f.wort, 12],
        [`${f.wort} ${f.gemarkung}`, 20],
        [f.ort, 8],
        [teil(z, f.kontonummer, 6), 10],
        [undefined, 5],
      ]),
      status: z.chance(0.25) ? ["aktuell", "veraltet"] : undefined,
    });
    abfragen.kontakte.push({
      ...seite(z),
      search: z.gewichtet([
        [p.nachname, 28],
        [ganzerName, 27],
        [`${p.nachname} ${p.ort}`, 15],
        [p.strasse, 8],
        [p.email, 6],
        [p.iban.slice(-8), 6],
        [teil(z, p.nachname, 2), 2],
        [undefined, 8],
      ]),
      typ: z.chance(0.2) ? ["paechter"] : undefined,
      zahlungsmoral: z.chance(0.08) ? [3] : undefined,
      ort: z.chance(0.06) ? p.ort : undefined,
    });
    const b = z.aus(belege);
    abfragen.archiv.push({
      ...seite(z),
      ...z.gewichtet<Partial<ArchivFilter>>([
        [{ search: b.anzeigename }, 25],
        [{ search: b.belegnummer }, 15],
        [{ kontaktId: b.kontaktId }, 15],
        [{ pachtkontoId: b.pachtkontoId }, 15],
        [{ bruttoVonCent: b.bruttoCent, bruttoBisCent: b.bruttoCent }, 10],
        [{ belegart: ["rechnung", "schlussrechnung"] }, 5],
        [{ belegart: ["schlussrechnung"], bruttoBisCent: -1 }, 5],
        [{ pdfStatus: "offen" }, 5],
        [{}, 5],
      ]),
      year: z.chance(0.2) ? new Date().getFullYear() : undefined,
      sort: z.chance(0.2) ? z.aus(["bruttoCent", "-bruttoCent", "belegnummer", "belegdatum"]) : undefined,
    });
  }
  return abfragen;
}
