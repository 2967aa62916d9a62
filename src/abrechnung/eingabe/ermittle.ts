import { createHash } from "node:crypto";
import { berechneKonto } from "../../kern/pacht/konto.ts";
import type {
  BelegEntwurf,
  BelegZeile,
  KontoEingabe,
  KontoErgebnis,
  NichtAbrechenbarGrund,
  Schlussabrechnung,
} from "../../kern/pacht/typen.ts";
import type { Db } from "../../technik/database/pool.ts";
import { type Auftrag, type Ladung, ladeEingaben, ladeKonten } from "./lade.ts";

/** An account with what its due periods come to. Preview and booking both begin here. */
export type Ermittelt = Ladung & { ergebnis: KontoErgebnis };

export async function* ermittle(sql: Db, auftrag: Auftrag): AsyncGenerator<Ermittelt[], void> {
  for await (const ladungen of ladeEingaben(sql, auftrag)) yield berechne(ladungen, auftrag.datum);
}

export const ermittleKonten = async (sql: Db, ids: number[], datum: string): Promise<Ermittelt[]> =>
  berechne(await ladeKonten(sql, ids, datum), datum);

const berechne = (ladungen: Ladung[], datum: string): Ermittelt[] =>
  ladungen.map((ladung) => ({ ...ladung, ergebnis: ergebnisVon(ladung.konto, datum) }));

/** An inactive account is never billed; what else stands against it is said as well. */
const ergebnisVon = (konto: KontoEingabe, datum: string): KontoErgebnis => {
  if (konto.status !== "inaktiv") return berechneKonto(konto, datum);
  const sonst = berechneKonto({ ...konto, status: "ausgelaufen" }, datum);
  return { abrechenbar: false, gruende: [...(sonst.abrechenbar ? [] : sonst.gruende), "inaktiv" as const].sort() };
};

/** A due period of an account, or its final settlement, for which no due period need be open. */
export type Posten = { faelligkeit: Schlussabrechnung["faelligkeit"]; belege: BelegEntwurf[] };

type Abrechenbar = Extract<KontoErgebnis, { abrechenbar: true }>;

/** All that an account is billed for, oldest first; the final settlement comes last. */
export const postenVon = ({ perioden, schlussabrechnung }: Omit<Abrechenbar, "abrechenbar">): Posten[] =>
  schlussabrechnung ? [...perioden, schlussabrechnung] : perioden;

/** Active increases that the amounts of these periods follow from: booking the periods completes them. */
export const angewandteHebungen = ({ hebungen }: KontoEingabe, posten: readonly Posten[]): number[] => {
  const bis = posten.reduce(
    (letzter, { faelligkeit: { zeitraumBis } }) => (zeitraumBis > letzter ? zeitraumBis : letzter),
    "",
  );
  return hebungen.filter(({ wirksamAb }) => wirksamAb <= bis).map(({ id }) => id);
};

/** Sums over documents: what lessees are billed, lessors are credited, the fee, and what is paid out after it. */
export type Summen = {
  anzahlDokumente: number;
  paechterNettoCent: number;
  paechterSteuerCent: number;
  paechterBruttoCent: number;
  verpaechterBruttoCent: number;
  gebuehrBruttoCent: number;
  auszahlungCent: number;
};

export const nullSummen = (): Summen => ({
  anzahlDokumente: 0,
  paechterNettoCent: 0,
  paechterSteuerCent: 0,
  paechterBruttoCent: 0,
  verpaechterBruttoCent: 0,
  gebuehrBruttoCent: 0,
  auszahlungCent: 0,
});

export const addiere = (zu: Summen, mehr: Summen): void => {
  for (const feld of Object.keys(mehr) as (keyof Summen)[]) zu[feld] += mehr[feld];
};

export const summiere = (belege: readonly BelegEntwurf[]): Summen => {
  const summen = nullSummen();
  for (const beleg of belege) {
    summen.anzahlDokumente += 1;
    if (beleg.belegart === "gutschrift") {
      summen.verpaechterBruttoCent += beleg.bruttoCent;
      summen.auszahlungCent += beleg.auszahlungCent ?? 0;
    } else if (beleg.belegart === "gebuehrenrechnung") {
      summen.gebuehrBruttoCent += beleg.bruttoCent;
    } else {
      summen.paechterNettoCent += beleg.nettoCent;
      summen.paechterSteuerCent += beleg.steuerCent;
      summen.paechterBruttoCent += beleg.bruttoCent;
    }
  }
  return summen;
};

export type Hinweis = { code: "hebung_geplant"; text: string };

/** What a clerk should look at before this period is booked. */
export const hinweise = ({ geplant }: Ladung, { faelligkeit }: Posten): Hinweis[] =>
  geplant
    .filter(({ wirksamAb }) => faelligkeit.zeitraumVon <= wirksamAb && wirksamAb <= faelligkeit.zeitraumBis)
    .map(({ id, wirksamAb }) => ({
      code: "hebung_geplant",
      text: `Die geplante Hebung ${id} zum ${wirksamAb} ist nicht aktiviert und bleibt unberücksichtigt.`,
    }));

export const grundTexte: Record<NichtAbrechenbarGrund, string> = {
  anteile_paechter: "Die Anteile der Pächter ergeben zusammen nicht 1.",
  anteile_verpaechter: "Die Anteile der Verpächter ergeben zusammen nicht 1.",
  hebung_ohne_basis: "Eine Hebung findet keinen Betrag, auf den sie wirken kann.",
  inaktiv: "Das Pachtkonto ist inaktiv.",
  kein_paechter: "An mindestens einem Tag fehlt ein Pächter.",
  kein_verpaechter: "An mindestens einem Tag fehlt ein Verpächter.",
  steuernummer_verpaechter:
    "Einem Verpächter mit Umsatzsteuer fehlt die Steuernummer oder USt-IdNr.; ohne sie ist seine Gutschrift keine Rechnung.",
  steuerstatus_verpaechter: "Ein pauschalierender Verpächter (§ 24 UStG) kann keine steuerpflichtige Zeile erhalten.",
  vorauszahlung_unbekannt: "Es ist nicht bekannt, ob im Voraus oder nachträglich gezahlt wird.",
};

/** Reads every line of a result into one SHA-256: equal results, and only those, have the same. */
export const neuerAbdruck = () => {
  const hash = createHash("sha256");
  return {
    nimm({ konto, ergebnis }: Ermittelt): void {
      if (!ergebnis.abrechenbar) return;
      hash.update(`K${konto.id}|${konto.kontonummer}|${konto.zahlungszielTage}\n`);
      for (const { faelligkeit: f, belege } of postenVon(ergebnis)) {
        let text = `F${f.id}|${f.art}|${f.faelligAm}|${f.zeitraumVon}|${f.zeitraumBis}\n`;
        for (const b of belege) {
          text += `B${b.belegart}|${b.kontaktId}|${b.steuerCent}|${b.auszahlungCent}\n`;
          for (const z of b.zeilen)
            text += `Z${z.positionId}|${z.zeitraumVon}|${z.zeitraumBis}|${z.nettoCent}|${z.steuersatzBp}|${z.weiterleitung}|${z.herleitung.anteil}|${korrekturText(z)}|${z.bezeichnung.length}|${z.bezeichnung}|${z.steuerbefreiungGrund}\n`;
        }
        hash.update(text);
      }
    },
    hex: (): string => hash.digest("hex"),
  };
};

const korrekturText = ({ herleitung: { korrektur: k } }: BelegZeile): string =>
  k ? `${k.faelligkeitId}/${k.belegId}/${k.gebuchtCent}` : "";
