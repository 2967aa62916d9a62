import { expect, test } from "vitest";
import { dienst, mitDienst } from "../../hilfe/mitDienst.ts";
import { zaehleAbweichungen } from "../../hilfe/suchzeilen.ts";
import { auditzahl, fuehreAus, importiere, type Mappe, mitKontaktarten, mitWorker, pruefe } from "./handgriffe.ts";

mitDienst({ stammdaten: true });
mitWorker();
mitKontaktarten();

/** Several pieces of each sheet, so that two of them are written side by side. */
const anzahl = 1_300;

/** Leases from `ab` on, each with a lessee, an object and a position of its own, all with one lessor. */
const mappe = (ab: number): Mappe => {
  const jede = <T>(zeile: (nr: number) => T): T[] => Array.from({ length: anzahl }, (_, i) => zeile(ab + i));
  const ort = { strasse: "Deichweg", hausnummer: "1", plz: "25813", ort: "Husum" };
  return {
    Kontakte: [
      { importSchluessel: "V", typ: "verpaechter", vorname: "Hinnerk", nachname: "Petersen", ...ort },
      ...jede((nr) => ({
        importSchluessel: `K${nr}`,
        typ: "paechter",
        vorname: "Ida",
        nachname: `Jürgens${nr}`,
        ...ort,
      })),
    ],
    Pachtkonten: jede((nr) => ({
      importSchluessel: `P${nr}`,
      bezeichnung: `Pacht ${nr}`,
      pachtbeginn: new Date("2025-10-01T00:00:00Z"),
      pachtjahrBeginn: "10-01",
      zahlungsrhythmus: "vierteljaehrlich",
      istVorauszahlend: true,
    })),
    Beteiligte: jede((nr) => nr).flatMap((nr) => [
      { pachtkonto: `P${nr}`, kontakt: `K${nr}`, rolle: "paechter" },
      { pachtkonto: `P${nr}`, kontakt: "V", rolle: "verpaechter" },
    ]),
    Positionen: jede((nr) => ({
      ...{ importSchluessel: `B${nr}`, pachtkonto: `P${nr}`, positionsart: "Pacht" },
      ...{ betrag: nr, intervall: "jaehrlich" },
    })),
    Patchobjekte: jede((nr) => ({
      ...{ importSchluessel: `O${nr}`, bezeichnung: `Koppel ${nr}`, objektart: "acker", flaecheQm: 1_000 + nr },
      ...{ pachtkonto: `P${nr}`, gemarkung: `Mark${nr}` },
    })),
  };
};

/** Accounts whose parts are not all their own, by the number that each of them carries. */
const listVertauschte = () => dienst.owner`
  select k.id
  from pachtkonto k
  left join pachtkonto_beteiligter b on b.pachtkonto_id = k.id and b.rolle = 'paechter'
  left join kontakt p on p.id = b.kontakt_id
  left join pachtkonto_position o on o.pachtkonto_id = k.id
  left join patchobjekt f on f.pachtkonto_id = k.id
  left join importschluessel s on s.art = 'pachtkonto' and s.datensatz_id = k.id
  left join pachtkonto_liste l on l.id = k.id
  where (p.nachname, o.betrag_cent, f.flaeche_qm, s.schluessel) is distinct from (
      'Jürgens' || substr(k.bezeichnung, 7), substr(k.bezeichnung, 7)::int * 100, substr(k.bezeichnung, 7)::int + 1000,
      'P' || substr(k.bezeichnung, 7))
    or l.suchtext not like '%mark' || substr(k.bezeichnung, 7) || '%'`;

const zaehle = async () => {
  const [zahlen] = await dienst.owner`
    select (select count(*) from kontakt) kontakte, (select count(*) from pachtkonto) konten,
      (select count(*) from pachtkonto_position) positionen, (select count(*) from patchobjekt) objekte,
      (select count(*) from pachtkonto_liste) listenzeilen, (select count(*) from faelligkeit) faelligkeiten,
      (select count(*) from importschluessel) schluessel, (select count(*) from importstand) staende`;
  return { ...zahlen };
};

test("Tausende Datensätze, zu zweit geschrieben: jedes Teil an seinem Konto, jedes im Audit-Log, jedes zu finden", async () => {
  const [vorher, eintraege] = [await zaehle(), await auditzahl()];
  await importiere(mappe(1));
  const danach = await zaehle();
  expect(danach).toEqual({
    kontakte: Number(vorher.kontakte) + anzahl + 1,
    ...{ konten: anzahl, positionen: anzahl, objekte: anzahl, listenzeilen: anzahl },
    ...{ schluessel: 4 * anzahl + 1, staende: 4 * anzahl + 1, faelligkeiten: 13 * anzahl },
  });
  expect(await auditzahl()).toBe(eintraege + 4 * anzahl + 1);
  expect(await listVertauschte()).toEqual([]);
  expect(await zaehleAbweichungen(dienst.owner)).toBe(0);
});

test("kommen neue zu vorhandenen, die sich ändern, stimmen die Listen beider", async () => {
  const neue = mappe(anzahl + 1);
  const alte = mappe(1);
  for (const zeile of alte.Pachtkonten ?? []) zeile.bemerkung = "Nachtrag";
  for (const blatt of Object.keys(neue))
    neue[blatt]?.push(...(alte[blatt] ?? []).filter(({ importSchluessel }) => importSchluessel !== "V"));
  // An account that there is gets a second object.
  neue.Patchobjekte?.push({
    ...{ importSchluessel: "O0", bezeichnung: "Koppel 0", objektart: "acker", flaecheQm: 5 },
    ...{ pachtkonto: "P2600", gemarkung: "Zweitmark" },
  });
  await importiere(neue);
  expect(await zaehle()).toMatchObject({ konten: 2 * anzahl, listenzeilen: 2 * anzahl, objekte: 2 * anzahl + 1 });
  expect(await zaehleAbweichungen(dienst.owner)).toBe(0);
});

test("scheitert ein Stück, während ein anderes geschrieben wird, ist nichts geschrieben", async () => {
  const [vorher, eintraege] = [await zaehle(), await auditzahl()];
  const { id, fehler } = await pruefe(mappe(2 * anzahl + 1));
  expect(fehler).toBe(0);
  await dienst.owner`
    create function brich() returns trigger language plpgsql as $$ begin raise exception 'Strom weg'; end $$`;
  await dienst.owner.unsafe(
    `create trigger bruch before insert on patchobjekt for each row when (new.bezeichnung = 'Koppel ${2 * anzahl + 700}')
     execute function brich()`,
  );
  await expect(fuehreAus(id)).rejects.toThrow("Strom weg");
  await dienst.owner`drop function brich cascade`;
  expect([await zaehle(), await auditzahl()]).toEqual([vorher, eintraege]);
});
