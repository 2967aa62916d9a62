import { isValidIBAN } from "ibantools";
import { beforeAll, describe, expect, test } from "vitest";
import { gleicheNaechsteHebungAb } from "../../src/abrechnung/hebungen/naechsteHebung.ts";
import { Hebung } from "../../src/abrechnung/hebungen/schema.ts";
import { erstelleVorschau } from "../../src/abrechnung/vorschau/erstelle.ts";
import { pruefeAnteile } from "../../src/kern/pacht/anteile.ts";
import { planeFaelligkeiten } from "../../src/kern/pacht/perioden.ts";
import type { Beteiligter, Kontolaufzeit } from "../../src/kern/pacht/typen.ts";
import { kontakt } from "../../src/lokal/daten/kontakte.ts";
import { kontobestand } from "../../src/lokal/daten/konten.ts";
import { plane } from "../../src/lokal/daten/plan.ts";
import { ustId } from "../../src/lokal/daten/vorrat/nummern.ts";
import { ladeDemodaten } from "../../src/lokal/daten.ts";
import { aktualisiereFaelligkeiten } from "../../src/stammdaten/faelligkeiten/plan.ts";
import { Kontakt } from "../../src/stammdaten/kontakte/schema.ts";
import { datenbank, mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

const heute = "2026-11-20";

type Zeile = Record<string, unknown>;
/** The generator's row of an account as the calculation reads it. */
const laufzeitVon = (zeile: Zeile) =>
  ({
    pachtbeginn: zeile.pachtbeginn,
    pachtende: zeile.pachtende,
    abrechnungAb: zeile.abrechnung_ab,
    pachtjahrBeginn: zeile.pachtjahr_beginn,
    zahlungsrhythmus: zeile.zahlungsrhythmus,
    istVorauszahlend: zeile.ist_vorauszahlend,
  }) as Kontolaufzeit;

const parteiVon = (zeile: Zeile) =>
  ({
    kontaktId: zeile.kontakt_id,
    rolle: zeile.rolle,
    anteilZaehler: zeile.anteil_zaehler,
    anteilNenner: zeile.anteil_nenner,
    gueltigVon: zeile.gueltig_von,
    gueltigBis: zeile.gueltig_bis,
    umsatzsteuerStatus: null,
  }) as Beteiligter;

describe("der Generator", () => {
  const nummern = Array.from({ length: 300 }, (_, i) => i + 1);

  test("macht aus derselben Zahl und demselben Tag dasselbe", () => {
    const lauf = () => {
      const plan = plane(300, heute);
      return [nummern.map((id) => kontobestand(plan, id)), nummern.map((id) => kontakt(plan, id))];
    };
    expect(lauf()).toEqual(lauf());
  });

  test.each([
    [300, "2026-11-20"],
    [300, "2027-02-28"],
    [300, "2028-02-29"],
    [300, "2026-01-01"],
    [300, "2026-08-31"],
    [50_000, "2026-05-15"],
  ])("%i Konten am %s sind in sich stimmig und zum Teil fällig", (konten, tag) => {
    const plan = plane(konten, tag);
    let faellig = 0;
    for (const id of nummern) {
      const bestand = kontobestand(plan, id);
      const laufzeit = laufzeitVon(bestand.konto);
      const parteien = bestand.beteiligte.map(parteiVon);
      expect(pruefeAnteile(parteien, "paechter"), `Pächter von ${id}`).toEqual([]);
      expect(pruefeAnteile(parteien, "verpaechter"), `Verpächter von ${id}`).toEqual([]);
      expect(laufzeit.pachtende ?? "9999").toSatisfy((ende: string) => ende >= laufzeit.pachtbeginn);
      for (const partei of parteien) expect(partei.kontaktId).toBeLessThanOrEqual(plan.kontakte - plan.doppelte);
      for (const position of bestand.positionen)
        if (position.intervall === "einmalig") {
          expect(String(position.gueltig_von) >= laufzeit.pachtbeginn).toBe(true);
          expect(String(position.gueltig_von) <= (laufzeit.pachtende ?? "9999")).toBe(true);
        }
      const perioden = planeFaelligkeiten(laufzeit, tag).filter(({ faelligAm }) => faelligAm <= tag);
      if (plan.laeufe === null) expect(perioden.length).toBeLessThanOrEqual(1);
      faellig += perioden.length;
    }
    expect(faellig).toBeGreaterThan(konten === 300 ? 300 : 150);
  });

  test("gibt Bank- und Steuernummern gültige Prüfziffern und Banken, die es nicht gibt", () => {
    const plan = plane(300, heute);
    const ibans = nummern.flatMap((id) => kontakt(plan, id).iban ?? []).map(String);
    expect(ibans.length).toBeGreaterThan(150);
    for (const iban of ibans) {
      expect(isValidIBAN(iban)).toBe(true);
      expect(iban[4]).toBe("9");
    }
    // As the API would take it: abbreviations in a name leave no dot before a hyphen.
    for (const id of nummern) expect(Kontakt.shape.email.safeParse(kontakt(plan, id).email).success).toBe(true);
    // The example that the Federal Central Tax Office gives.
    expect(ustId(13669597)).toBe("DE136695976");
  });
});

describe("die geladenen Demodaten", () => {
  mitDatenbank();
  let leereDatenbank: Zeile[];
  beforeAll(async () => {
    leereDatenbank = await listNebenwerk();
    await ladeDemodaten(datenbank.ownerUrl, { heute });
  });

  /** Indexes, constraints and triggers, as they would be made. */
  const listNebenwerk = async (): Promise<Zeile[]> => [
    ...(await owner`
      select schemaname, indexname, indexdef from pg_indexes where schemaname = 'public'
      union all
      select conrelid::regclass::text, conname, pg_get_constraintdef(oid) || convalidated from pg_constraint
      where connamespace = 'public'::regnamespace
      union all
      select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger
      where not tgisinternal and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
      order by 1, 2, 3`),
  ];

  const zaehle = async (abfrage: string): Promise<number> => {
    const [zeile] = await owner.unsafe<{ n: number }[]>(`select count(*) n from ${abfrage}`);
    return zeile?.n ?? -1;
  };

  test("lassen Schlüssel, Indexe und Trigger zurück, wie sie waren", async () => {
    expect(leereDatenbank.length).toBeGreaterThan(500);
    expect(await listNebenwerk()).toEqual(leereDatenbank);
  });

  test("stehen in den Listen, wie fuelle_listen() sie füllte", async () => {
    const [{ tabellen } = { tabellen: [] }] = await owner<{ tabellen: string[] }[]>`
      select array_agg(t[1]) tabellen
      from regexp_matches((select prosrc from pg_proc where proname = 'fuelle_listen'), 'insert into (\\w+) select', 'g') t`;
    expect(tabellen.length).toBeGreaterThanOrEqual(4);
    const inhalte = (sql: typeof owner): Promise<Zeile[][]> =>
      Promise.all(tabellen.map(async (tabelle) => [...(await sql`select * from ${sql(tabelle)} t order by t::text`)]));
    const geladen = await inhalte(owner);
    expect(geladen.every((zeilen) => zeilen.length >= 300)).toBe(true);
    await owner`select fuelle_listen()`;
    expect(await inhalte(owner)).toEqual(geladen);
  });

  test("haben die verlangte Größe", async () => {
    expect(await zaehle("pachtkonto")).toBe(300);
    expect(await zaehle("kontakt")).toBe(450);
    expect(await zaehle("patchobjekt")).toBeGreaterThan(540);
    expect(await zaehle("patchobjekt")).toBeLessThan(660);
  });

  test.each([
    "pachtkonto where status = 'gekuendigt' and pachtende > '2026-11-20'",
    "pachtkonto where status = 'ausgelaufen' and pachtende < '2026-11-20' and schlussabrechnung is null",
    "pachtkonto where status = 'ausgelaufen' and schlussabrechnung is not null",
    "pachtkonto where status = 'inaktiv'",
    "pachtkonto where ist_vorauszahlend is null",
    "pachtkonto where ist_vorauszahlend",
    "pachtkonto where not ist_vorauszahlend",
    ...["monatlich", "vierteljaehrlich", "halbjaehrlich", "jaehrlich"].flatMap((intervall) => [
      `pachtkonto where zahlungsrhythmus = '${intervall}'`,
      `pachtkonto_position where intervall = '${intervall}'`,
    ]),
    ...["monatsgenau", "tagesgenau", "dreissig360"].map((art) => `pachtkonto where berechnungsart = '${art}'`),
    ...["geplant", "aktiv", "abgeschlossen", "storniert"].map((status) => `hebung where status = '${status}'`),
    ...["prozent", "betrag", "neuer_betrag", "index"].map((art) => `hebung where art = '${art}'`),
    "pachtkonto_position where betrag_cent < 0",
    "pachtkonto_position where intervall = 'einmalig' and betrag_cent < 0",
    "pachtkonto_position where not anteilig",
    "pachtkonto_position where steuersatz_bp is not null",
    "pachtkonto_beteiligter where rolle = 'paechter' and gueltig_von between '2026-01-01' and '2026-11-20'",
    "pachtkonto_beteiligter where rolle = 'verpaechter' and gueltig_von between '2026-01-01' and '2026-11-20'",
    ...["paechter", "verpaechter"].flatMap((rolle) => [
      `pachtkonto_beteiligter where rolle = '${rolle}' and (anteil_zaehler, anteil_nenner) = (1, 2)`,
      `pachtkonto_beteiligter where rolle = '${rolle}' and (anteil_zaehler, anteil_nenner) = (2, 3)`,
    ]),
    "pachtkonto_beteiligter where (anteil_zaehler, anteil_nenner) = (1, 6)",
    "pachtkonto_beteiligter where rolle = 'bevollmaechtigter'",
    "patchobjekt where pachtkonto_id is null and status = 'geplant'",
    "bemerkung_verlauf",
  ])("kennen: %s", async (abfrage) => {
    expect(await zaehle(abfrage)).toBeGreaterThan(0);
  });

  test("haben zwei gebuchte Läufe mit lückenlosen Nummern, und wieder ist etwas fällig", async () => {
    const laeufe = await owner<{ datum: string; status: string; anzahlDokumente: number; benutzerName: string }[]>`
      select datum, status, anzahl_dokumente, benutzer_name from buchungslauf order by datum`;
    expect(laeufe.map(({ status, benutzerName }) => [status, benutzerName])).toEqual([
      ["abgeschlossen", "Demodaten"],
      ["abgeschlossen", "Demodaten"],
    ]);
    for (const { datum, anzahlDokumente } of laeufe) {
      expect(datum < heute).toBe(true);
      expect(anzahlDokumente).toBeGreaterThan(100);
    }
    const kreise = await owner<{ anzahl: number; letzte: number }[]>`
      select count(*) anzahl, max(right(belegnummer, 6)::int) letzte from archiv_beleg
      group by belegart, extract(year from belegdatum)`;
    for (const { anzahl, letzte } of kreise) expect(anzahl).toBe(letzte);

    const vorschau = await erstelleVorschau(owner, { datum: heute, auswahl: null, belegdatum: heute });
    expect(vorschau.summen.anzahlKonten).toBeGreaterThan(20);
    const gruende = new Set(vorschau.nichtAbrechenbar.flatMap((konto) => konto.gruende.map(({ code }) => code)));
    expect([...gruende].sort()).toEqual(
      expect.arrayContaining(["kein_verpaechter", "steuerstatus_verpaechter", "vorauszahlung_unbekannt"]),
    );
  });

  test.each(["pachtkonto", "kontakt", "pachtkonto_position", "pachtkonto_beteiligter", "hebung", "patchobjekt"])(
    "lassen die Ids von %s weiterzählen",
    async (tabelle) => {
      const [zeile] = await owner<{ naechste: number; letzte: number }[]>`
        select nextval(pg_get_serial_sequence(${tabelle}, 'id')) naechste, max(id) letzte from ${owner(tabelle)}`;
      expect(zeile?.naechste).toBe((zeile?.letzte ?? 0) + 1);
    },
  );

  test("lassen die Kontonummern weiterzählen", async () => {
    expect(await zaehle("kontonummer_zaehler where naechste = 301")).toBe(1);
  });

  test("sind so, wie der Dienst sie selbst fortschreibt", async () => {
    const urheber = { akteur: { id: null, name: "Test" }, anfrageId: null };
    const ids = Array.from({ length: 300 }, (_, i) => i + 1);
    expect(await owner.begin((tx) => aktualisiereFaelligkeiten(tx, ids, heute))).toEqual({
      neu: 0,
      geaendert: 0,
      entfallen: 0,
    });
    const termine = await owner.begin((tx) => gleicheNaechsteHebungAb(tx, urheber, heute));
    expect(termine).toEqual({ geprueft: 300, geaendert: 0 });
    const abschluesse = await owner<
      { abschluss: unknown }[]
    >`select abschluss from hebung where status = 'abgeschlossen'`;
    for (const { abschluss } of abschluesse)
      expect(Hebung.shape.abschluss.parse(abschluss)).toEqual([
        expect.anything(),
        ...(abschluss as unknown[]).slice(1),
      ]);
  });

  test("haben keine offene Hebung in gebuchten Tagen", async () => {
    const offen = "hebung h where status in ('geplant', 'aktiv')";
    expect(await zaehle(offen)).toBeGreaterThan(20);
    const gebucht = "gebuchter_zeitraum g where g.pachtkonto_id = h.pachtkonto_id and g.zeitraum_bis >= h.wirksam_ab";
    expect(await zaehle(`${offen} and exists (select from ${gebucht})`)).toBe(0);
  });

  test("zeigen mutmaßliche Duplikate, die doppelt erfassten zuerst", async () => {
    const paare = await owner<{ bId: number }[]>`select b_id from duplikat_kontakt_paar order by score desc limit 5`;
    expect(paare.map(({ bId }) => bId > 441)).toEqual([true, true, true, true, true]);
    expect(await zaehle("duplikat_patchobjekt_paar")).toBeGreaterThanOrEqual(3);
  });

  test("kommen nicht zu vorhandenen dazu", async () => {
    await expect(ladeDemodaten(datenbank.ownerUrl, { heute })).rejects.toThrow(/nicht leer \(300 Pachtkonten/);
  });
});
