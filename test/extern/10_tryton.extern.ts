import { afterAll, beforeAll, expect, test } from "vitest";
import { erstelleTryton } from "../../src/uebergabe/adapter/tryton/adapter.ts";
import type { Adapter, Ausgang, Sollbeleg } from "../../src/uebergabe/adapter/typen.ts";
import { musterSollbeleg } from "../uebergabe/adapter/muster.ts";
import { pruefeVertrag } from "../uebergabe/adapter/vertrag.ts";
import { erzaehle } from "./tryton/geschichte.ts";
import { starteLeitung } from "./tryton/leitung.ts";
import { einstellungen, starteTryton, type Tryton } from "./tryton/tryton.ts";

let tryton: Tryton;
beforeAll(async () => {
  tryton = await starteTryton();
  console.info(`Tryton eingerichtet und gestartet: ${tryton.sekunden.toFixed(1)} s`);
});
afterAll(() => tryton?.beende());

const tag = (vorTagen: number): string => new Date(Date.now() - vorTagen * 86_400_000).toLocaleDateString("sv-SE");
const heute = (): string => tag(0);

pruefeVertrag("Tryton 6.0", async () => {
  const leitung = await starteLeitung(tryton.url);
  const zugang = { url: leitung.url, datenbank: "tryton", benutzer: tryton.benutzer, geheimnis: tryton.geheimnis };
  let nr = 0;
  return {
    adapter: erstelleTryton({ ...zugang, setzzeitMs: undefined }, einstellungen),
    sollbeleg: (mehr) => {
      nr += 1;
      return { ...musterSollbeleg(`V${nr}`, mehr), belegdatum: heute(), buchungsdatum: heute() };
    },
    zaehle: ({ referenz }) => tryton.zaehle("account.invoice", [["reference", "=", referenz]]),
    zaehleParteien: ({ code }) => tryton.zaehle("party.party", [["code", "=", code]]),
    async stoere(wie, tue) {
      leitung.stoere({ wie, methode: /invoice\.(create|post|cancel|delete)$/, spaetMs: 500 });
      await tue(mitZeit());
      leitung.stoere(undefined);
    },
    spaetestensMs: 60_000,
    beende: () => leitung.beende(),
  };
});

const wert = <T>(ausgang: Ausgang<T>): T =>
  ausgang.ausgang === "done" ? ausgang.wert : expect.fail(JSON.stringify(ausgang));
const mitZeit = () => ({ signal: AbortSignal.timeout(60_000) });
const unserer = () =>
  erstelleTryton(
    { url: tryton.url, datenbank: "tryton", benutzer: "export", geheimnis: tryton.geheimnis, setzzeitMs: undefined },
    einstellungen,
  );
const legeEntwurf = async (adapter: Adapter, soll: Sollbeleg): Promise<string> => {
  const partei = wert(await adapter.sorgeFuerPartei(soll.partei, mitZeit()));
  return wert(await adapter.lege(soll, partei.id, mitZeit())).id;
};

test("wer den Mandanten nicht mehr sieht, hält keinen Beleg für gelöscht", async () => {
  const adapter = unserer();
  const soll = { ...musterSollbeleg("SICHT"), belegdatum: heute(), buchungsdatum: heute() };
  const id = await legeEntwurf(adapter, soll);
  const [benutzer] = await tryton.lies<{ id: number }>("res.user", [["login", "=", "export"]], []);
  const stelle = (werte: object) => tryton.rufe("model.res.user.write", [benutzer?.id], werte);
  await stelle({ company: null, companies: [["remove", [1]]] });
  const blind = unserer();
  await expect(blind.lies([id], mitZeit())).rejects.toMatchObject({ absage: { code: "verboten" } });
  await stelle({ companies: [["add", [1]]], company: 1 });
  expect((await blind.lies([id, "999999"], mitZeit())).get(id)).toMatchObject({ zustand: "entwurf" });
  expect(await blind.lies(["999999"], mitZeit())).toEqual(new Map([["999999", null]]));
  wert(await adapter.loesche(id, mitZeit()));
});

test("ein Entwurf von gestern wird heute gebucht, auch hinter einem von heute", async () => {
  const adapter = unserer();
  const alt = { ...musterSollbeleg("ALT"), belegdatum: tag(1), buchungsdatum: tag(1) };
  const neu = { ...musterSollbeleg("NEU"), belegdatum: heute(), buchungsdatum: heute() };
  const entwurf = await legeEntwurf(adapter, alt);
  wert(await adapter.schreibeFest(await legeEntwurf(adapter, neu), neu, mitZeit()));
  const gebucht = await adapter.schreibeFest(entwurf, { ...alt, buchungsdatum: heute() }, mitZeit());
  expect(wert(gebucht)).toMatchObject({ zustand: "offen", bruttoCent: alt.bruttoCent });
});

test("die Anmeldung wird nach einer Ablehnung nicht wiederholt", async () => {
  const adapter = erstelleTryton(
    { url: tryton.url, datenbank: "tryton", benutzer: "export", geheimnis: "falsch-Xy1Zw", setzzeitMs: undefined },
    einstellungen,
  );
  for (let i = 0; i < 8; i += 1)
    expect(await adapter.status(mitZeit())).toMatchObject({
      verbunden: true,
      angemeldet: false,
      problem: { code: "anmeldung" },
    });
  expect(await unserer().status(mitZeit())).toMatchObject({ angemeldet: true, problem: null });
});

erzaehle(() => tryton);
