import { Ablehnung } from "../../kern/ablehnung.ts";
import { prozent } from "../../kern/geld/dezimal.ts";
import { UpdateFirmendatenBody } from "../../stammdaten/einstellungen/firmendaten/schema.ts";
import { pruefePlz } from "../../stammdaten/kontakte/plz.ts";
import type { Stand } from "./richteEin.ts";
import type { Einrichtung } from "./schema.ts";
import * as vorgaben from "./vorgaben.ts";

/** The terminal, or who stands for it in a test. */
type Gespraech = { frage: (text: string) => Promise<string>; sage: (text: string) => void };

type Firmenfeld = "firma" | "strasse" | "hausnummer" | "plz" | "ort" | "steuernummer" | "ustId" | "telefon" | "email";

const felder: [Firmenfeld, string][] = [
  ["firma", "Name der Firma"],
  ["strasse", "Straße"],
  ["hausnummer", "Hausnummer"],
  ["plz", "Postleitzahl"],
  ["ort", "Ort"],
  ["steuernummer", "Steuernummer (leer, wenn nur eine USt-IdNr.)"],
  ["ustId", "USt-IdNr."],
  ["telefon", "Telefon"],
  ["email", "E-Mail"],
];

type Wert = { text: string; bisher: string | null | undefined; pruefe: (eingabe: string) => string[] };

/** Asks until the answer is one; an empty answer keeps what is there. @returns undefined where nothing is to change */
const frageWert = async ({ frage, sage }: Gespraech, { text, bisher, pruefe }: Wert): Promise<string | undefined> => {
  for (;;) {
    const eingabe = (await frage(`${text}${bisher ? ` [${bisher}]` : ""}: `)).trim();
    if (eingabe === "" || eingabe === bisher) return undefined;
    const fehler = pruefe(eingabe);
    if (fehler.length === 0) return eingabe;
    for (const meldung of fehler) sage(`  ${meldung}`);
  }
};

/** What the settings would refuse, said before anything else is asked. */
const fehlerIn = (firmendaten: object, land: string): string[] => {
  const gelesen = UpdateFirmendatenBody.safeParse(firmendaten);
  if (!gelesen.success) return gelesen.error.issues.map(({ message }) => message);
  try {
    pruefePlz({ land, plz: gelesen.data.plz ?? null });
    return [];
  } catch (fehler) {
    if (fehler instanceof Ablehnung) return (fehler.felder.errors ?? []).map(({ message }) => message);
    throw fehler;
  }
};

const frageFirmendaten = async (gespraech: Gespraech, { firmendaten: bisher }: Stand) => {
  const neu: Record<string, unknown> = {};
  for (const [feld, text] of felder) {
    const wert = await frageWert(gespraech, {
      text,
      bisher: bisher[feld],
      pruefe: (eingabe) => fehlerIn({ [feld]: eingabe }, bisher.land),
    });
    if (wert !== undefined) neu[feld] = wert;
  }
  const iban = await frageWert(gespraech, {
    text: "IBAN des Treuhandkontos (dorthin zahlen die Pächter)",
    bisher: bisher.treuhandkonto?.iban,
    pruefe: (eingabe) => fehlerIn({ treuhandkonto: { iban: eingabe } }, bisher.land),
  });
  if (iban !== undefined) neu.treuhandkonto = { iban };
  return Object.keys(neu).length > 0 ? UpdateFirmendatenBody.parse(neu) : undefined;
};

const bejaht = async ({ frage }: Gespraech, text: string): Promise<boolean> =>
  /^(j|ja|y|yes|)$/i.test((await frage(`${text} [J/n] `)).trim());

/**
 * Asks for what is not there yet; a plain Enter is a sensible answer to everything.
 *
 * @param bisherAdministrator the provider's word that the configuration makes an administrator of
 */
export async function frageEinrichtung(
  gespraech: Gespraech,
  stand: Stand,
  bisherAdministrator: string,
): Promise<Einrichtung> {
  gespraech.sage("Firmendaten, wie sie auf den Schreiben stehen. Enter lässt, was in Klammern steht.");
  const firmendaten = await frageFirmendaten(gespraech, stand);
  const arten = vorgaben.kontaktarten.filter(({ name }) => !stand.kontaktarten.some((art) => art.name === name));
  const typen = stand.positionsarten.length === 0 ? vorgaben.positionsarten : [];
  const legeKontaktartenAn =
    arten.length > 0 &&
    (await bejaht(gespraech, `Kontaktarten anlegen: ${arten.map(({ bezeichnung }) => bezeichnung).join(", ")}?`));
  const beschrieben = typen.map(({ name, steuersatzBp }) => `${name} ${prozent(steuersatzBp)}`);
  const legePositionsartenAn =
    typen.length > 0 &&
    (await bejaht(gespraech, `Positionsarten anlegen, mit Umsatzsteuer: ${beschrieben.join(", ")}?`));
  const administrator = (
    await gespraech.frage(`Rolle oder Gruppe der Administratoren beim Identitätsanbieter [${bisherAdministrator}]: `)
  ).trim();
  return {
    firmendaten,
    kontaktarten: legeKontaktartenAn ? [...arten] : undefined,
    positionsarten: legePositionsartenAn ? [...typen] : undefined,
    administrator: administrator || bisherAdministrator,
  };
}
