import { expect, test } from "vitest";
import type { Betriebszustand } from "../../../src/betrieb/zustand/schema.ts";
import { versiegele } from "../../../src/technik/auditlog/siegel/siegel.ts";
import { warteschlangen } from "../../../src/technik/database/boss.ts";
import { verbinde } from "../../../src/technik/database/pool.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const zustand = async () => (await verwalter().get<Betriebszustand>("/betrieb/zustand")).json;

test("eine Buchung ohne Worker: ihre Schreiben fehlen, ihr Auftrag wartet, ihre Einträge sind nicht versiegelt", async () => {
  await konto();
  const vorher = await zustand();
  expect(vorher).toMatchObject({
    schreiben: { gezeichnet: 0, fehlend: 0, fehlgeschlagen: 0 },
    buchungslaeufe: [],
    prozesse: [],
  });
  expect(vorher.warteschlangen.find(({ name }) => name === "pdf-lauf")).toMatchObject({
    wartend: 0,
    aeltesterSekunden: null,
  });
  const { json: lauf } = await verwalter().post<{ id: string; anzahlDokumente: number }>("/abrechnung/buchen", {
    datum: "2026-11-20",
  });
  expect(lauf.anzahlDokumente).toBeGreaterThan(0);
  const nachher = await zustand();
  expect(nachher.schreiben).toEqual({ gezeichnet: 0, fehlend: lauf.anzahlDokumente, fehlgeschlagen: 0 });
  expect(nachher.uebergaben).toContainEqual({ zustand: "offen", anzahl: lauf.anzahlDokumente });
  expect(nachher.warteschlangen.find(({ name }) => name === "pdf-lauf")).toMatchObject({
    wartend: 1,
    laufend: 0,
    aeltesterSekunden: expect.any(Number),
  });
  expect(nachher.siegel.offen).toBeGreaterThan(vorher.siegel.offen);
  expect(nachher.siegel.aeltesterSekunden).toEqual(expect.any(Number));
  await dienst.owner`
    insert into archiv_pdf (beleg_id, status, fehler)
    select min(id), 'fehlgeschlagen', 'Grund' from archiv_beleg`;
  expect((await zustand()).schreiben).toMatchObject({ fehlend: lauf.anzahlDokumente - 1, fehlgeschlagen: 1 });
});

test("ist alles versiegelt, ist nichts offen", async () => {
  const worker = verbinde(dienst.datenbank.workerUrl, "pacht_worker", { max: 2 });
  const nachSiegel = async () => {
    await versiegele(worker);
    return (await zustand()).siegel;
  };
  await expect.poll(nachSiegel, { timeout: 25_000 }).toEqual({ offen: 0, aeltesterSekunden: null });
  await worker.end();
});

test("Prozesse, Läufe, Datenbank und Zeitpläne", async () => {
  await dienst.owner`
    insert into lebenszeichen (id, art, rechner, version, gesehen_am, arbeitet_an)
    values (gen_random_uuid(), 'worker', 'rechner-2', '2.1.4', now() - interval '1 minute', '{pdf-lauf}'),
      (gen_random_uuid(), 'server', 'rechner-1', '2.1.4', now(), '{}')`;
  const [lauf] = await dienst.owner<{ id: string }[]>`
    insert into buchungslauf (datum, belegdatum, benutzer_name) values ('2026-11-20', '2026-11-20', 'Test') returning id`;
  const { prozesse, buchungslaeufe, datenbank, zeitplaene, warteschlangen: gezeigte } = await zustand();
  expect(prozesse).toMatchObject([
    { art: "server", rechner: "rechner-1", zustand: "laeuft", arbeitetAn: [] },
    { art: "worker", rechner: "rechner-2", zustand: "still", arbeitetAn: ["pdf-lauf"] },
  ]);
  expect(buchungslaeufe).toMatchObject([{ id: lauf?.id, datum: "2026-11-20", benutzerName: "Test" }]);
  expect(datenbank.groesseBytes).toBeGreaterThan(1_000_000);
  expect(datenbank.verbindungen).toBeGreaterThan(0);
  expect(datenbank.verbindungenHoechstens).toBeGreaterThan(datenbank.verbindungen);
  expect(zeitplaene.map(({ name, letzterLauf }) => [name, letzterLauf])).toContainEqual(["aufraeumen", null]);
  expect(gezeigte.map(({ name }) => name).sort()).toEqual(Object.keys(warteschlangen).sort());
});

test("ein Übergabeauftrag, der auf einen Menschen wartet, steht da, einer, der von selbst weitergeht, nicht", async () => {
  const halte = (art: string, ursache: string, weiterAm: string | null) => dienst.owner`
    insert into extaccounting_auftrag (art, auswahl, benutzer_name, status, ursache, weiter_am)
    values (${art}, '{}', 'Test', 'angehalten', ${ursache}, ${weiterAm}) returning id`;
  const [export_] = await halte("export", "Die Anmeldung wird abgewiesen.", null);
  await halte("refresh", "Keine Antwort.", "2026-11-20T10:00:00Z");
  expect((await zustand()).angehalteneUebergaben).toEqual([
    { id: export_?.id, art: "export", ursache: "Die Anmeldung wird abgewiesen." },
  ]);
});
