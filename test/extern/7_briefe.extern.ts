import { Buffer } from "node:buffer";
import { PNG } from "pngjs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { verletztePdfaRegeln } from "../belege/briefe/pdf/pdfaRegeln.ts";
import { verletztePdfuaRegeln } from "../belege/briefe/pdf/pdfuaRegeln.ts";
import { meldeAn } from "./hilfe/anmelden.ts";
import { codesVon, seitenVon, textVon, tintenanteil, type Wort } from "./hilfe/blatt.ts";
import { type Klon, kloneMitPaketen, type Lauf, starte } from "./hilfe/klon.ts";

type Beleg = {
  id: number;
  archivkontoId: number;
  pachtkontoId: number;
  buchungslaufId: string;
  kontaktId: number;
  kontonummer: string;
  belegart: string;
  belegnummer: string;
  zeitraumVon: string;
  zeitraumBis: string;
  bruttoCent: number;
  auszahlungCent: number | null;
  storniertDurchId: number | null;
  empfaenger: {
    anzeigename: string;
    zahlungsart: string;
    umsatzsteuerStatus: string | null;
    sepaMandat: object | null;
  };
};
type Konto = { pachtkontoId: number };

let klon: Klon;
let lauf: Lauf;
let hole: Awaited<ReturnType<typeof meldeAn>>;
const briefe = new Map<string, Uint8Array>();
let belege: Beleg[] = [];

const json = async <T>(
  pfad: string,
  methode = "GET",
  body?: object,
  status = methode === "POST" ? 201 : 200,
): Promise<T> => {
  const antwort = await hole(pfad, {
    method: methode,
    ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
  });
  const text = await antwort.text();
  expect(antwort.status, `${methode} ${pfad}: ${text.slice(0, 500)}`).toBe(status);
  return JSON.parse(text) as T;
};

const pdf = async (pfad: string): Promise<Uint8Array> => {
  const antwort = await hole(pfad);
  expect(antwort.status, pfad).toBe(200);
  expect(antwort.headers.get("content-type"), pfad).toBe("application/pdf");
  return new Uint8Array(await antwort.arrayBuffer());
};

const logo = (): Buffer => {
  const bild = new PNG({ width: 360, height: 90 });
  for (let i = 0; i < bild.data.length; i += 4) bild.data.set([15, 84, 92, (i / 4) % 360 < 90 ? 255 : 120], i);
  return PNG.sync.write(bild);
};

const heute = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin" }).format(new Date());
const betrag = (cent: number): string =>
  new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2 }).format(cent / 100).replace("-", "\u2212");

const art = (belegart: string, passt: (beleg: Beleg) => boolean = () => true): Beleg => {
  const beleg = belege.find((b) => b.belegart === belegart && passt(b));
  if (!beleg) throw new Error(`Kein Beleg der Art ${belegart} in den Beispieldaten`);
  return beleg;
};

const beendet = ({ pachtkontoId }: Beleg): boolean =>
  belege.some((b) => b.pachtkontoId === pachtkontoId && b.belegart === "schlussrechnung");

const ladeBelege = async (): Promise<void> => {
  belege = [];
  for (let seite = 1; seite <= 10; seite++) {
    const { data } = await json<{ data: Beleg[] }>(`/abrechnung/archiv?limit=100&page=${seite}`);
    belege.push(...data);
  }
};

/** Read in pieces, because it rises; each is higher than any line. */
const istWasserzeichen = ({ oben, unten }: Wort): boolean => unten - oben > 10;

const istGutschrift = ({ empfaenger }: Beleg) => empfaenger.umsatzsteuerStatus === "regelbesteuert";

/** A lease that ends within a period that is billed already: the lessee has paid too much. */
const beendeFrueher = async ({ pachtkontoId, zeitraumVon }: Beleg): Promise<void> => {
  const kuendigungZum = `${zeitraumVon.slice(0, 8)}20`;
  await json(`/pachtkonten/${pachtkontoId}`, "PUT", { status: "gekuendigt", gekuendigtAm: zeitraumVon, kuendigungZum });
  await json("/abrechnung/buchen", "POST", { datum: heute, auswahl: [pachtkontoId] });
};

beforeAll(async () => {
  klon = kloneMitPaketen();
  lauf = await starte(klon);
  hole = await meldeAn(lauf.basis, "administrator");
  const formular = new FormData();
  formular.append("datei", new File([new Uint8Array(logo())], "logo.png", { type: "image/png" }));
  expect((await hole("/einstellungen/logo", { method: "POST", body: formular })).status).toBe(201);
  const { gruppen } = await json<{ gruppen: { art: string; konten: Konto[] }[] }>(
    `/abrechnung/vorschau-gruppen?datum=${heute}`,
  );
  const konten = (gewuenscht: string, anzahl: number) =>
    gruppen
      .filter((g) => g.art === gewuenscht)
      .flatMap((g) => g.konten.map((k) => k.pachtkontoId))
      .slice(0, anzahl);
  const auswahl = [...new Set([...konten("schlussabrechnung", 60), ...konten("regulaer", 150)])];
  briefe.set("Entwurf", await pdf(`/abrechnung/pdf-entwurf?datum=${heute}&auswahl=${auswahl.slice(-3).join(",")}`));
  await json("/abrechnung/buchen", "POST", { datum: heute, auswahl });
  await ladeBelege();
  await beendeFrueher(art("rechnung", (b) => b.zeitraumBis < heute && b.zeitraumVon.endsWith("-01")));
  const storni = [
    art("gutschrift", (b) => b.auszahlungCent !== null && b.storniertDurchId === null && !istGutschrift(b)),
    art("gutschrift", (b) => b.auszahlungCent !== null && b.storniertDurchId === null && istGutschrift(b)),
  ];
  await json("/abrechnung/stornieren", "POST", { archivIds: storni.map(({ id }) => id), grund: "Prüfung" });
  await ladeBelege();
});

afterAll(async () => {
  await lauf?.beende();
  klon.loesche();
});

const arten: [string, () => Beleg][] = [
  ["Rechnung", () => art("rechnung", (b) => b.bruttoCent > 0 && b.empfaenger.zahlungsart === "ueberweisung")],
  [
    "Lastschrift",
    () =>
      art(
        "rechnung",
        (b) => b.bruttoCent > 0 && b.empfaenger.zahlungsart === "lastschrift" && b.empfaenger.sepaMandat !== null,
      ),
  ],
  ["Nachzahlung", () => art("schlussrechnung", (b) => b.bruttoCent > 0)],
  ["Guthaben", () => art("schlussrechnung", (b) => b.bruttoCent < 0)],
  ["Gutschrift", () => art("gutschrift", istGutschrift)],
  ["Auszahlungsmitteilung", () => art("gutschrift", (b) => !istGutschrift(b))],
  ["Gebührenrechnung", () => art("gebuehrenrechnung")],
  ["Stornorechnung", () => art("stornorechnung")],
  ["Storno der Auszahlungsmitteilung", () => art("stornogutschrift", (b) => !istGutschrift(b))],
  ["Storno der Gutschrift", () => art("stornogutschrift", istGutschrift)],
];

test.each(arten)(
  "%s: Nummer, Empfänger und Beträge stehen auf dem Papier, zweimal dieselben Bytes",
  async (name, finde) => {
    const beleg = finde();
    const bytes = await pdf(`/abrechnung/archiv/${beleg.id}/pdf`);
    briefe.set(name, bytes);
    expect(Buffer.compare(bytes, await pdf(`/abrechnung/archiv/${beleg.id}/pdf`))).toBe(0);
    const text = textVon(bytes);
    for (const wort of [beleg.belegnummer, beleg.kontonummer, `${betrag(beleg.bruttoCent)} €`, "Seite 1 von"])
      expect(text, name).toContain(wort);
    if (beleg.auszahlungCent !== null) expect(text).toContain(`${betrag(beleg.auszahlungCent)} €`);
    expect(text.includes("Gutschrift "), "das Wort gehört der Abrechnung durch den Empfänger").toBe(
      name.endsWith("Gutschrift"),
    );
  },
);

test("Hebung, Kontoauszug und Deckblatt", async () => {
  const { pachtkontoId, archivkontoId } = art("rechnung", (b) => b.storniertDurchId === null && !beendet(b));
  const { id } = await json<{ id: number }>("/abrechnung/hebungen", "POST", {
    pachtkontoId,
    art: "index",
    indexBasis: "105.1",
    indexNeu: "119.3",
    indexBasisjahr: 2020,
    wirksamAb: `${Number(heute.slice(0, 4)) + 3}-01-01`,
  });
  for (const status of ["aktiv", "abgeschlossen"]) await json(`/abrechnung/hebungen/${id}`, "PUT", { status });
  briefe.set("Hebung", await pdf(`/abrechnung/hebung-abschluss/pdf?hebungId=${id}`));
  expect(textVon(briefe.get("Hebung") as Uint8Array)).toMatch(/Basisjahr 2020 = 100[\s\S]*bisher 105,1, jetzt\s+119,3/);

  briefe.set("Kontoauszug", await pdf(`/abrechnung/archiv-konten/${archivkontoId}/pdf`));
  for (const beleg of belege.filter((b) => b.archivkontoId === archivkontoId && !b.belegart.startsWith("storno")))
    expect(textVon(briefe.get("Kontoauszug") as Uint8Array)).toContain(beleg.belegnummer);

  const { buchungslaufId, kontaktId } = art("gutschrift", (b) => b.storniertDurchId === null);
  const pfad = `/abrechnung/sammelauszahlung?buchungslaufId=${buchungslaufId}&kontaktId=${kontaktId}`;
  briefe.set("Deckblatt", await pdf(pfad));
  const eigene = belege.filter((b) => b.buchungslaufId === buchungslaufId && b.kontaktId === kontaktId);
  const summe = eigene.reduce((cent, b) => cent + (b.auszahlungCent ?? 0), 0);
  const wort = eigene.some(({ auszahlungCent }) => (auszahlungCent ?? 0) < 0) ? "Saldo" : "Auszahlung gesamt";
  expect(textVon(briefe.get("Deckblatt") as Uint8Array)).toMatch(new RegExp(`${wort}\\s+${betrag(summe)} €`));
});

test("der Entwurf hat keine Nummer und sagt auf jeder Seite, was er ist", () => {
  const entwurf = briefe.get("Entwurf") as Uint8Array;
  expect(textVon(entwurf)).not.toMatch(/\b(RE|SR|GS|GB)-\d{4}-\d{6}\b/);
  for (const { woerter } of seitenVon(entwurf)) {
    const schraeg = woerter.filter(istWasserzeichen).sort((a, b) => b.oben - a.oben);
    expect(schraeg.map(({ text }) => text).join("")).toBe("ENTWURF");
  }
});

test("jedes Schreiben steht auf A4 im Satzspiegel, die Anschrift im Fenster", () => {
  for (const [name, bytes] of briefe)
    for (const [i, { breite, hoehe, woerter }] of seitenVon(bytes).entries()) {
      expect([breite, hoehe].map(Math.round), name).toEqual([210, 297]);
      for (const { text, links, rechts, unten } of woerter.filter((wort) => !istWasserzeichen(wort))) {
        expect(links, `${name}: ${text}`).toBeGreaterThan(24.9);
        expect(rechts, `${name}: ${text}`).toBeLessThan(190.2);
        expect(unten, `${name}: ${text}`).toBeLessThan(295);
      }
      const imFenster = woerter.filter(({ links, oben, unten }) => links < 105 && oben > 62 && unten < 91);
      if (i === 0 && name !== "Kontoauszug") expect(imFenster.length, name).toBeGreaterThan(3);
      expect(woerter.map(({ text }) => text).join(" "), name).toMatch(/Seite \d+ von \d+/);
    }
});

test("jedes Schreiben hat den Aufbau von PDF/A-3b und PDF/UA-1", async () => {
  for (const [name, bytes] of briefe) {
    expect(await verletztePdfaRegeln(bytes), name).toEqual([]);
    expect(await verletztePdfuaRegeln(bytes), name).toEqual([]);
  }
});

test("keine Glyphe verliert ihre Tinte", async () => {
  for (const [name, bytes] of briefe) {
    const anteil = await tintenanteil(bytes);
    expect(anteil, name).toBeGreaterThan(0.98);
    expect(anteil, name).toBeLessThan(1.02);
  }
});

test("der GiroCode sagt, was zu überweisen ist, und steht nirgends sonst", async () => {
  const mitCode = new Map<string, Beleg>();
  for (const [name, finde] of arten.filter(([name]) => name === "Rechnung")) mitCode.set(name, finde());
  const [, nachzahlung] = arten.find(([name]) => name === "Nachzahlung") ?? [];
  const schluss = nachzahlung?.();
  if (schluss?.empfaenger.zahlungsart === "ueberweisung") mitCode.set("Nachzahlung", schluss);
  for (const [name, bytes] of briefe) {
    const beleg = mitCode.get(name);
    if (!beleg) {
      expect(codesVon(bytes), name).toEqual([]);
      continue;
    }
    const { aussteller } = await json<{ aussteller: Record<string, string> }>(`/abrechnung/archiv/${beleg.id}`);
    const [code = ""] = codesVon(bytes);
    const zeilen = code.split("\n");
    expect(zeilen.slice(0, 4)).toEqual(["BCD", "002", "1", "SCT"]);
    expect(zeilen[5]).toContain(aussteller.firma);
    expect(zeilen[6]).toBe(aussteller.treuhandkontoIban);
    expect(zeilen[7]).toBe(`EUR${(beleg.bruttoCent / 100).toFixed(2)}`);
    expect(zeilen[10]).toBe(`${beleg.belegnummer} ${beleg.kontonummer}`);
  }
});
