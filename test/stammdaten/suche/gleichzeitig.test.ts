import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Sql, type Tx, verbinde } from "../../../src/technik/database/pool.ts";
import { dienst, mitarbeiter, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";
import { zaehleAbweichungen } from "../../hilfe/suchzeilen.ts";
import { setzeParteienImSuchtext } from "../../hilfe/vielfache.ts";

let einer: Sql;
let anderer: Sql;
let person: number;
let nachbar: number;
let konto: number;
let zweites: number;

const id = async (abfrage: PromiseLike<readonly { id: number }[]>): Promise<number> => Number((await abfrage)[0]?.id);
const neuerKontakt = (nachname: string) =>
  id(dienst.owner<{ id: number }[]>`
    insert into kontakt (typ, nachname, ort) values ('person', ${nachname}, 'Uelzen') returning id`);
const neuesKonto = (kontonummer: string) =>
  id(dienst.owner<{ id: number }[]>`
    insert into pachtkonto (kontonummer, pachtbeginn, zahlungsrhythmus, ist_vorauszahlend)
    values (${kontonummer}, '2025-01-01', 'jaehrlich', true) returning id`);
const gibPartei = (sql: Sql | Tx, pachtkontoId: number, kontaktId: number) => sql`
  insert into pachtkonto_beteiligter (pachtkonto_id, kontakt_id, rolle)
  values (${pachtkontoId}, ${kontaktId}, 'paechter')`;
const benenne = (sql: Sql | Tx, kontaktId: number, nachname: string) =>
  sql`update kontakt set nachname = ${nachname} where id = ${kontaktId}`;

mitDienst();

beforeAll(async () => {
  await dienst.owner`insert into kontaktart (name, bezeichnung) values ('person', 'Person')`;
  einer = verbinde(dienst.datenbank.appUrl, "pacht_app", { max: 1 });
  anderer = verbinde(dienst.datenbank.appUrl, "pacht_app", { max: 1 });
});
afterAll(async () => {
  await Promise.all([einer.end(), anderer.end()]);
});

let runde = 0;
beforeEach(async () => {
  runde += 1;
  person = await neuerKontakt(`Alt${runde}`);
  nachbar = await neuerKontakt(`Nachbar${runde}`);
  konto = await neuesKonto(`A-${runde}`);
  zweites = await neuesKonto(`B-${runde}`);
});

/** The first holds its transaction open until the second waits for it, or is done. */
const verschraenke = async (erst: (tx: Tx) => Promise<unknown>, dann: (tx: Tx) => Promise<unknown>): Promise<void> => {
  let zweite: Promise<unknown> | undefined;
  let fertig = false;
  await einer.begin(async (tx) => {
    await erst(tx);
    zweite = anderer.begin(dann).finally(() => {
      fertig = true;
    });
    for (;;) {
      const wartend = await dienst.owner`
        select from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())`;
      if (fertig || wartend.length > 0) return;
    }
  });
  await zweite;
};

const findet = async (search: string, pfad = "/pachtkonten"): Promise<number[]> => {
  const { json } = await pruefer().get<{ data: { id: number }[] }>(`${pfad}?search=${search}&limit=5000`);
  return json.data.map((eintrag) => eintrag.id);
};

describe.each([
  ["Namen im Suchtext des Kontos", 200],
  ["Namen beim Kontakt, der an vielen Konten ist", 0],
])("zwei schreiben zugleich: %s", (_wo, grenze) => {
  beforeAll(() => setzeParteienImSuchtext(dienst.owner, grenze));

  test("ein Kontakt wird umbenannt, während ein Konto ihn bekommt", async () => {
    await verschraenke(
      (tx) => gibPartei(tx, konto, person),
      (tx) => benenne(tx, person, `Neu${runde}`),
    );
    expect(await findet(`Neu${runde}`)).toEqual([konto]);
    expect(await findet(`Alt${runde}`)).toEqual([]);
  });

  test("ein Konto bekommt einen Kontakt, während er umbenannt wird", async () => {
    await verschraenke(
      (tx) => benenne(tx, person, `Neu${runde}`),
      (tx) => gibPartei(tx, konto, person),
    );
    expect(await findet(`Neu${runde}`)).toEqual([konto]);
    expect(await findet(`Alt${runde}`)).toEqual([]);
  });

  test("zwei Kontakte derselben Konten werden umbenannt", async () => {
    for (const eines of [konto, zweites]) for (const wer of [person, nachbar]) await gibPartei(einer, eines, wer);
    await verschraenke(
      (tx) => benenne(tx, person, `Neu${runde}`),
      (tx) => benenne(tx, nachbar, `Neben${runde}`),
    );
    expect(await findet(`Neu${runde} Neben${runde}`)).toEqual([konto, zweites]);
  });

  test("ein Objekt zieht um, während sein Konto eine andere Nummer und Bemerkung bekommt", async () => {
    const objekt = await id(dienst.owner<{ id: number }[]>`
      insert into patchobjekt (bezeichnung, objektart, gemarkung, pachtkonto_id)
      values ('Acker', 'acker', ${`Gemarkung${runde}`}, ${konto}) returning id`);
    await verschraenke(
      (tx) => tx`update patchobjekt set pachtkonto_id = ${zweites} where id = ${objekt}`,
      (tx) => tx`update pachtkonto set kontonummer = ${`Z-${runde}`}, bemerkung = 'umgezogen' where id = ${konto}`,
    );
    expect(await findet(`Gemarkung${runde}`)).toEqual([zweites]);
    expect(await findet(`Z-${runde} umgezogen`)).toEqual([konto]);
    expect(await findet(`B-${runde}`, "/patchobjekte")).toEqual([objekt]);
    await verschraenke(
      (tx) => tx`update pachtkonto set kontonummer = ${`Y-${runde}`} where id = ${zweites}`,
      (tx) => tx`update patchobjekt set bezeichnung = 'Wiese', pachtkonto_id = ${zweites} where id = ${objekt}`,
    );
    expect(await findet(`Y-${runde} Wiese`, "/patchobjekte")).toEqual([objekt]);
  });

  test("ein Vertrag ändert sich, während ein Objekt dazukommt oder ein anderes wird", async () => {
    const objekt = await id(dienst.owner<{ id: number }[]>`
      insert into patchobjekt (bezeichnung, objektart, pachtkonto_id) values ('Feld', 'acker', ${konto}) returning id`);
    await verschraenke(
      (tx) => tx`update pachtkonto set verlaengerung_monate = ${runde} where id = ${konto}`,
      (tx) => tx`update patchobjekt set objektart = 'jagd' where id = ${objekt}`,
    );
    await verschraenke(
      (tx) => tx`update patchobjekt set pachtkonto_id = ${zweites} where id = ${objekt}`,
      (tx) => tx`update pachtkonto set pachtende = '2031-09-30' where id in (${konto}, ${zweites})`,
    );
  });

  test("viele über den Dienst: keiner wird abgewiesen, nichts bleibt zurück", async () => {
    const kontakte = await Promise.all(Array.from({ length: 6 }, (_, i) => neuerKontakt(`Sturm${i}`)));
    const konten = await Promise.all(Array.from({ length: 4 }, (_, i) => neuesKonto(`S-${i}`)));
    const objekte = await Promise.all(
      konten.map((pachtkontoId, i) =>
        id(dienst.owner<{ id: number }[]>`
          insert into patchobjekt (bezeichnung, objektart, pachtkonto_id)
          values (${`Feld${i}`}, 'acker', ${pachtkontoId}) returning id`),
      ),
    );
    const wer = mitarbeiter();
    const an = (liste: number[], i: number): number => liste[i % liste.length] ?? 0;
    const schreibe = (i: number) => {
      if (i % 4 === 0) return wer.put(`/kontakte/${an(kontakte, i / 4)}`, { nachname: `Wind${i}`, ort: "Köln" });
      if (i % 4 === 1)
        return wer.put(`/pachtkonten/${an(konten, i >> 2)}`, {
          bemerkung: `Brise${i}`,
          beteiligte: [
            { kontaktId: an(kontakte, i), rolle: "paechter" },
            { kontaktId: an(kontakte, i + 5), rolle: "verpaechter" },
          ],
        });
      if (i % 4 === 2)
        return wer.put(`/patchobjekte/${an(objekte, i >> 2)}`, { pachtkontoId: an(konten, i), ort: `Ort${i}` });
      return wer.put(`/pachtkonten/${an(konten, i >> 3)}`, { kontonummer: `T-${grenze}-${i}` });
    };
    // So many at once as are let in without being told that the service is busy.
    const antworten: Awaited<ReturnType<typeof schreibe>>[] = [];
    for (let ab = 0; ab < 96; ab += 24)
      antworten.push(...(await Promise.all(Array.from({ length: 24 }, (_, i) => schreibe(ab + i)))));
    expect(antworten.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual(Array(96).fill(200));
    expect(await zaehleAbweichungen(dienst.owner)).toBe(0);
  });
});
