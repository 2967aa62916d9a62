import { afterAll, beforeAll, expect, test } from "vitest";
import { erstelleTryton } from "../../src/extaccounting/adapter/tryton/adapter.ts";
import type { Ausgang, ExternerAuftrag } from "../../src/extaccounting/adapter/typen.ts";
import { musterAuftrag } from "../extaccounting/muster.ts";
import { pruefeVertrag } from "../extaccounting/vertrag.ts";
import { erzaehle } from "./tryton/geschichte.ts";
import { starteLeitung } from "./tryton/leitung.ts";
import { einstellungen, starteTryton, type Tryton } from "./tryton/tryton.ts";

let tryton: Tryton;
beforeAll(async () => {
  tryton = await starteTryton();
  console.info(`Tryton eingerichtet und gestartet: ${tryton.sekunden.toFixed(1)} s`);
}, 480_000);
afterAll(() => tryton?.beende());

const tag = (vorTagen: number): string => new Date(Date.now() - vorTagen * 86_400_000).toLocaleDateString("sv-SE");
const heute = (): string => tag(0);

pruefeVertrag("Tryton 6.0", async () => {
  const leitung = await starteLeitung(tryton.url);
  const zugang = { url: leitung.url, datenbank: "tryton", benutzer: tryton.benutzer, geheimnis: tryton.geheimnis };
  let nr = 0;
  return {
    adapter: erstelleTryton({ ...zugang, setzzeitMs: undefined }, einstellungen),
    auftrag: (mehr) => {
      nr += 1;
      return { ...musterAuftrag(`V${nr}`, mehr), belegdatum: heute(), buchungsdatum: heute() };
    },
    zaehle: ({ referenz }) => tryton.zaehle("account.invoice", [["reference", "=", referenz]]),
    zaehleParteien: ({ code }) => tryton.zaehle("party.party", [["code", "=", code]]),
    async stoere(wie, tue) {
      leitung.stoere({ wie, methode: /invoice\.(create|post|cancel|delete)$/, spaetMs: 500 });
      await tue({ signal: AbortSignal.timeout(20_000) });
      leitung.stoere(undefined);
    },
    spaetestensMs: 30_000,
    beende: () => leitung.beende(),
  };
});

test("ein Entwurf von gestern wird heute gebucht, auch hinter einem von heute", async () => {
  const zugang = { url: tryton.url, datenbank: "tryton", benutzer: "export", geheimnis: tryton.geheimnis };
  const adapter = erstelleTryton({ ...zugang, setzzeitMs: undefined }, einstellungen);
  const aufruf = () => ({ signal: AbortSignal.timeout(60_000) });
  const wert = <T>(ausgang: Ausgang<T>): T =>
    ausgang.ausgang === "done" ? ausgang.wert : expect.fail(JSON.stringify(ausgang));
  const lege = async (auftrag: ExternerAuftrag): Promise<string> => {
    const partei = wert(await adapter.sorgeFuerPartei(auftrag.partei, aufruf()));
    return wert(await adapter.lege(auftrag, partei.id, aufruf())).id;
  };
  const alt = { ...musterAuftrag("ALT"), belegdatum: tag(1), buchungsdatum: tag(1) };
  const neu = { ...musterAuftrag("NEU"), belegdatum: heute(), buchungsdatum: heute() };
  const entwurf = await lege(alt);
  wert(await adapter.schreibeFest(await lege(neu), neu, aufruf()));
  const gebucht = await adapter.schreibeFest(entwurf, { ...alt, buchungsdatum: heute() }, aufruf());
  expect(wert(gebucht)).toMatchObject({ zustand: "offen", bruttoCent: alt.bruttoCent });
});

test("die Anmeldung wird nach einer Ablehnung nicht wiederholt", async () => {
  const adapter = erstelleTryton(
    { url: tryton.url, datenbank: "tryton", benutzer: "export", geheimnis: "falsch-Xy1Zw", setzzeitMs: undefined },
    einstellungen,
  );
  const aufruf = () => ({ signal: AbortSignal.timeout(20_000) });
  for (let i = 0; i < 8; i += 1)
    expect(await adapter.status(aufruf())).toMatchObject({
      verbunden: true,
      angemeldet: false,
      problem: { code: "anmeldung" },
    });
  const richtig = erstelleTryton(
    { url: tryton.url, datenbank: "tryton", benutzer: "export", geheimnis: tryton.geheimnis, setzzeitMs: undefined },
    einstellungen,
  );
  expect(await richtig.status(aufruf())).toMatchObject({ angemeldet: true, problem: null });
});

erzaehle(() => tryton);
