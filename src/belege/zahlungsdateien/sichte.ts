import { ungueltig } from "../../kern/ablehnung.ts";
import { leseFirmendaten } from "../../stammdaten/einstellungen/firmendaten/pflege.ts";
import type { Tx } from "../../technik/database/pool.ts";
import { firmenname } from "../briefe/wortlaut.ts";
import { listZahlungsbelege } from "./queries.ts";
import type { Zahlungsbefund } from "./schema.ts";
import {
  type Auftraggeber,
  beurteile,
  type Grundcode,
  gruende,
  type SepaArt,
  type Unbeteiligt,
  unbeteiligt,
  type ZahlungsBeleg,
} from "./sepa/zahlungen.ts";

/** A document, and what becomes of its payment. */
export type Sichtung = { beleg: ZahlungsBeleg } & (
  | { stand: "bereit" | "in_datei" | "ausgelassen"; betragCent: number; gruende: Grundcode[] }
  | { stand: "forderung"; betragCent: number; gruende: Unbeteiligt[] }
  | { stand: "unbeteiligt"; betragCent: null; gruende: [Unbeteiligt] }
);

export async function leseAuftraggeber(tx: Tx): Promise<Auftraggeber> {
  const firma = await leseFirmendaten(tx);
  return { ...firma, name: firmenname(firma) };
}

const standVon = (beleg: ZahlungsBeleg, hindernisse: readonly Grundcode[]) => {
  if (beleg.zahlungsdateiId !== null) return "in_datei";
  return hindernisse.length === 0 ? "bereit" : "ausgelassen";
};

const sichteEinen = (art: SepaArt, beleg: ZahlungsBeleg, firma: Auftraggeber, heute: string): Sichtung => {
  const befund = beurteile(art, beleg, firma, heute);
  if ("unbeteiligt" in befund)
    return befund.unbeteiligt === "forderung_verpaechter"
      ? {
          beleg,
          stand: "forderung",
          betragCent: beleg.auszahlungCent ?? beleg.bruttoCent,
          gruende: [befund.unbeteiligt],
        }
      : { beleg, stand: "unbeteiligt", betragCent: null, gruende: [befund.unbeteiligt] };
  return { beleg, stand: standVon(beleg, befund.gruende), ...befund };
};

/** Which documents are judged, for which file, by which company data, and on which day. */
type Sichtauftrag = {
  buchungslaufId: string;
  art: SepaArt;
  firma: Auftraggeber;
  heute: string;
  /** Their numbers; undefined: all documents of the run. */
  belegnummern?: readonly string[] | undefined;
};

/**
 * Judges the documents of a run one after the other and gives them to `nimm`, batch by batch.
 *
 * @throws Ablehnung ungueltig for a number that the run has not
 */
export async function sichte(
  tx: Tx,
  { buchungslaufId, art, firma, heute, belegnummern }: Sichtauftrag,
  nimm: (sichtungen: Sichtung[]) => void | Promise<void>,
): Promise<void> {
  const gesucht = new Set(belegnummern);
  for await (const belege of listZahlungsbelege(tx, buchungslaufId))
    await nimm(
      belege
        .filter(({ belegnummer }) => belegnummern === undefined || gesucht.delete(belegnummer))
        .map((beleg) => sichteEinen(art, beleg, firma, heute)),
    );
  const [fremd] = gesucht;
  if (fremd !== undefined) throw ungueltig("belegnummern", "unbekannt", `Der Buchungslauf hat keinen Beleg ${fremd}.`);
}

const texte = { ...gruende, ...unbeteiligt };

export function begruende(code: Grundcode | Unbeteiligt) {
  return { code, text: texte[code] };
}

export function alsBefund({ beleg, stand, betragCent, gruende: codes }: Sichtung): Zahlungsbefund {
  return {
    archivId: beleg.id,
    belegnummer: beleg.belegnummer,
    kontonummer: beleg.kontonummer,
    kontakt: beleg.empfaenger.anzeigename,
    stand,
    betragCent,
    zahlungsdateiId: beleg.zahlungsdateiId,
    gruende: codes.map(begruende),
  };
}
