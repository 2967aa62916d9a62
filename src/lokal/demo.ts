import { writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { euro } from "../kern/geld/dezimal.ts";
import { tagInBerlin } from "../kern/kalender/berlin.ts";
import { deutschesDatum, inTagen } from "../kern/kalender/tag.ts";
import { Bedienfehler, beendeMit } from "../technik/befehl.ts";
import { findeDienst } from "./demo/finde.ts";
import { hoechstensVoraus, schritt } from "./demo/gang.ts";
import { zieheEin } from "./demo/import/gang.ts";
import { geheDurchsJahr } from "./demo/jahr.ts";
import { Klient } from "./demo/klient.ts";
import { type Lauf, ladeExporte, ladeSchreiben, vergleiche, warteAufSchreiben } from "./demo/lauf.ts";
import { ausArchiv, type Summen, summiere } from "./demo/summen.ts";
import { alsTabelle } from "./demo/tabelle.ts";

type Gruppe = {
  art: "regulaer" | "schlussabrechnung";
  faelligAm: string;
  zeitraumVon: string;
  zeitraumBis: string;
  summen: Summen & { anzahlKonten: number };
};
type Vorschau = {
  datum: string;
  vorschauHash: string;
  gruppen: Gruppe[];
  nichtAbrechenbarGruende: { text: string; anzahl: number }[];
  summen: Summen & { anzahlKonten: number };
};
type Zahlungssumme = { anzahl: number; summeCent: number };
type Zahlungspruefung = { zahlungen: Zahlungssumme; ausgelassen: Zahlungssumme };
type Zahlungsdatei = Zahlungssumme & { id: number };

const ausgabe = join(fileURLToPath(new URL("../../", import.meta.url)), "demo-ausgabe");
const hoechstensGruppen = 15;

const holeVorschau = (klient: Klient, datum: string) =>
  klient.json<Vorschau>(`/abrechnung/vorschau-gruppen?datum=${datum}`);

/** What is due today, else what falls due first within the days that can be booked ahead. */
const findeFaelliges = async (klient: Klient): Promise<Vorschau | undefined> => {
  const heute = tagInBerlin(new Date());
  const jetzt = await holeVorschau(klient, heute);
  if (jetzt.gruppen.length > 0) return jetzt;
  schritt(`Am ${deutschesDatum(heute)} ist nichts fällig: alles bis heute ist gebucht.`);
  const spaeter = await holeVorschau(klient, inTagen(heute, hoechstensVoraus));
  const [naechste] = spaeter.gruppen.map(({ faelligAm }) => faelligAm).sort();
  return naechste === undefined ? undefined : holeVorschau(klient, naechste);
};

const zeigeVorschau = ({ datum, gruppen, summen, nichtAbrechenbarGruende }: Vorschau): void => {
  schritt(
    `Fällig bis ${deutschesDatum(datum)}: ${summen.anzahlKonten} Pachtkonten, ${summen.anzahlDokumente} Dokumente.\n`,
  );
  const zeilen = gruppen
    .slice(0, hoechstensGruppen)
    .map((gruppe) => [
      `${deutschesDatum(gruppe.zeitraumVon)} bis ${deutschesDatum(gruppe.zeitraumBis)}${gruppe.art === "regulaer" ? "" : " (Schluss)"}`,
      deutschesDatum(gruppe.faelligAm),
      String(gruppe.summen.anzahlKonten),
      String(gruppe.summen.anzahlDokumente),
      euro(gruppe.summen.paechterBruttoCent),
      euro(gruppe.summen.auszahlungCent),
    ]);
  const rest = gruppen.length - zeilen.length;
  console.log(alsTabelle([["Zeitraum", "fällig am", "Konten", "Dokumente", "Rechnungen", "Auszahlung"], ...zeilen]));
  if (rest > 0) console.log(`  … und ${rest} weitere Zeiträume`);
  for (const { anzahl, text } of nichtAbrechenbarGruende) console.log(`  Nicht abrechenbar (${anzahl}): ${text}`);
};

/** Makes a payment file of each kind and loads it; where nothing is ready, that is how it is. */
const erstelleZahlungsdateien = async (klient: Klient, { id }: Lauf, ordner: string): Promise<boolean> => {
  schritt("Zahlungsdateien für die Bank.");
  let stimmt = true;
  for (const art of ["lastschrift", "ueberweisung"]) {
    const pruefung = await klient.json<Zahlungspruefung>(
      `/abrechnung/export/sepa/pruefung?buchungslaufId=${id}&art=${art}`,
    );
    const { zahlungen, ausgelassen } = pruefung;
    console.log(
      `  ${art}: ${zahlungen.anzahl} Zahlungen über ${euro(zahlungen.summeCent)}, ${ausgelassen.anzahl} ausgelassen`,
    );
    if (zahlungen.anzahl === 0) continue;
    const datei = await klient.sende<Zahlungsdatei>("/abrechnung/zahlungsdateien", { buchungslaufId: id, art });
    const { inhalt, dateiname } = await klient.bytes(`/abrechnung/export/sepa?zahlungsdateiId=${datei.id}`);
    await writeFile(join(ordner, dateiname ?? `${art}.xml`), inhalt);
    stimmt &&= datei.anzahl === zahlungen.anzahl && datei.summeCent === zahlungen.summeCent;
  }
  return stimmt;
};

const meldeAn = async (genannt: string | undefined): Promise<Klient> => {
  const { basis, version } = await findeDienst(genannt);
  const klient = new Klient(basis);
  console.log(`Gefunden: Pachtverwaltung ${version}`);
  console.log(`Angemeldet als ${await klient.meldeAn("verwalter")} bei ${klient.basis}`);
  return klient;
};

const gehe = async (klient: Klient): Promise<boolean> => {
  const vorschau = await findeFaelliges(klient);
  if (vorschau === undefined) {
    schritt(`Auch in den nächsten ${hoechstensVoraus} Tagen wird nichts fällig.`);
    return true;
  }
  zeigeVorschau(vorschau);
  const { datum, vorschauHash } = vorschau;
  const lauf = await klient.sende<Lauf>("/abrechnung/buchen", { datum, vorschauHash });
  schritt(`Gebucht: Lauf ${lauf.id} zum ${deutschesDatum(lauf.datum)}, ${lauf.anzahlKonten} Pachtkonten.`);

  const ordner = join(ausgabe, `${datum}_${lauf.id.slice(0, 8)}`);
  const belege = await warteAufSchreiben(klient, lauf);
  const geladen = await ladeSchreiben(klient, belege, ordner);
  const { csv, xlsx } = await ladeExporte(klient, lauf, ordner);
  const gezahlt = await erstelleZahlungsdateien(klient, lauf, ordner);
  const stimmt = vergleiche([
    ["Vorschau", vorschau.summen],
    ["Buchungslauf", lauf],
    ["Archiv", summiere(ausArchiv(belege))],
    ["CSV", summiere(csv)],
    ["XLSX", summiere(xlsx)],
  ]);
  schritt(
    `${geladen} Schreiben, 2 CSV, 2 XLSX und die Zahlungsdateien liegen in ${relative(process.cwd(), ordner) || ordner}`,
  );
  if (!gezahlt) console.log("Eine Zahlungsdatei zahlt NICHT, was die Prüfung versprach.");
  console.log(stimmt ? "Alle Summen stimmen auf den Cent." : "Die Summen stimmen NICHT überein.");
  return stimmt && gezahlt && geladen === lauf.anzahlDokumente;
};

/** Walks beside the main one, by the word that asks for them. */
const eigene = new Map([
  ["jahr", geheDurchsJahr],
  ["import", zieheEin],
]);

const liesWorte = (): string[] => {
  try {
    return parseArgs({ allowPositionals: true }).positionals;
  } catch {
    throw new Bedienfehler("Aufruf: npm run demo -- [jahr | import] [Adresse, wie http://127.0.0.1:3000/api]");
  }
};

await beendeMit(async () => {
  const worte = liesWorte();
  const eigener = eigene.get(worte[0] ?? "");
  const klient = await meldeAn(worte[eigener ? 1 : 0]);
  return (eigener ?? gehe)(klient, ausgabe);
});
