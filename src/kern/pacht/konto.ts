import { parseTag } from "../kalender/tag.ts";
import { parseZeitraum, schnitt } from "../kalender/zeitraum.ts";
import { vergleicheText } from "../vergleicheText.ts";
import { gutschriften, rechnungen } from "./belege.ts";
import type { KontoErgebnis, PeriodenErgebnis, Schlussabrechnung } from "./ergebnis.ts";
import { type Gruende, neueGruende } from "./gruende.ts";
import { gutschriftart } from "./gutschrift.ts";
import { berechnePeriode, bereiteVor, imRaster, type Kontokontext, tageVon } from "./periode.ts";
import { schlussabrechnungFaellig } from "./perioden.ts";
import { alsBeendet, type Beendet, rechneSchlussAb } from "./schlussabrechnung.ts";
import type { BelegEntwurf, Faelligkeit, KontoEingabe } from "./typen.ts";

/**
 * Bills every due period of an account, oldest first, and its final settlement if that is due, or none and says why
 * (all reasons, alphabetically). An account with nothing due is billable with no periods.
 *
 * @param datum the billed day; amounts do not depend on it
 * @throws RangeError when a final settlement is due and nobody says what is booked past the end
 */
export function berechneKonto(eingabe: KontoEingabe, datum: string): KontoErgebnis {
  const gruende = neueGruende();
  const faelligkeiten = eingabe.faelligkeiten.toSorted((a, b) => vergleicheText(a.zeitraumVon, b.zeitraumVon));
  if (!schlussabrechnungFaellig(eingabe, datum))
    return ergebnisVon(eingabe, gruende, regulaere(eingabe, faelligkeiten, gruende));
  return mitSchlussabrechnung(alsBeendet(eingabe), faelligkeiten, gruende);
}

function regulaere(eingabe: KontoEingabe, faelligkeiten: readonly Faelligkeit[], gruende: Gruende): PeriodenErgebnis[] {
  if (faelligkeiten.length === 0) return [];
  pruefeKonto(eingabe, gruende);
  return berechnePerioden(bereiteVor(eingabe, faelligkeiten.map(tageVon), gruende), faelligkeiten);
}

function mitSchlussabrechnung(
  eingabe: Beendet,
  faelligkeiten: readonly Faelligkeit[],
  gruende: Gruende,
): KontoErgebnis {
  pruefeKonto(eingabe, gruende);
  const ende = parseTag(eingabe.pachtende);
  const vor = parseZeitraum(null, eingabe.pachtende);
  const bisEnde = [...faelligkeiten, ...eingabe.gebucht].flatMap((zeitraum) => schnitt(tageVon(zeitraum), vor) ?? []);
  const kontext = bereiteVor(eingabe, [...bisEnde, { von: ende, bis: ende }], gruende);
  const letzte = faelligkeiten.find(({ art }) => art === "schlussabrechnung") ?? null;
  const vorherige = faelligkeiten.filter((faelligkeit) => faelligkeit !== letzte);
  const perioden = berechnePerioden(kontext, vorherige);
  return ergebnisVon(eingabe, gruende, perioden, rechneSchlussAb(kontext, eingabe, letzte));
}

function pruefeKonto(eingabe: KontoEingabe, gruende: Gruende): void {
  if (eingabe.status === "inaktiv") gruende.add("inaktiv");
  if (eingabe.istVorauszahlend === null) gruende.add("vorauszahlung_unbekannt");
}

function berechnePerioden(kontext: Kontokontext, faelligkeiten: readonly Faelligkeit[]): PeriodenErgebnis[] {
  return faelligkeiten.map((faelligkeit) => {
    const eigener = imRaster(kontext, faelligkeit);
    const { paechter, verpaechter } = berechnePeriode(eigener, tageVon(faelligkeit));
    const teile = [{ gebuehr: eigener.konto, zeilen: verpaechter }];
    const { zahlungsrhythmus } = eigener.konto;
    return { faelligkeit, belege: [...rechnungen(paechter), ...gutschriften(teile, zahlungsrhythmus)] };
  });
}

/**
 * The lessor is the seller of his Gutschrift, and without a tax number of the seller it is no invoice (§ 14 Abs. 4 Nr. 2
 * UStG; EN 16931 BR-S-02, BR-E-02). An Auszahlungsmitteilung needs none.
 */
function brauchtSteuernummer({ beteiligte }: KontoEingabe, beleg: BelegEntwurf): boolean {
  const { belegart, kontaktId, steuergruppen } = beleg;
  if (belegart !== "gutschrift") return false;
  const verpaechter = beteiligte.find((b) => b.kontaktId === kontaktId);
  if (verpaechter?.hatSteuernummer) return false;
  const { gebuchterStatus = verpaechter?.umsatzsteuerStatus ?? null } = beleg;
  return gutschriftart(gebuchterStatus, steuergruppen).istRechnung;
}

/** An invoice names the full address of its recipient, and a Gutschrift that of who supplies (§ 14 Abs. 4 Nr. 1 UStG). */
function brauchtAnschrift({ beteiligte }: KontoEingabe, { kontaktId }: BelegEntwurf): boolean {
  return beteiligte.some((b) => b.kontaktId === kontaktId && !b.hatAnschrift);
}

/** The German rules for invoices to public buyers demand it (BR-DE-2); without it a lessor's fee has no such invoice. */
function brauchtAnsprechpartner({ beteiligte }: KontoEingabe, { belegart, kontaktId }: BelegEntwurf): boolean {
  if (belegart !== "rechnung" && belegart !== "schlussrechnung") return false;
  return beteiligte.some((b) => b.kontaktId === kontaktId && b.ohneAnsprechpartner);
}

function ergebnisVon(
  eingabe: KontoEingabe,
  gruende: Gruende,
  perioden: PeriodenErgebnis[],
  schlussabrechnung?: Schlussabrechnung,
): KontoErgebnis {
  const posten = schlussabrechnung ? [...perioden, schlussabrechnung] : perioden;
  const belege = posten.flatMap((einer) => einer.belege);
  for (const beleg of belege) {
    const { kontaktId } = beleg;
    if (brauchtAnschrift(eingabe, beleg)) gruende.add("anschrift_fehlt", { kontaktId });
    if (brauchtAnsprechpartner(eingabe, beleg)) gruende.add("ansprechpartner_fehlt", { kontaktId });
    if (brauchtSteuernummer(eingabe, beleg)) gruende.add("steuernummer_verpaechter", { kontaktId });
  }
  const dagegen = gruende.ergebnis();
  if (dagegen !== null) return dagegen;
  return schlussabrechnung ? { abrechenbar: true, perioden, schlussabrechnung } : { abrechenbar: true, perioden };
}
