import { konflikt, nichtGefunden, ungueltig } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { naechsteHebung } from "../../kern/pacht/pruefungstermin.ts";
import { merkeBemerkungen } from "../../technik/auditlog/bemerkung.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import { istUnveraendert, pruefeVersion, uebernimm } from "../../technik/database/aendern.ts";
import type { Db, Sql, Tx } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import type { Seitentext } from "../../technik/database/suche.ts";
import { aktualisiereFaelligkeiten, pruefeOffen } from "../faelligkeiten/plan.ts";
import { verlangeKeineVeroeffentlichung } from "../faelligkeiten/sperre.ts";
import { ergaenzeBeteiligte } from "./beteiligte.ts";
import { pruefeBuchungstreue } from "./buchungstreue.ts";
import { berechneFristen, hinweiseZurKuendigung } from "./fristen/berechne.ts";
import { listPositionen } from "./positionen/queries.ts";
import * as q from "./queries.ts";
import {
  type BeteiligterEingabe,
  type CreatePachtkontoBody,
  type Kontostand,
  leeresPachtkonto,
  type Pachtkonto,
  type PachtkontoDetail,
  type PachtkontoFilter,
  schreibbareFelder,
  type UpdatePachtkontoBody,
} from "./schema.ts";
import { wechsleStatus } from "./status.ts";

/** A page of accounts, as the JSON that the database makes of it. */
export const listePachtkonten = (sql: Db, filter: PachtkontoFilter): Promise<Seitentext> =>
  q.listPachtkonten(sql, filter);

export const leseNaechsteKontonummer = async (sql: Sql): Promise<{ kontonummer: string }> => ({
  kontonummer: await q.findNaechsteKontonummer(sql),
});

const findDetail = async (sql: Sql | Tx, id: number): Promise<Kontostand> => {
  const [konto, positionen] = await Promise.all([q.findPachtkontoDetail(sql, id), listPositionen(sql, id)]);
  if (!konto) throw nichtGefunden("Ein Pachtkonto mit der id", id);
  return { ...konto, positionen: [...positionen] };
};

/** Account and positions as one moment shows them. */
export const leseKontostand = (sql: Sql, id: number): Promise<Kontostand> =>
  sql.begin("isolation level repeatable read read only", (tx) => findDetail(tx, id)) as Promise<Kontostand>;

/** The same with what has to be done by when. */
export const lesePachtkonto = async (sql: Sql, id: number, heute: string): Promise<PachtkontoDetail> => {
  const stand = await leseKontostand(sql, id);
  return { ...stand, fristen: berechneFristen(stand, heute) };
};

/** The record without what only its detail shows. */
const alsPachtkonto = (detail: Kontostand): Pachtkonto => {
  const { positionen, objekte, geplanteHebungen, offeneFaelligkeiten, feldwerte, anzahlDokumente, ...konto } = detail;
  return { ...konto, beteiligte: konto.beteiligte.map(({ kontakt, ...partei }) => partei) };
};

const pruefeTage = ({ pachtbeginn, pachtende, abrechnungAb }: q.Kontowerte): void => {
  if (pachtende !== null && pachtende < pachtbeginn)
    throw ungueltig("pachtende", "vor_beginn", "Das Pachtende liegt vor dem Pachtbeginn.");
  if (abrechnungAb !== null && abrechnungAb < pachtbeginn)
    throw ungueltig("abrechnungAb", "vor_beginn", "abrechnungAb liegt vor dem Pachtbeginn.");
};

const kontakteVon = (eingaben: BeteiligterEingabe[]): number[] => [
  ...new Set(eingaben.map(({ kontaktId }) => kontaktId)),
];

const ladeBeteiligte = async (tx: Tx, eingaben: BeteiligterEingabe[]) =>
  ergaenzeBeteiligte(eingaben, await q.listKontaktbilder(tx, kontakteVon(eingaben)));

export const legePachtkontoAn = (sql: Sql, kontext: Kontext, body: CreatePachtkontoBody): Promise<Pachtkonto> =>
  schreibe(sql, kontext, async (tx) => {
    const beteiligte = await ladeBeteiligte(tx, body.beteiligte ?? []);
    const genannt = {
      ...leeresPachtkonto,
      ...body,
      naechsteHebung: naechsteHebung(body.hebemonat ?? null, null, [], kontext.heute),
    };
    const gewechselt = wechsleStatus(
      { status: "aktiv", pachtende: null, gekuendigtAm: null, kuendigungZum: null },
      genannt,
      new Set(Object.keys(body)),
      kontext.heute,
    );
    const werte = { ...gewechselt, kontonummer: body.kontonummer ?? (await q.updateNaechsteKontonummer(tx)) };
    pruefeTage(werte);
    const id = await q.insertPachtkonto(tx, werte).catch((fehler: unknown) => {
      throw kontonummerVergeben(fehler, werte.kontonummer);
    });
    await q.insertBeteiligte(tx, id, beteiligte);
    await aktualisiereFaelligkeiten(tx, [id], kontext.heute);
    const neu = alsPachtkonto(await findDetail(tx, id));
    await merkeBemerkungen(tx, kontext, "pachtkonto", [{ ressourceId: id, alt: null, neu: neu.bemerkung }]);
    await protokolliere(tx, kontext, { aktion: "anlegen", ressource: "pachtkonto", ressourceId: id, neu });
    return neu;
  });

const kontonummerVergeben = (fehler: unknown, kontonummer: string): unknown =>
  (fehler as { code?: unknown }).code === "23505"
    ? konflikt("kontonummer_vergeben", `Die Kontonummer ${kontonummer} ist schon vergeben.`)
    : fehler;

const sperreKonto = async (tx: Tx, id: number): Promise<void> => {
  await verlangeKeineVeroeffentlichung(tx, [id]);
  if ((await q.findPachtkontoIdGesperrt(tx, id)) === undefined) throw nichtGefunden("Ein Pachtkonto mit der id", id);
};

export const aenderePachtkonto = (
  sql: Sql,
  kontext: Kontext,
  id: number,
  { fristen: _, hinweise: __, ...body }: UpdatePachtkontoBody,
): Promise<Pachtkonto> =>
  schreibe(sql, kontext, async (tx) => {
    // Contacts before accounts: so does a clerk's request that renames one.
    if (body.beteiligte) await q.listKontaktbilder(tx, kontakteVon(body.beteiligte));
    await sperreKonto(tx, id);
    const alt = await findDetail(tx, id);
    pruefeVersion(kontext, alt.version);
    const beteiligte = body.beteiligte ? await ladeBeteiligte(tx, body.beteiligte) : undefined;
    const gewuenscht = uebernimm(alt, { ...body, beteiligte }, schreibbareFelder);
    const gelesen = alsPachtkonto(alt);
    if (istUnveraendert(gelesen, alsPachtkonto(gewuenscht), schreibbareFelder)) return gelesen;
    const genannt = new Set(Object.keys(body));
    if (alt.pachtende !== gewuenscht.pachtende) await pruefeOffen(tx, id);
    const werte = wechsleStatus(alt, gewuenscht, genannt, kontext.heute);
    pruefeTage(werte);
    await pruefeBuchungstreue(tx, alt, werte);
    const geplant = werte.geplanteHebungen.map(({ wirksamAb }) => wirksamAb);
    werte.naechsteHebung =
      alt.schlussabrechnung === null
        ? naechsteHebung(werte.hebemonat, werte.letzteHebung, geplant, kontext.heute)
        : null;
    await q.updatePachtkonto(tx, id, werte).catch((fehler: unknown) => {
      throw kontonummerVergeben(fehler, werte.kontonummer);
    });
    if (beteiligte) {
      await q.deleteBeteiligte(tx, id);
      await q.insertBeteiligte(tx, id, beteiligte);
    }
    await aktualisiereFaelligkeiten(tx, [id], kontext.heute);
    const nachher = await findDetail(tx, id);
    const neu = alsPachtkonto(nachher);
    await merkeBemerkungen(tx, kontext, "pachtkonto", [{ ressourceId: id, alt: alt.bemerkung, neu: neu.bemerkung }]);
    await protokolliere(tx, kontext, {
      aktion: "aendern",
      ressource: "pachtkonto",
      ressourceId: id,
      alt: gelesen,
      neu,
    });
    const hinweise = hinweiseZurKuendigung(alt, nachher);
    return hinweise.length > 0 ? { ...neu, hinweise } : neu;
  });

export const loeschePachtkonto = (sql: Sql, kontext: Kontext, id: number): Promise<void> =>
  schreibe(sql, kontext, async (tx) => {
    await sperreKonto(tx, id);
    const alt = await findDetail(tx, id);
    pruefeVersion(kontext, alt.version);
    const haelt = await q.countVerwendungen(tx, id);
    const gruende = Object.entries(haelt).filter(([, anzahl]) => anzahl > 0);
    if (gruende.length > 0)
      throw konflikt(
        "wird_verwendet",
        `Am Pachtkonto hängen noch ${gruende.map(([was, anzahl]) => `${verwendungen[was as keyof typeof haelt]} (${anzahl})`).join(", ")}.`,
      );
    await q.deletePachtkonto(tx, id);
    // Positions, increases and due dates go with the account: the entry keeps them.
    await protokolliere(tx, kontext, { aktion: "loeschen", ressource: "pachtkonto", ressourceId: id, alt });
  });

const verwendungen = {
  buchungen: "Buchungen",
  objekte: "Patchobjekte",
  dokumente: "Dokumente",
  hebungen: "abgeschlossene Hebungen",
} as const;
