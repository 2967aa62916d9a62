import type {
  AktiveHebung,
  Berechnungsart,
  Beteiligtenrolle,
  Beteiligter,
  HebungArt,
  Intervall,
  KontoEingabe,
  PositionVersion,
  Rhythmus,
  UmsatzsteuerStatus,
} from "../../../src/kern/pacht/typen.ts";
import { hebung, paechter, position } from "../../kern/pacht/muster.ts";

/**
 * An account and its two bookings: with open end on `ersterLauf` (null: none), then with `pachtende` on `zweiterLauf`,
 * from the day after the last booked one in `neuerRhythmus` (null: as before), which divides the old one.
 */
export type Fall = {
  stamm: Partial<KontoEingabe> & Pick<KontoEingabe, "id" | "pachtbeginn" | "zahlungsrhythmus" | "berechnungsart">;
  intervall: Intervall;
  pachtende: string | null;
  ersterLauf: string | null;
  zweiterLauf: string;
  neuerRhythmus: Rhythmus | null;
  /** Two contacts of one side that are merged between the bookings: the first is left. */
  zusammen: [bleibt: number, geht: number] | null;
};

export const rhythmen: Rhythmus[] = ["monatlich", "vierteljaehrlich", "halbjaehrlich", "jaehrlich"];
export const methoden: Berechnungsart[] = ["monatsgenau", "tagesgenau", "dreissig360"];
export const intervalle: Intervall[] = [...rhythmen, "einmalig"];
const MONATE: Record<Intervall, number> = {
  monatlich: 1,
  vierteljaehrlich: 3,
  halbjaehrlich: 6,
  jaehrlich: 12,
  einmalig: 1,
};
/** Days from the first to the last possible end: some periods of each rhythm. */
const TAGE: Record<Rhythmus, number> = { monatlich: 100, vierteljaehrlich: 200, halbjaehrlich: 300, jaehrlich: 500 };

/** Mulberry32: the same numbers on every machine. */
function zufall(saat: number) {
  let stand = saat;
  const bruch = () => {
    stand = (stand + 0x6d2b79f5) | 0;
    let t = Math.imul(stand ^ (stand >>> 15), 1 | stand);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const bis = (n: number) => Math.floor(bruch() * n);
  return {
    bis,
    wahr: (prozent: number) => bis(100) < prozent,
    aus: <T>(werte: readonly T[]) => werte[bis(werte.length)] as T,
  };
}
type Zufall = ReturnType<typeof zufall>;

const TAG = 86_400_000;
const text = (tagNr: number) => new Date(tagNr * TAG).toISOString().slice(0, 10);
const tagNr = (tag: string) => Date.parse(`${tag}T00:00:00Z`) / TAG;
const zweistellig = (n: number) => String(n).padStart(2, "0");

/** `anzahl` accounts that go through every rhythm, method and interval of the first position in turn. */
export function erzeuge(anzahl: number): Fall[] {
  return Array.from({ length: anzahl }, (_, i) => {
    const z = zufall(20_261_120 + i);
    const zahlungsrhythmus = rhythmen[i % 4] as Rhythmus;
    const berechnungsart = methoden[Math.floor(i / 4) % 3] as Berechnungsart;
    const intervall = intervalle[Math.floor(i / 12) % 5] as Intervall;
    const beginn = tagNr("2023-01-01") + z.bis(730);
    const spanne = TAGE[zahlungsrhythmus];
    const tag = () => text(beginn + z.bis(spanne));
    const endet = z.wahr(60);
    const stamm = {
      id: i + 1,
      pachtbeginn: text(beginn),
      pachtjahrBeginn: `${zweistellig(1 + z.bis(12))}-${zweistellig(1 + z.bis(28))}`,
      zahlungsrhythmus,
      berechnungsart,
      istVorauszahlend: z.wahr(50),
      verwaltungsgebuehrBp: z.aus([0, 300, 525]),
      gebuehrSteuersatzBp: z.aus([1900, 700, 0]),
      beteiligte: [...parteien(z, "paechter", tag), ...parteien(z, "verpaechter", tag)],
      positionen: positionen(z, intervall, tag),
      hebungen: hebungen(z, tag),
    };
    const pachtende = endet ? tag() : null;
    const ersterLauf = z.wahr(70) ? text(beginn + z.bis(spanne)) : null;
    return {
      stamm,
      intervall,
      pachtende,
      ersterLauf,
      zweiterLauf: text(beginn + spanne + 31 * MONATE[zahlungsrhythmus]),
      neuerRhythmus: i % 4 > 0 && z.wahr(40) ? z.aus(rhythmen.slice(0, i % 4)) : null,
      zusammen: ersterLauf !== null && i % 5 < 2 ? paarIn(stamm.beteiligte, i) : null,
    };
  });
}

/** Two contacts of a side and of one tax status, now the first of them, now the last; null where there are none. */
export function paarIn(beteiligte: readonly Beteiligter[], nr: number): [number, number] | null {
  const seite = beteiligte.filter(({ rolle }) => rolle === (nr % 2 === 0 ? "paechter" : "verpaechter"));
  const folge = nr % 3 === 0 ? seite : seite.toReversed();
  for (const { kontaktId, umsatzsteuerStatus } of folge) {
    const anderer = folge.find((b) => b.kontaktId !== kontaktId && b.umsatzsteuerStatus === umsatzsteuerStatus);
    if (anderer) return [kontaktId, anderer.kontaktId];
  }
  return null;
}

/** Those that may have a taxable line. */
const stati: UmsatzsteuerStatus[] = ["regelbesteuert", "kleinunternehmer", "nicht_steuerbar"];

/** Groups of lessees or lessors, one after the other without a gap; sums of weights divide 27720. */
function parteien(z: Zufall, rolle: Beteiligtenrolle, tag: () => string): Beteiligter[] {
  const wechsel = [...new Set(z.wahr(60) ? [tag(), ...(z.wahr(30) ? [tag()] : [])] : [])].sort();
  return [null, ...wechsel].flatMap((von, i) => {
    const naechster = wechsel[i];
    const gueltigBis = naechster === undefined ? null : text(tagNr(naechster) - 1);
    const gewichte = Array.from({ length: 1 + z.bis(3) }, () => 1 + z.bis(4));
    const anteilNenner = gewichte.reduce((a, b) => a + b, 0);
    const ersterKontakt = (rolle === "paechter" ? 8 : 98) + z.bis(4);
    return gewichte.map((anteilZaehler, k) => {
      const kontaktId = ersterKontakt + k;
      // The status is the contact's, whatever entry it stands in.
      const umsatzsteuerStatus = stati[kontaktId % stati.length] as UmsatzsteuerStatus;
      return paechter(kontaktId, {
        rolle,
        anteilZaehler,
        anteilNenner,
        gueltigVon: von,
        gueltigBis,
        umsatzsteuerStatus,
      });
    });
  });
}

/**
 * Position 1 of `intervall`, two more of any kind, and position 4 that is always there with more than all discounts
 * together, so that an increase has a base.
 */
function positionen(z: Zufall, intervall: Intervall, tag: () => string): PositionVersion[] {
  const basis = position({ id: 40, ursprungId: 4, betragCent: 100_000 + z.bis(400_000), weiterleitung: z.wahr(50) });
  return [
    versionen(z, 1, intervall, tag),
    versionen(z, 2, z.aus(intervalle), tag),
    versionen(z, 3, z.aus(rhythmen), tag),
    [basis],
  ].flat();
}

function versionen(z: Zufall, ursprungId: number, intervall: Intervall, tag: () => string): PositionVersion[] {
  const kopf = {
    ursprungId,
    anteilig: z.wahr(85),
    weiterleitung: z.wahr(65),
    steuersatzBp: z.aus([0, 700, 1900]),
    erhoehbar: z.wahr(70),
    intervall,
  };
  const betragCent = () =>
    (z.wahr(25) ? -(1 + z.bis(2000)) : z.bis(30_000)) * MONATE[intervall] + (z.wahr(25) ? 0 : z.bis(3));
  const id = ursprungId * 10;
  if (intervall === "einmalig")
    return [position({ ...kopf, id, betragCent: betragCent(), gueltigVon: z.wahr(90) ? tag() : null })];
  const ab = z.wahr(20) ? tag() : null;
  const neu = z.wahr(35) ? tag() : null;
  if (neu === null || (ab !== null && neu <= ab)) {
    return [position({ ...kopf, id, betragCent: betragCent(), gueltigVon: ab })];
  }
  // Now and then some days between two versions on which the position is not valid.
  const vorNeu = text(tagNr(neu) - 1 - (z.wahr(25) ? z.bis(40) : 0));
  const alte =
    ab !== null && vorNeu < ab
      ? []
      : [position({ ...kopf, id, betragCent: betragCent(), gueltigVon: ab, gueltigBis: vorNeu })];
  return [
    ...alte,
    position({
      ...kopf,
      id: id + 1,
      betragCent: betragCent(),
      gueltigVon: neu,
      gueltigBis: z.wahr(15) ? text(tagNr(neu) + z.bis(200)) : null,
    }),
  ];
}

/** A sum that is split needs position 4 for its base; a factor may find a version of one position on its day, or none. */
function betroffen(z: Zufall, art: HebungArt): number[] | null {
  if (!z.wahr(45)) return null;
  const eine = z.aus([1, 2, 3]);
  return (art === "prozent" || art === "index") && z.wahr(60) ? [eine] : [4, eine];
}

/** What a clause may say of an index besides its values. */
function klausel(z: Zufall): Pick<AktiveHebung, "weitergabeBp" | "obergrenzeBp" | "verkettung"> {
  return {
    weitergabeBp: z.wahr(40) ? z.aus([5000, 7500, 10_000, 12_000]) : null,
    obergrenzeBp: z.wahr(30) ? 100 + z.bis(1500) : null,
    verkettung: z.wahr(25) ? { alt: `${100 + z.bis(20)}.${z.bis(10)}`, neu: `${98 + z.bis(6)}.${z.bis(10)}` } : null,
  };
}

function hebungen(z: Zufall, tag: () => string): AktiveHebung[] {
  return Array.from({ length: z.aus([0, 1, 1, 2]) }, (_, i) => {
    const art = z.aus<HebungArt>(["prozent", "betrag", "neuer_betrag", "index"]);
    const betragCent = art === "betrag" ? z.bis(60_000) - 5000 : 100_000 + z.bis(900_000);
    return hebung({
      id: i + 1,
      art,
      wertBp: art === "prozent" ? z.bis(2500) - 500 : null,
      betragCent: art === "betrag" || art === "neuer_betrag" ? betragCent : null,
      indexBasis: art === "index" ? `${90 + z.bis(30)}.${z.bis(10)}` : null,
      indexNeu: art === "index" ? `${90 + z.bis(40)}.${z.bis(10)}` : null,
      ...(art === "index" ? klausel(z) : {}),
      wirksamAb: tag(),
      positionIds: betroffen(z, art),
    });
  });
}
