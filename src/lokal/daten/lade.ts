import { formatTag, plusTage } from "../../kern/kalender/tag.ts";
import { aktualisiereFaelligkeiten } from "../../stammdaten/faelligkeiten/plan.ts";
import type { Sql, Tx } from "../../technik/database/pool.ts";
import { fuegeEin, type Wert } from "./fuegeEin.ts";
import { schreibeIndexreihen } from "./indexreihen.ts";
import { kontakt } from "./kontakte.ts";
import { kontobestand } from "./konten.ts";
import { ohneNebenwerk } from "./nebenwerk.ts";
import { doppeltesObjekt, freiesObjekt } from "./objekte.ts";
import { pachtarten } from "./pachtarten.ts";
import { Ladefehler, type Plan, zeitpunktAm } from "./plan.ts";
import { schreibeStammdaten } from "./stammdaten.ts";
import { merkeBeginn } from "./unterbrochen.ts";

type Zeile = Record<string, Wert>;
type Melde = (text: string, anteil: number) => void;

const jeBlock = 5000;
const bestandstabellen = [
  "kontakt",
  "pachtkonto",
  "pachtkonto_beteiligter",
  "pachtkonto_position",
  "hebung",
  "patchobjekt",
  "bemerkung_verlauf",
  "faelligkeit",
] as const;
/** What is kept for lists and deadlines, each with the view that tells its rows. */
const listen = {
  kontakt_liste: "kontakt_suchbild",
  patchobjekt_liste: "patchobjekt_suchbild",
  pachtkonto_liste: "pachtkonto_suchbild",
  pachtkonto_frist: "pachtkonto_fristbild",
};
/** With ids that go on after the load. */
const gezaehlte = ["kontaktart", "positionsart", "indexreihe", "indexfassung", ...bestandstabellen] as const;

const zahl = new Intl.NumberFormat("de-DE");

/** What hinders a bulk load: these triggers would write each account three more times, or its row of the lists. */
const schalteTrigger = async (tx: Tx, befehl: "disable" | "enable"): Promise<void> => {
  for (const tabelle of ["pachtkonto_beteiligter", "pachtkonto_position", "hebung"])
    await tx`alter table ${tx(tabelle)} ${tx.unsafe(befehl)} trigger user`;
  for (const tabelle of ["kontakt", "pachtkonto", "patchobjekt"])
    await tx`alter table ${tx(tabelle)} ${tx.unsafe(befehl)} trigger liste_neu`;
  for (const tabelle of ["pachtkonto", "patchobjekt"])
    await tx`alter table ${tx(tabelle)} ${tx.unsafe(befehl)} trigger vertragsfrist_neu`;
};

/** Makes the next rows while the database takes those before. */
const imWechsel = async (bloecke: Iterable<() => Promise<void>>): Promise<void> => {
  let unterwegs: Promise<void> | undefined;
  for (const schreibe of bloecke) {
    await unterwegs;
    unterwegs = schreibe();
  }
  await unterwegs;
};

function* kontaktbloecke(tx: Tx, plan: Plan, melde: Melde): Generator<() => Promise<void>, void> {
  for (let ab = 1; ab <= plan.kontakte; ab += jeBlock) {
    const bis = Math.min(ab + jeBlock - 1, plan.kontakte);
    const zeilen = Array.from({ length: bis - ab + 1 }, (_, i) => kontakt(plan, ab + i));
    yield async () => {
      await fuegeEin(tx, "kontakt", zeilen);
      melde(`${zahl.format(bis)} von ${zahl.format(plan.kontakte)} Kontakten`, 0.1 * (bis / plan.kontakte));
    };
  }
}

/** The last ids given; they go on over all blocks. */
type Vergeben = { position: number; hebung: number; objekt: number };

const sammleBlock = (plan: Plan, ab: number, bis: number, vergeben: Vergeben) => {
  const block = {
    pachtkonto: [] as Zeile[],
    beteiligte: [] as Zeile[],
    positionen: [] as Zeile[],
    hebungen: [] as Zeile[],
    objekte: [] as Zeile[],
    bemerkungen: [] as Zeile[],
  };
  for (let id = ab; id <= bis; id += 1) {
    const bestand = kontobestand(plan, id);
    const position = vergeben.position;
    block.pachtkonto.push(bestand.konto);
    block.beteiligte.push(...bestand.beteiligte);
    for (const zeile of bestand.positionen)
      block.positionen.push({ ...zeile, id: position + zeile.id, ursprung_id: position + zeile.ursprung_id });
    for (const { zeile, abschluss } of bestand.hebungen) {
      vergeben.hebung += 1;
      const aenderungen = abschluss?.map((eine) => ({
        ...eine,
        ursprungId: position + eine.ursprungId,
        positionId: position + eine.positionId,
      }));
      block.hebungen.push({ id: vergeben.hebung, ...zeile, abschluss: aenderungen ?? null });
    }
    for (const objekt of bestand.objekte) {
      vergeben.objekt += 1;
      block.objekte.push({ id: vergeben.objekt, ...objekt });
    }
    if (bestand.bemerkung) block.bemerkungen.push(bestand.bemerkung);
    vergeben.position += bestand.positionen.length;
  }
  return block;
};

function* kontobloecke(tx: Tx, plan: Plan, vergeben: Vergeben, melde: Melde): Generator<() => Promise<void>, void> {
  const heute = formatTag(plan.heute);
  for (let ab = 1; ab <= plan.konten; ab += jeBlock) {
    const bis = Math.min(ab + jeBlock - 1, plan.konten);
    const block = sammleBlock(plan, ab, bis, vergeben);
    const ids = Array.from({ length: bis - ab + 1 }, (_, i) => ab + i);
    yield async () => {
      await fuegeEin(tx, "pachtkonto", block.pachtkonto);
      await fuegeEin(tx, "pachtkonto_beteiligter", block.beteiligte);
      await fuegeEin(tx, "pachtkonto_position", block.positionen);
      await fuegeEin(tx, "hebung", block.hebungen);
      await fuegeEin(tx, "patchobjekt", block.objekte);
      await fuegeEin(tx, "bemerkung_verlauf", block.bemerkungen);
      await aktualisiereFaelligkeiten(tx, ids, heute);
      melde(`${zahl.format(bis)} von ${zahl.format(plan.konten)} Pachtkonten`, 0.1 + 0.7 * (bis / plan.konten));
    };
  }
}

/** One parcel in seventeen is not let yet; one in twelve of them has been entered twice. */
const ladeFreieObjekte = async (tx: Tx, plan: Plan, vergeben: Vergeben): Promise<void> => {
  const art = pachtarten.filter(({ objektart }) => ["acker", "gruenland", "garten"].includes(objektart));
  const zeilen = Array.from({ length: Math.round(plan.konten * 0.12) }, (_, nr) => {
    const eine = art[nr % art.length];
    if (!eine) return [];
    const objekt = freiesObjekt(nr, eine, plan);
    return nr % 12 === 5 ? [objekt, doppeltesObjekt(objekt)] : [objekt];
  });
  const mitId = zeilen.flat().map((objekt, nr) => ({ id: vergeben.objekt + nr + 1, ...objekt, pachtkonto_id: null }));
  await fuegeEin(tx, "patchobjekt", mitId);
};

/** As fuelle_listen() does, but by way of temporary tables: those PostgreSQL fills with several processes. */
const fuelleListen = async (tx: Tx): Promise<void> => {
  await tx`select lagere_alle_parteien_aus()`;
  for (const [liste, bild] of Object.entries(listen)) {
    await tx`create temporary table ${tx(`${liste}_neu`)} on commit drop as select * from ${tx(bild)}`;
    await tx`insert into ${tx(liste)} select * from ${tx(`${liste}_neu`)}`;
  }
};

const stelleZaehler = async (tx: Tx, plan: Plan): Promise<void> => {
  for (const tabelle of gezaehlte)
    await tx`
      select setval(pg_get_serial_sequence(${tabelle}, 'id'), coalesce(max(id), 1), max(id) is not null)
      from ${tx(tabelle)}`;
  await tx`update kontonummer_zaehler set naechste = ${plan.konten + 1}`;
};

const verlangeLeer = async (tx: Tx): Promise<void> => {
  const [{ konten, kontakte, objekte, arten } = { konten: 0, kontakte: 0, objekte: 0, arten: 0 }] = await tx<
    { konten: number; kontakte: number; objekte: number; arten: number }[]
  >`
    select (select count(*) from pachtkonto) konten, (select count(*) from kontakt) kontakte,
      (select count(*) from patchobjekt) objekte,
      (select count(*) from positionsart) + (select count(*) from kontaktart) arten`;
  if (konten + kontakte + objekte + arten === 0) return;
  throw new Ladefehler(
    `Die Datenbank ist nicht leer (${zahl.format(konten)} Pachtkonten, ${zahl.format(kontakte)} Kontakte, ` +
      `${zahl.format(objekte)} Patchobjekte). Demodaten werden nur in eine leere Datenbank geladen.`,
  );
};

/** All records in one transaction: after a crash there are either all or none. */
export async function ladeBestand(sql: Sql, plan: Plan, melde: Melde): Promise<void> {
  await sql.begin(async (tx) => {
    await tx`select pg_advisory_xact_lock(hashtext('pachtverwaltung demodaten'))`;
    await verlangeLeer(tx);
    // Checked with each statement, not kept for the commit.
    await tx`set constraints all immediate`;
    await schalteTrigger(tx, "disable");
    await schreibeStammdaten(tx, zeitpunktAm(plusTage(plan.uebernahme, -90), 15));
    await schreibeIndexreihen(tx, plan);
    await ohneNebenwerk(tx, bestandstabellen, async () => {
      await imWechsel(kontaktbloecke(tx, plan, melde));
      const vergeben: Vergeben = { position: 0, hebung: 0, objekt: 0 };
      await imWechsel(kontobloecke(tx, plan, vergeben, melde));
      await ladeFreieObjekte(tx, plan, vergeben);
      melde("Indexe", 0.8);
    });
    melde("Listen und Suche", 0.85);
    await ohneNebenwerk(tx, Object.keys(listen), () => fuelleListen(tx));
    await stelleZaehler(tx, plan);
    await schalteTrigger(tx, "enable");
    await merkeBeginn(tx, plan);
  });
  await sql`analyze`;
}
