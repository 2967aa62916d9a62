import { periodeMit } from "../../kalender/perioden.ts";
import { parseTag, type Tag } from "../../kalender/tag.ts";
import { schnitt, type Zeitraum } from "../../kalender/zeitraum.ts";
import type {
  Faelligkeit,
  KontoEingabe,
  KontoErgebnis,
  NichtAbrechenbarGrund,
  PeriodenErgebnis,
  UmsatzsteuerStatus,
} from "../typen.ts";
import { type Stand, staende, standAm } from "./anteile.ts";
import { gutschriften, type Parteizeile, rechnungen, teileSegment } from "./belege.ts";
import { wendeHebungenAn } from "./hebung.ts";
import { rasterVon, schlussabrechnungFaellig } from "./perioden.ts";
import { type Abschnitt, gruppierePositionen, type Position, type Segment, segmentiere } from "./segmente.ts";
import { steuerPaechter, steuerVerpaechter } from "./steuer.ts";

/** An account prepared for computing any due period inside the days that it was prepared for. */
export type Kontokontext = {
  readonly konto: KontoEingabe;
  readonly positionen: readonly Position[];
  readonly paechter: readonly Stand[];
  readonly verpaechter: readonly Stand[];
  readonly steuerstatus: ReadonlyMap<number, UmsatzsteuerStatus | null>;
  /** Collects why the account cannot be billed. */
  readonly gruende: Set<NichtAbrechenbarGrund>;
};

/** The lines of one due period, each role by position, segment, contact id. */
export type Periodenzeilen = { paechter: Parteizeile[]; verpaechter: Parteizeile[] };

/**
 * Bills every due period of an account, oldest first, or none and says why (all reasons, alphabetically). An account
 * with nothing due is billable with no periods.
 *
 * @param datum the billed day; amounts do not depend on it
 */
export function berechneKonto(eingabe: KontoEingabe, datum: string): KontoErgebnis {
  const faelligkeiten = eingabe.faelligkeiten.toSorted((a, b) => (a.zeitraumVon < b.zeitraumVon ? -1 : 1));
  const gruende = new Set<NichtAbrechenbarGrund>();
  if (schlussabrechnungFaellig(eingabe, datum)) gruende.add("schlussabrechnung_offen");
  const [erste] = faelligkeiten;
  const letzte = faelligkeiten.at(-1);
  let perioden: PeriodenErgebnis[] = [];
  if (erste && letzte) {
    if (eingabe.status === "inaktiv") gruende.add("inaktiv");
    if (eingabe.istVorauszahlend === null) gruende.add("vorauszahlung_unbekannt");
    const kontext = bereiteVor(eingabe, tageVon(erste).von, tageVon(letzte).bis, gruende);
    perioden = faelligkeiten.map((faelligkeit) => {
      const zeilen = berechnePeriode(kontext, tageVon(faelligkeit));
      return {
        faelligkeit,
        belege: [...rechnungen(zeilen.paechter), ...gutschriften(zeilen.verpaechter, eingabe, faelligkeit)],
      };
    });
  }
  return gruende.size > 0 ? { abrechenbar: false, gruende: [...gruende].sort() } : { abrechenbar: true, perioden };
}

/** Applies the increases that work up to `bis` and lays out the parties from `von` to `bis`. */
export function bereiteVor(konto: KontoEingabe, von: Tag, bis: Tag, gruende: Set<NichtAbrechenbarGrund>): Kontokontext {
  const wirksame = konto.hebungen.filter((hebung) => parseTag(hebung.wirksamAb) <= bis);
  const { versionen, ohneBasis } = wendeHebungenAn(konto.positionen, wirksame);
  if (ohneBasis.length > 0) gruende.add("hebung_ohne_basis");
  return {
    konto,
    positionen: gruppierePositionen(versionen, parseTag(konto.pachtbeginn)),
    paechter: staende(konto.beteiligte, "paechter", { von, bis }),
    verpaechter: staende(konto.beteiligte, "verpaechter", { von, bis }),
    steuerstatus: new Map(konto.beteiligte.map((b) => [b.kontaktId, b.umsatzsteuerStatus])),
    gruende,
  };
}

/**
 * The lines of the due period `tage`, which lies inside one uncut period. Where a party is missing, shares do not sum
 * to 1 or a tax status forbids a line, the reason is added to the context and the line left out.
 */
export function berechnePeriode(kontext: Kontokontext, tage: Zeitraum): Periodenzeilen {
  const { konto } = kontext;
  const raster = rasterVon(konto);
  const periode = periodeMit(tage.von, raster);
  if (tage.bis > periode.bis) throw new RangeError(`Fälligkeit über das Periodenende hinaus: Pachtkonto ${konto.id}`);
  const abschnitt: Abschnitt = { tage, periode, rhythmus: raster.monate, berechnungsart: konto.berechnungsart };
  const schnittePaechter = kontext.paechter.map((stand) => stand.von);
  const schnitteAlle = [...schnittePaechter, ...kontext.verpaechter.map((stand) => stand.von)].sort((a, b) => a - b);
  const zeilen: Periodenzeilen = { paechter: [], verpaechter: [] };
  for (const position of kontext.positionen) {
    const weiterleitung = position.versionen.some(({ version }) => version.weiterleitung);
    pruefeParteien(kontext, position, tage, weiterleitung);
    for (const segment of segmentiere(position, abschnitt, weiterleitung ? schnitteAlle : schnittePaechter)) {
      zeilen.paechter.push(...zeilenPaechter(kontext, segment));
      if (weiterleitung) zeilen.verpaechter.push(...zeilenVerpaechter(kontext, segment));
    }
  }
  return zeilen;
}

/** The days of a due period. */
export function tageVon(faelligkeit: Pick<Faelligkeit, "zeitraumVon" | "zeitraumBis">): Zeitraum {
  return { von: parseTag(faelligkeit.zeitraumVon), bis: parseTag(faelligkeit.zeitraumBis) };
}

/** Rule: on each day on which a position is valid there is a lessee, for a pass-on position also a lessor. */
function pruefeParteien(kontext: Kontokontext, position: Position, tage: Zeitraum, weiterleitung: boolean): void {
  for (const version of position.versionen) {
    const gueltig = schnitt(version, tage);
    if (!gueltig) continue;
    pruefeStaende(kontext.paechter, gueltig, kontext.gruende, "kein_paechter", "anteile_paechter");
    if (weiterleitung) {
      pruefeStaende(kontext.verpaechter, gueltig, kontext.gruende, "kein_verpaechter", "anteile_verpaechter");
    }
  }
}

function pruefeStaende(
  liste: readonly Stand[],
  tage: Zeitraum,
  gruende: Set<NichtAbrechenbarGrund>,
  ohne: NichtAbrechenbarGrund,
  falsch: NichtAbrechenbarGrund,
): void {
  for (const stand of liste) {
    if (stand.gewichte !== null || !schnitt(stand, tage)) continue;
    gruende.add(stand.anteile.length === 0 ? ohne : falsch);
  }
}

function zeilenPaechter(kontext: Kontokontext, segment: Segment): Parteizeile[] {
  const steuer = steuerPaechter(segment.version);
  return teileSegment(segment, standAm(kontext.paechter, segment.von), () => steuer);
}

function zeilenVerpaechter({ verpaechter, steuerstatus, gruende }: Kontokontext, segment: Segment): Parteizeile[] {
  return teileSegment(segment, standAm(verpaechter, segment.von), (kontaktId) => {
    const steuer = steuerVerpaechter(segment.version, steuerstatus.get(kontaktId) ?? null);
    if (steuer === null) gruende.add("steuerstatus_verpaechter");
    return steuer;
  });
}
