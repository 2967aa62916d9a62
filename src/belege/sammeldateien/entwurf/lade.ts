import { gebuehrVon } from "../../../abrechnung/buchung/stapel/stapele.ts";
import { type Ermittelt, ermittleKonten, fristVon, postenVon } from "../../../abrechnung/eingabe/ermittle.ts";
import { listFaelligeIds, type Umfang } from "../../../abrechnung/eingabe/lade.ts";
import { vertragsartNachArten } from "../../../kern/fristen/vertrag.ts";
import { inMomentaufnahme } from "../../../technik/database/momentaufnahme.ts";
import type { Db, Sql } from "../../../technik/database/pool.ts";
import type { EntwurfDaten } from "../../briefe/daten.ts";
import { findHeutigenAussteller } from "../../dokumente/aussteller.ts";
import { findHeutigesLogo } from "../../dokumente/logos.ts";
import * as q from "./queries.ts";

/** The letters that booking an account on `belegdatum` would send. */
type Kontoentwurf = { pachtkontoId: number; kontonummer: string; briefe: EntwurfDaten[] };

/** What a preview for these would be of: accounts in the order of their numbers, and a mark that changes with them. */
export function leseEntwurfsumfang(sql: Sql, umfang: Umfang): Promise<{ ids: number[]; stand: string }> {
  return inMomentaufnahme(sql, async (tx) => {
    const ids = await q.listNachNummer(tx, await listFaelligeIds(tx, umfang));
    return { ids, stand: await q.findEingabestand(tx, ids, umfang.datum) };
  });
}

/**
 * The letters of the preview, account by account in the order of `ids`; computed by the same code as the booking, from
 * one moment, and nothing is written. Accounts that cannot be billed have none.
 */
export function ladeEntwuerfe(sql: Sql, ids: number[], datum: string, belegdatum: string): Promise<Kontoentwurf[]> {
  return inMomentaufnahme(sql, async (tx) => {
    const ermittelte = await ermittleKonten(tx, ids, { datum, belegdatum });
    const umfeld = await ladeUmfeld(tx, ids, ermittelte);
    const jeKonto = new Map(ermittelte.map((ermittelt) => [ermittelt.konto.id, ermittelt]));
    return ids.flatMap((id) => {
      const ermittelt = jeKonto.get(id);
      return ermittelt ? [alsKontoentwurf(ermittelt, umfeld, belegdatum)] : [];
    });
  });
}

type Umfeld = Awaited<ReturnType<typeof ladeUmfeld>>;

const ladeUmfeld = async (tx: Db, ids: number[], ermittelte: readonly Ermittelt[]) => {
  const kontakte = ermittelte.flatMap(({ ergebnis }) =>
    ergebnis.abrechenbar ? postenVon(ergebnis).flatMap(({ belege }) => belege.map(({ kontaktId }) => kontaktId)) : [],
  );
  const [empfaenger, konten, aussteller, logo] = await Promise.all([
    q.listEmpfaenger(tx, [...new Set(kontakte)]),
    q.listKontoangaben(tx, ids),
    findHeutigenAussteller(tx),
    findHeutigesLogo(tx),
  ]);
  return {
    empfaenger: new Map(empfaenger.map(({ id, daten }) => [id, daten])),
    konten: new Map(konten.map((konto) => [konto.id, konto])),
    aussteller,
    logo,
  };
};

const alsKontoentwurf = (ermittelt: Ermittelt, umfeld: Umfeld, belegdatum: string): Kontoentwurf => {
  const { konto, ergebnis } = ermittelt;
  const { id, kontonummer, istVorauszahlend } = konto;
  const posten = ergebnis.abrechenbar ? postenVon(ergebnis) : [];
  const briefe = posten.flatMap(({ faelligkeit, belege }) =>
    belege.map((beleg): EntwurfDaten => {
      const { kontaktId, gebuchterStatus, ...summen } = beleg;
      const empfaenger = umfeld.empfaenger.get(kontaktId);
      if (!empfaenger) throw new Error(`Der Kontakt ${kontaktId} fehlt.`);
      const { zeitraumVon, zeitraumBis, faelligAm, raster } = faelligkeit;
      const angaben = umfeld.konten.get(id);
      return {
        ...summen,
        belegdatum,
        kontonummer,
        kontobezeichnung: angaben?.bezeichnung ?? null,
        rhythmus: raster?.zahlungsrhythmus ?? konto.zahlungsrhythmus,
        zeitraumVon,
        zeitraumBis,
        faelligAm,
        zahlbarBis: fristVon(konto, faelligkeit, belegdatum),
        istVorauszahlend,
        vertragsart: vertragsartNachArten(angaben?.vertragsart ?? null, angaben?.objektarten ?? []),
        empfaenger: gebuchterStatus === undefined ? empfaenger : { ...empfaenger, umsatzsteuerStatus: gebuchterStatus },
        aussteller: umfeld.aussteller,
        logo: umfeld.logo,
        gebuehrBruttoCent: belege[gebuehrVon(belege, beleg)]?.bruttoCent ?? null,
      };
    }),
  );
  return { pachtkontoId: id, kontonummer, briefe };
};
