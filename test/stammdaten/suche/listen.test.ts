import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Sql, type Tx, verbinde } from "../../../src/technik/database/pool.ts";
import { dienst, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";
import { setzeParteienImSuchtext } from "../../hilfe/vielfache.ts";
import { leseStand, naivKontakte, naivKonten, naivObjekte } from "./naiv.ts";

let app: Sql;
mitDienst();

beforeAll(async () => {
  await dienst.owner`insert into kontaktart (name, bezeichnung) values ('paechter', 'P'), ('verpaechter', 'V')`;
  app = verbinde(dienst.datenbank.appUrl, "pacht_app", { max: 1 });
  await setzeParteienImSuchtext(dienst.owner, 2);
});
afterAll(async () => {
  await app.end();
});

const name = fc.constantFrom(
  "Müller",
  "Mueller",
  "Muller",
  "MÜLLER-Lüdenscheid",
  "Große Höfe",
  "Köhler",
  "Renée d’Arc",
  "Weiß",
  "Öland",
  "von der Ohe",
  "50%_Hof\\",
);
const ort = fc.constantFrom("Übersee", "Uelzen", "Bad Bevensen", "Köln", "Lüneburg");
const strasse = fc.constantFrom("Hauptstr.", "Hauptstraße", "Am Anger", "Königsstr. Süd");
const oft = <T>(wert: fc.Arbitrary<T>) => fc.option(wert, { freq: 4, nil: null });
const tag = fc.constantFrom("2024-02-29", "2026-09-30", "2027-09-30");
const index = fc.nat({ max: 50 });

const kontakt = fc.record({
  nachname: name,
  vorname: oft(name),
  firma: oft(name),
  strasse: oft(strasse),
  plz: oft(fc.constantFrom("29525", "29549")),
  ort: oft(ort),
  email: oft(fc.constantFrom("a.mueller@post.example", "hof@koeln.example")),
  telefon: oft(fc.constantFrom("0581 4711", "040 123")),
  iban: oft(fc.constant("DE02120300000000202051")),
  typ: fc.constantFrom("paechter", "verpaechter"),
  zahlungsart: fc.constantFrom("bar", "lastschrift"),
  zahlungsmoral: fc.constantFrom(0, 1, 3),
});
const konto = fc.record({
  status: fc.constantFrom("aktiv", "inaktiv", "ausgelaufen"),
  bemerkung: oft(fc.constantFrom("Grenzstein fehlt", "Rückruf\n\terbeten", "str. 7", "Müller zahlt")),
  pachtende: oft(tag),
  schlussabrechnung: oft(tag),
  letzte_hebung: oft(tag),
  ist_vorauszahlend: fc.constantFrom(true, false, null),
  hebemonat: oft(fc.constantFrom("01", "04")),
});
const objekt = fc.record({
  bezeichnung: fc.constantFrom("Acker Süd", "acker Nord", "Öko-Wiese", "Halle"),
  status: fc.constantFrom("aktuell", "veraltet", "kritisch"),
  strasse: oft(strasse),
  ort: oft(ort),
  gemarkung: oft(fc.constantFrom("Groß Süstedt", "Oetzen")),
  flur: oft(fc.constantFrom("3", "12")),
  flurstueck_zaehler: oft(fc.constantFrom("7", "230")),
});
const rolle = fc.constantFrom("paechter", "verpaechter", "bevollmaechtigter");
const nummer = fc.integer({ min: 1, max: 9999 });

/** One change by its place in the table, so that any sequence of them can be carried out. */
const aenderung = fc.oneof(
  fc.record({ art: fc.constant("kontakt neu" as const), werte: kontakt }),
  fc.record({ art: fc.constant("kontakt" as const), index, werte: kontakt }),
  fc.record({ art: fc.constant("kontakt weg" as const), index }),
  fc.record({ art: fc.constant("konto neu" as const), nummer, werte: konto }),
  fc.record({ art: fc.constant("konto" as const), index, werte: konto }),
  fc.record({ art: fc.constant("nummer" as const), index, nummer }),
  fc.record({ art: fc.constant("konto weg" as const), index }),
  fc.record({ art: fc.constant("partei neu" as const), index, wer: index, rolle }),
  fc.record({ art: fc.constant("partei" as const), index, wer: index, rolle }),
  fc.record({ art: fc.constant("partei weg" as const), index }),
  fc.record({ art: fc.constant("objekt neu" as const), index, werte: objekt }),
  fc.record({ art: fc.constant("objekt" as const), index, werte: objekt }),
  fc.record({ art: fc.constant("umzug" as const), index, wohin: fc.option(index) }),
  fc.record({ art: fc.constant("objekt weg" as const), index }),
  fc.record({ art: fc.constant("alle parteien tauschen" as const) }),
  fc.record({ art: fc.constant("grenze" as const), anzahl: fc.constantFrom(0, 1, 2, 4, 200) }),
);
type Aenderung = typeof aenderung extends fc.Arbitrary<infer A> ? A : never;

const wende = async (tx: Tx, a: Aenderung): Promise<void> => {
  const stelle = (tabelle: string, nr: number) => tx`
    (select id from ${tx(tabelle)} order by id
    offset ${nr} % greatest(1, (select count(*) from ${tx(tabelle)})) limit 1)`;
  const nummer = (n: number) => `PK-Ü${String(n).padStart(4, "0")}`;
  switch (a.art) {
    case "kontakt neu":
      await tx`insert into kontakt ${tx(a.werte)}`;
      break;
    case "kontakt":
      await tx`update kontakt set ${tx(a.werte)} where id = ${stelle("kontakt", a.index)}`;
      break;
    case "kontakt weg":
      await tx`
        delete from kontakt where id = ${stelle("kontakt", a.index)}
          and not exists (select from pachtkonto_beteiligter b where b.kontakt_id = kontakt.id)`;
      break;
    case "konto neu":
      await tx`
        insert into pachtkonto ${tx({ ...a.werte, kontonummer: nummer(a.nummer), pachtbeginn: "2020-01-01", zahlungsrhythmus: "jaehrlich" })}
        on conflict do nothing`;
      break;
    case "konto":
      await tx`update pachtkonto set ${tx(a.werte)} where id = ${stelle("pachtkonto", a.index)}`;
      break;
    case "nummer":
      await tx`
        update pachtkonto set kontonummer = ${nummer(a.nummer)} where id = ${stelle("pachtkonto", a.index)}
          and not exists (select from pachtkonto where kontonummer = ${nummer(a.nummer)})`;
      break;
    case "konto weg":
      await tx`
        delete from pachtkonto where id = ${stelle("pachtkonto", a.index)}
          and not exists (select from patchobjekt o where o.pachtkonto_id = pachtkonto.id)`;
      break;
    case "partei neu":
      await tx`
        insert into pachtkonto_beteiligter (pachtkonto_id, kontakt_id, rolle)
        select k.id, p.id, ${a.rolle}
        from ${stelle("pachtkonto", a.index)} k, ${stelle("kontakt", a.wer)} p`;
      break;
    case "partei":
      await tx`
        update pachtkonto_beteiligter
        set rolle = ${a.rolle}, kontakt_id = coalesce(${stelle("kontakt", a.wer)}, kontakt_id)
        where id = ${stelle("pachtkonto_beteiligter", a.index)}`;
      break;
    case "partei weg":
      await tx`delete from pachtkonto_beteiligter where id = ${stelle("pachtkonto_beteiligter", a.index)}`;
      break;
    case "objekt neu":
      await tx`
        insert into patchobjekt ${tx({ ...a.werte, objektart: "acker" })}`;
      break;
    case "objekt":
      await tx`update patchobjekt set ${tx(a.werte)} where id = ${stelle("patchobjekt", a.index)}`;
      break;
    case "umzug":
      await tx`
        update patchobjekt set pachtkonto_id = ${a.wohin === null ? null : stelle("pachtkonto", a.wohin)}
        where id = ${stelle("patchobjekt", a.index)}`;
      break;
    case "objekt weg":
      await tx`delete from patchobjekt where id = ${stelle("patchobjekt", a.index)}`;
      break;
    case "grenze":
      await setzeParteienImSuchtext(dienst.owner, a.anzahl);
      break;
    case "alle parteien tauschen":
      await tx`update pachtkonto_beteiligter set pachtkonto_id = (select max(id) from pachtkonto) where id % 3 = 0`;
      await tx`update kontakt set ort = case ort when 'Köln' then 'Uelzen' else 'Köln' end where id % 2 = 0`;
  }
};

const wort = fc.constantFrom(
  ..."Müller,mueller,MULLER,muell,Köln,koln,Koeln,hauptstr,Hauptstraße,hauptstrasse,str.,weiss,Weiß,renee,ohe,ü,u,ue,29525".split(
    ",",
  ),
  ..."0581,@post,DE02,DE0212030,0_12030,k:00000000,Flur,230,süd,sud,oeko,PK-Ü0,pk-u,00,grenz,50%,_,%,\\,hof\\,rückruf,erbeten,gross,Große,bev".split(
    ",",
  ),
);
const search = fc.option(
  fc.array(wort, { minLength: 1, maxLength: 3 }).map((worte) => worte.join("  ")),
  { freq: 6, nil: undefined },
);
const manchmal = <T>(wert: fc.Arbitrary<T>) => fc.option(wert, { freq: 1, nil: undefined });
const fragen = fc.record({
  konten: fc.record({
    search,
    status: manchmal(fc.subarray(["aktiv", "inaktiv", "ausgelaufen"], { minLength: 1 })),
    hebemonat: manchmal(fc.subarray(["01", "04"], { minLength: 1 })),
    istVorauszahlend: manchmal(fc.constantFrom("ja" as const, "nein" as const, "unbekannt" as const)),
    schlussabrechnung: manchmal(fc.constantFrom("vorhanden" as const, "nicht_vorhanden" as const)),
    pachtendeMonat: manchmal(fc.constantFrom("2026-09", "2024-02")),
    letzteHebungMonat: manchmal(fc.constant("2024-02")),
  }),
  objekte: fc.record({
    search,
    status: manchmal(fc.subarray(["aktuell", "veraltet", "kritisch"], { minLength: 1 })),
    pachtkontoId: manchmal(fc.integer({ min: 1, max: 5 })),
  }),
  kontakte: fc.record({
    search,
    typ: manchmal(fc.subarray(["paechter", "verpaechter"], { minLength: 1 })),
    zahlungsmoral: manchmal(fc.subarray([0, 1, 3], { minLength: 1 })),
    zahlungsart: manchmal(fc.subarray(["bar", "lastschrift"], { minLength: 1 })),
    ort: manchmal(fc.constantFrom("Köln", "koel", "uber", "BEVEN", "bad bev")),
  }),
});

type Seite = { data: { id: number }[]; pagination: { total: number; totalPages: number } };

const antwort = async (pfad: string, frage: object, page: number, limit: number) => {
  const teile = Object.entries({ ...frage, page, limit })
    .filter(([, wert]) => wert !== undefined)
    .map(([feld, wert]) => `${feld}=${encodeURIComponent(Array.isArray(wert) ? wert.join(",") : String(wert))}`);
  const { json } = await pruefer().get<Seite>(`${pfad}?${teile.join("&")}`);
  return { ids: json.data.map(({ id }) => id), total: json.pagination.total };
};

const gleicht = async (pfad: string, frage: object, ids: number[]) => {
  expect(await antwort(pfad, frage, 1, 5000), `${pfad} ${JSON.stringify(frage)}`).toEqual({ ids, total: ids.length });
  expect(await antwort(pfad, frage, 2, 3)).toEqual({ ids: ids.slice(3, 6), total: ids.length });
  expect(await antwort(pfad, frage, 400, 7)).toEqual({ ids: [], total: ids.length });
};

describe("Listen und Suche", () => {
  test("nach beliebigen Änderungen wie eine Suche von Hand über alle Tabellen", async () => {
    const lauf = fc.record({
      schritte: fc.array(fc.record({ teil: fc.array(aenderung, { minLength: 1, maxLength: 6 }), zurueck: fc.nat(9) }), {
        minLength: 1,
        maxLength: 6,
      }),
      fragen: fc.array(fragen, { minLength: 3, maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(lauf, async ({ schritte, fragen: gestellt }) => {
        for (const { teil, zurueck } of schritte)
          await app
            .begin(async (tx) => {
              for (const eine of teil) await wende(tx, eine);
              if (zurueck === 0) throw new Error("zurück");
            })
            .catch((fehler: Error) => {
              if (fehler.message !== "zurück") throw fehler;
            });
        const stand = await leseStand(dienst.owner);
        for (const { konten, objekte, kontakte } of gestellt) {
          await gleicht("/pachtkonten", konten, naivKonten(stand, konten));
          await gleicht("/patchobjekte", objekte, naivObjekte(stand, objekte));
          await gleicht("/kontakte", kontakte, naivKontakte(stand, kontakte));
        }
      }),
      { numRuns: 40, endOnFailure: true },
    );
  }, 120_000);
});
