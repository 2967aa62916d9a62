import { Buffer } from "node:buffer";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { neueSepaDatei } from "../../src/belege/zahlungsdateien/sepa/datei.ts";
import type { SepaArt, ZahlungsBeleg } from "../../src/belege/zahlungsdateien/sepa/zahlungen.ts";
import { parseTag, plusTage } from "../../src/kern/kalender/tag.ts";
import { aussteller, person } from "../hilfe/musterbrief.ts";
import { meldeAn } from "./hilfe/anmelden.ts";
import { fuehreAus, type Klon, kloneMitPaketen, type Lauf, starte } from "./hilfe/klon.ts";
import { zeigeTabellen } from "./hilfe/libreoffice.ts";

let klon: Klon;
let lauf: Lauf;
let hole: Awaited<ReturnType<typeof meldeAn>>;
let laufId: string;
const ordner = mkdtempSync(path.join(tmpdir(), "pachtverwaltung-exporte-"));
const schemata = { lastschrift: "pain.008.001.08", ueberweisung: "pain.001.001.09" } as const;

/** The schemas of ISO 20022 as Debian's package libhbci4j-core-java (LGPL-2.1) carries them. */
const holeSchemata = (): void => {
  const paket = path.join(ordner, "paket");
  mkdirSync(paket);
  fuehreAus("bash", ["-c", "apt-get download -qq libhbci4j-core-java && dpkg-deb -x *.deb ."], { cwd: paket });
  const namen = Object.values(schemata).map((name) => `${name}.xsd`);
  fuehreAus("unzip", ["-q", "-j", "usr/share/java/hbci4j-core.jar", ...namen, "-d", ordner], { cwd: paket });
};

beforeAll(async () => {
  holeSchemata();
  klon = kloneMitPaketen();
  lauf = await starte(klon);
  hole = await meldeAn(lauf.basis, "verwalter");
  const datum = new Date().toISOString().slice(0, 10);
  const antwort = await hole("/abrechnung/buchen", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ datum }),
  });
  expect(antwort.status).toBe(201);
  laufId = ((await antwort.json()) as { id: string }).id;
});
afterAll(async () => {
  await lauf.beende();
  klon.loesche();
  rmSync(ordner, { recursive: true });
});

const pruefe = (art: SepaArt, xml: string | Buffer): void => {
  const datei = path.join(ordner, `${art}.xml`);
  writeFileSync(datei, xml);
  fuehreAus("xmllint", ["--noout", "--nonet", "--schema", path.join(ordner, `${schemata[art]}.xsd`), datei]);
};

describe.each(["lastschrift", "ueberweisung"] as const)("SEPA-%s", (art) => {
  test("die Datei des Laufs entspricht dem Schema; was darin fehlt, steht in der Liste", async () => {
    const erstellt = await hole("/abrechnung/zahlungsdateien", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ buchungslaufId: laufId, art }),
    });
    expect(erstellt.status, await erstellt.clone().text()).toBe(201);
    const antwort = await hole(`/abrechnung/export/sepa?buchungslaufId=${laufId}&art=${art}`);
    const xml = await antwort.text();
    expect(antwort.status, xml.slice(0, 300)).toBe(200);
    pruefe(art, xml);
    const liste = (await (
      await hole(`/abrechnung/export/sepa/pruefung?buchungslaufId=${laufId}&art=${art}`)
    ).json()) as { inDateien: { anzahl: number; summeCent: number }; ausgelassen: { anzahl: number } };
    expect(xml.match(/<EndToEndId>/g)).toHaveLength(liste.inDateien.anzahl);
    expect(antwort.headers.get("x-zahlungen-summe-cent")).toBe(String(liste.inDateien.summeCent));
    expect(antwort.headers.get("x-ausgelassen-anzahl")).toBe(String(liste.ausgelassen.anzahl));
  });

  test("jeder Name, jede Anschrift, jeder Betrag", async () => {
    const namen = [
      "Łukasz Wójcik",
      "Ayşe Şahin",
      "Nguyễn Văn Ấn",
      'Hof & Söhne <"Süd">',
      "x".repeat(150),
      "Őrsi Erzsébet",
    ];
    const firma = {
      ...aussteller,
      name: "Nordholz & Söhne GmbH",
      treuhandkonto: { iban: String(person.iban), bic: null },
    };
    const datei = neueSepaDatei(art, firma, `LS-${"0".repeat(32)}`, new Date("2026-11-20T09:00:00Z"));
    for (let i = 0; i < 500; i += 1) {
      const beleg: ZahlungsBeleg = {
        id: i,
        belegnummer: `RE-2026-${String(i).padStart(6, "0")}`,
        belegart: "rechnung",
        kontonummer: `PK ${i} „Hof“`,
        leistungVon: "2026-01-01",
        leistungBis: "2026-12-31",
        zahlbarBis: "2026-12-04",
        bruttoCent: 1,
        auszahlungCent: null,
        glaeubigerId: aussteller.glaeubigerId,
        stornonummer: null,
        markierung: null,
        heuteIban: person.iban,
        heuteZahlungsart: "lastschrift",
        heuteMandat: null,
        bankBestaetigtAm: "2026-01-01",
        zahlungsdateiId: null,
        istWidersprochen: false,
        empfaenger: {
          ...person,
          kontoinhaber: namen[i % namen.length] ?? null,
          bic: i % 2 ? person.bic : null,
          strasse: i % 3 ? (namen[i % 5] ?? null) : null,
          hausnummer: i % 5 ? "104a–106, Hinterhaus links" : null,
          plz: i % 7 ? "18055" : null,
          ort: i % 4 ? "Gemeinde mit einem sehr langen Namen an der Küste" : null,
          sepaMandat: { referenz: `HGT-${i}`, datum: "2024-02-29" },
        },
      };
      await datei.nimm(plusTage(parseTag("2026-12-04"), i % 3), [{ beleg, betragCent: 10 ** (i % 12) }]);
    }
    pruefe(art, Buffer.concat([...datei.schreibe()]));
  });

  test("das Schema findet eine gepflanzte Lücke", async () => {
    const xml = await (await hole(`/abrechnung/export/sepa?buchungslaufId=${laufId}&art=${art}`)).text();
    for (const luecke of [/<PmtMtd>.*?<\/PmtMtd>/, /<IBAN>/, / Ccy="EUR"/, /<EndToEndId>.*?<\/EndToEndId>/])
      expect(() => pruefe(art, xml.replace(luecke, luecke.source === "<IBAN>" ? "<IBAN>!" : ""))).toThrow();
  });
});

test("DATEV: jede Buchung hat ihre 125 Felder", async () => {
  const antwort = await hole(`/abrechnung/export/datev?buchungslaufId=${laufId}`);
  const text = new TextDecoder("windows-1252").decode(await antwort.arrayBuffer());
  expect(antwort.status, text.slice(0, 1000)).toBe(200);
  const [kopf, spalten, ...zeilen] = text.split("\r\n");
  expect([kopf?.split(";").length, spalten?.split(";").length, zeilen.pop()]).toEqual([31, 125, ""]);
  expect(zeilen).toHaveLength(Number(antwort.headers.get("x-buchungen-anzahl")));
  for (const zeile of zeilen)
    expect(zeile).toMatch(
      /^\d{1,10},\d\d;"[SH]";"EUR";;;;\d{5};\d{4};("\d")?;\d{4};"[A-Z]{2}-\d{4}-\d{6,}";;;"[^"]*";(?:[^;]*;){110}[^;]*$/,
    );
});

test("XLSX: LibreOffice öffnet jede ohne Warnung und zeigt deutsche Tage und Beträge", async () => {
  const tabellen: string[] = [];
  for (const seite of ["paechter", "verpaechter"])
    for (const zusammenfassen of [0, 1]) {
      const antwort = await hole(
        `/abrechnung/export/${seite}?buchungslaufId=${laufId}&format=xlsx&zusammenfassen=${zusammenfassen}`,
      );
      const datei = path.join(ordner, `${seite}-${zusammenfassen}.xlsx`);
      writeFileSync(datei, Buffer.from(await antwort.arrayBuffer()));
      tabellen.push(datei);
    }
  for (const csv of zeigeTabellen(ordner, tabellen)) {
    const [kopf = [], ...zeilen] = readFileSync(csv, "utf8")
      .replace(/^\uFEFF/, "")
      .split(/\r?\n/)
      .filter(Boolean)
      .map((zeile) => [...zeile.matchAll(/("(?:[^"]|"")*"|[^;]*)(?:;|$)/g)].map(([, feld = ""]) => feld));
    expect(zeilen.length).toBeGreaterThan(10);
    const spalte = (titel: RegExp) =>
      kopf.flatMap((name, i) => (titel.test(name) ? zeilen.map((zeile) => zeile[i] ?? "") : []));
    const betraege = spalte(/netto|brutto|steuer|auszahlung/i).filter(Boolean);
    expect(betraege.length).toBeGreaterThan(30);
    for (const betrag of betraege) expect(betrag).toMatch(/^-?\d{1,3}(\.\d{3})*,\d{2} €$/);
    const tage = spalte(/^"?(Belegdatum|Zahlbar bis|Fällig am)/).filter(Boolean);
    expect(tage.length).toBeGreaterThan(10);
    for (const tag of tage) expect(tag).toMatch(/^\d{2}\.\d{2}\.\d{4}$/);
  }
});

/** Reads a calendar from the standard input with Debian's python3-icalendar. */
const leseKalender = `
import json, sys
from icalendar import Calendar
kalender = Calendar.from_ical(sys.stdin.buffer.read())
assert kalender.errors == [], kalender.errors
print(json.dumps([{
    "uid": str(e["uid"]), "tag": e["dtstart"].dt.isoformat(), "titel": str(e["summary"]), "text": str(e["description"]),
    "folge": e["sequence"], "stand": e["dtstamp"].dt.isoformat(), "fehler": [str(f) for f in e.errors],
} for e in kalender.walk("VEVENT")]))`;

test("der Kalender der Termine und Fristen öffnet sich in einem fremden Programm ohne Befund", async () => {
  const pfad = "/abrechnung/naechste-termine?tage=180&limit=500";
  const liste = (await (await hole(pfad)).json()) as {
    data: { datum: string }[];
    fristen: { tag: string; text: string; gesetz: string }[];
  };
  const datei = path.join(ordner, "termine.ics");
  writeFileSync(datei, Buffer.from(await (await hole(`${pfad}&format=ics`)).arrayBuffer()));
  const gelesen = JSON.parse(
    fuehreAus("bash", ["-c", `/usr/bin/python3 -c "$1" <"$2"`, "bash", leseKalender, datei]),
  ) as {
    uid: string;
    tag: string;
    text: string;
    stand: string;
    fehler: string[];
  }[];
  expect(gelesen.flatMap(({ fehler }) => fehler)).toEqual([]);
  expect(new Set(gelesen.map(({ uid }) => uid)).size).toBe(gelesen.length);
  expect(gelesen.slice(0, liste.data.length).map(({ tag }) => tag)).toEqual(liste.data.map(({ datum }) => datum));
  expect(gelesen.slice(liste.data.length).map(({ tag, text }) => `${tag} ${text}`)).toEqual(
    liste.fristen.map(({ tag, text, gesetz }) => `${tag} ${text} (${gesetz})`),
  );
  expect(liste.fristen.length).toBeGreaterThan(0);
  expect(new Set(gelesen.map(({ stand }) => stand.slice(-6)))).toEqual(new Set(["+00:00"]));
});
