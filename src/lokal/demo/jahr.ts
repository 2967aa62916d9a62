import { mkdir, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import process from "node:process";
import { euro } from "../../kern/geld/dezimal.ts";
import { tagInBerlin } from "../../kern/kalender/berlin.ts";
import { deutschesDatum, inTagen } from "../../kern/kalender/tag.ts";
import { hoechstensVoraus, schritt } from "./gang.ts";
import { Demofehler, type Klient } from "./klient.ts";
import { alsTabelle } from "./tabelle.ts";

type Stand = { monat: string; wert: string };
type Fassung = { nr: number; staende: Stand[] };
type Reihe = { id: number; name: string; beendetMit: string | null; fassungen: { nr: number }[] };
type Vorschlag = {
  pachtkontoId: number;
  kontonummer: string;
  wirksamAb: string;
  altJahrCent: number;
  neuJahrCent: number;
};
type Vorschlaege = { data: Vorschlag[]; summen: { anzahl: number; altJahrCent: number; neuJahrCent: number } };
type Uebernahme = { anzahl: number; hebungIds: number[]; altJahrCent: number; neuJahrCent: number };
type Hebung = { status: string; abschluss: { betragNeuCent: number }[] | null };
type Vorschau = { vorschauHash: string; summen: { anzahlKonten: number; paechterBruttoCent: number } };
type Frist = {
  pachtkontoId: number;
  kontonummer: string;
  art: string;
  tag: string;
  wirktZum: string | null;
  gesetz: string;
};

const hoechstens = 10;

const ladePdf = async (klient: Klient, pfad: string, datei: string): Promise<void> => {
  const { inhalt } = await klient.bytes(pfad);
  if (new TextDecoder("latin1").decode(inhalt.subarray(0, 5)) !== "%PDF-")
    throw new Demofehler(`${pfad} ist kein PDF.`);
  await writeFile(datei, inhalt);
};

type Rolle = "paechter" | "verpaechter";

/** The first ones whose accounts have parties of these roles: without them there is no letter. */
export async function mitParteien<K extends { pachtkontoId: number }>(
  klient: Pick<Klient, "json">,
  konten: readonly K[],
  rollen: readonly Rolle[],
  anzahl: number,
): Promise<K[]> {
  const gefunden: K[] = [];
  for (const konto of konten) {
    if (gefunden.length === anzahl) break;
    const { beteiligte } = await klient.json<{ beteiligte: { rolle: string }[] }>(`/pachtkonten/${konto.pachtkontoId}`);
    if (rollen.every((gesucht) => beteiligte.some(({ rolle }) => rolle === gesucht))) gefunden.push(konto);
  }
  return gefunden;
}

/** The value of the month after the newest one, a little higher, where that month is not to come. */
const trageMonatswertEin = async (klient: Klient, heute: string): Promise<void> => {
  const { data } = await klient.json<{ data: Reihe[] }>("/einstellungen/indexreihen");
  const reihe = data.find(({ beendetMit, fassungen }) => beendetMit === null && fassungen.length > 0);
  if (!reihe) {
    schritt("Es gibt keine laufende Indexreihe, in die ein Monat einzutragen wäre.");
    return;
  }
  const pfad = `/einstellungen/indexreihen/${reihe.id}`;
  const nr = Math.max(...reihe.fassungen.map((fassung) => fassung.nr));
  const letzter = (await klient.json<Fassung>(`${pfad}/fassungen/${nr}`)).staende.at(-1);
  const monat = letzter && inTagen(`${letzter.monat}-28`, 5).slice(0, 7);
  if (!monat || monat > heute.slice(0, 7)) {
    schritt(`${reihe.name}: der neueste Monat ${letzter?.monat} steht schon da.`);
    return;
  }
  const wert = (Number(letzter.wert) * 1.004).toFixed(1);
  await klient.sende(`${pfad}/fassungen/${nr}`, { staende: [{ monat, wert }] }, "PUT");
  schritt(`${reihe.name}: ${monat} mit ${wert} eingetragen, zuvor ${letzter.wert}.`);
};

/** Takes over, activates, bills ahead and completes the first proposals. @returns whether every sum is the one promised */
const passeAn = async (klient: Klient, heute: string, ordner: string): Promise<boolean> => {
  const bis = inTagen(heute, hoechstensVoraus);
  const { data, summen } = await klient.json<Vorschlaege>(`/abrechnung/hebungsvorschlaege?bis=${bis}&limit=500`);
  schritt(
    `Vorschläge bis ${deutschesDatum(bis)}: ${summen.anzahl}, im Jahr ${euro(summen.altJahrCent)} → ${euro(summen.neuJahrCent)}.`,
  );
  const gewaehlt = await mitParteien(klient, data, ["paechter"], hoechstens);
  if (gewaehlt.length === 0) return true;
  const spalten = ({ kontonummer, wirksamAb, altJahrCent, neuJahrCent }: Vorschlag) =>
    [kontonummer, deutschesDatum(wirksamAb), euro(altJahrCent), euro(neuJahrCent)] as const;
  console.log(alsTabelle([["Pachtkonto", "wirksam ab", "bisher im Jahr", "neu im Jahr"], ...gewaehlt.map(spalten)]));

  const auswahl = gewaehlt.map(({ pachtkontoId }) => pachtkontoId);
  const { hebungIds, ...uebernommen } = await klient.sende<Uebernahme>("/abrechnung/hebungsvorschlaege/uebernehmen", {
    bis,
    auswahl,
  });
  for (const id of hebungIds)
    await ladePdf(klient, `/abrechnung/hebungen/${id}/entwurf`, join(ordner, `Entwurf_Hebung_${id}.pdf`));
  schritt(`${uebernommen.anzahl} übernommen, ihre Schreiben als Entwurf geladen; jetzt aktiviert und gebucht.`);
  await klient.sende("/abrechnung/hebungen/sammelaktion", { hebungIds, aktion: "aktivieren" });

  const gebucht = await bucheVoraus(klient, bis, auswahl);
  const hebungen = await Promise.all(hebungIds.map((id) => klient.json<Hebung>(`/abrechnung/hebungen/${id}`)));
  const abgeschlossen = hebungIds.filter((_, nr) => hebungen[nr]?.status === "abgeschlossen");
  for (const id of abgeschlossen)
    await ladePdf(klient, `/abrechnung/hebung-abschluss/pdf?hebungId=${id}`, join(ordner, `Hebung_${id}.pdf`));
  console.log(`  abgeschlossene Hebungen mit ihrem Schreiben: ${abgeschlossen.length}`);
  const versprochen = gewaehlt.reduce((summe, { neuJahrCent }) => summe + neuJahrCent, 0);
  return uebernommen.neuJahrCent === versprochen && gebucht;
};

/** Books these accounts, where something is due. @returns whether the run says what the preview said */
const bucheVoraus = async (klient: Klient, datum: string, auswahl: number[]): Promise<boolean> => {
  const pfad = `/abrechnung/vorschau-gruppen?datum=${datum}&auswahl=${auswahl.join(",")}`;
  const { vorschauHash, summen } = await klient.json<Vorschau>(pfad);
  if (summen.anzahlKonten === 0) {
    console.log("  bis dahin ist für sie nichts fällig");
    return true;
  }
  const lauf = await klient.sende<{ paechterBruttoCent: number }>("/abrechnung/buchen", {
    datum,
    auswahl,
    vorschauHash,
  });
  console.log(`  gebucht ${euro(lauf.paechterBruttoCent)}, in der Vorschau ${euro(summen.paechterBruttoCent)}`);
  return lauf.paechterBruttoCent === summen.paechterBruttoCent;
};

/** The deadlines of two years as list and calendar, and one notice with its letters. @returns whether it is in time */
const kuendige = async (klient: Klient, heute: string, ordner: string): Promise<boolean> => {
  const pfad = "/abrechnung/naechste-termine?tage=730&art=kuendigung&limit=500";
  const { fristen, fristenTotal } = await klient.json<{ fristen: Frist[]; fristenTotal: number }>(pfad);
  const { inhalt } = await klient.bytes(`${pfad}&format=ics`);
  await writeFile(join(ordner, "Fristen.ics"), inhalt);
  if (fristenTotal === 0) {
    schritt("Keine Kündigungsfrist in zwei Jahren.");
    return true;
  }
  schritt(`${fristenTotal} Kündigungsfristen in zwei Jahren, als Kalender geladen. Die nächsten:\n`);
  const zeile = ({ kontonummer, tag, wirktZum, gesetz }: Frist) =>
    [kontonummer, deutschesDatum(tag), deutschesDatum(wirktZum ?? ""), gesetz] as const;
  console.log(alsTabelle([["Pachtkonto", "bis", "zum", "nach"], ...fristen.slice(0, hoechstens).map(zeile)]));
  const kommende = fristen.filter(({ tag }) => tag > heute);
  const [frist] = await mitParteien(klient, kommende, ["paechter", "verpaechter"], 1);
  if (!frist?.wirktZum) return true;

  const konto = `/pachtkonten/${frist.pachtkontoId}`;
  await ladePdf(klient, `${konto}/schreiben/kuendigung`, join(ordner, `Entwurf_Kuendigung_${frist.kontonummer}.pdf`));
  const { hinweise = [] } = await klient.sende<{ hinweise?: { code: string; text: string }[] }>(
    konto,
    { status: "gekuendigt", gekuendigtAm: heute, kuendigungZum: frist.wirktZum },
    "PUT",
  );
  const name = `Entwurf_Bestaetigung_${frist.kontonummer}.pdf`;
  await ladePdf(klient, `${konto}/schreiben/kuendigungsbestaetigung`, join(ordner, name));
  const bedenken = hinweise.find(({ code }) => code.startsWith("kuendigung"));
  schritt(
    `${frist.kontonummer} ist heute zum ${deutschesDatum(frist.wirktZum)} gekündigt, ${bedenken?.text ?? "rechtzeitig"}; die Schlussabrechnung wird nach diesem Tag fällig.`,
  );
  return !bedenken;
};

/** What a clerk does beside billing, as far as today allows. @returns whether every sum and day is the one promised */
export async function geheDurchsJahr(klient: Klient, ausgabe: string): Promise<boolean> {
  const heute = tagInBerlin(new Date());
  const ordner = join(ausgabe, `jahr_${heute}`);
  await mkdir(ordner, { recursive: true });
  await trageMonatswertEin(klient, heute);
  const angepasst = await passeAn(klient, heute, ordner);
  const gekuendigt = await kuendige(klient, heute, ordner);
  schritt(`Alle Schreiben und der Kalender liegen in ${relative(process.cwd(), ordner) || ordner}`);
  console.log(angepasst && gekuendigt ? "Alle Summen und Fristen stimmen." : "Es stimmt NICHT alles überein.");
  return angepasst && gekuendigt;
}
