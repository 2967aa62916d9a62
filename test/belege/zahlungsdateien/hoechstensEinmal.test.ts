import { beforeAll, expect, test } from "vitest";
import type { Zahlungsdatei } from "../../../src/belege/zahlungsdateien/schema.ts";
import { buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";
import { type Art, frageDatei, ladeDatei, pruefe, verwirf } from "./dateien.ts";
import { zahlungenIn } from "./zahlungen.ts";

mitDienst({ stammdaten: true });

beforeAll(async () => {
  await dienst.owner`update firmendaten set glaeubiger_id = 'DE98ZZZ09999999999'`;
});

const konten = 12;

/** Accounts with a lessee who is debited and a lessor who is paid, of whom every second one is confirmed; all booked. */
const bucheLauf = async (): Promise<{ laufId: string; kontaktIds: number[] }> => {
  const kontakte = await dienst.owner<{ id: number }[]>`
    insert into kontakt (typ, vorname, nachname, strasse, hausnummer, plz, ort, iban, umsatzsteuer_status, zahlungsart,
      sepa_mandat_referenz, sepa_mandat_datum, bank_bestaetigt_am)
    select 'person', 'Person', 'Nummer ' || n, 'Gutshof', '1', '17039', 'Wulkenzin', 'DE02120300000000202051',
      'nicht_steuerbar', case when n % 2 = 0 then 'lastschrift' else 'ueberweisung' end,
      case when n % 2 = 0 then 'M-' || n end, case when n % 2 = 0 then '2024-03-01'::date end,
      case when n % 4 < 2 then '2026-01-15'::date end
    from generate_series(0, ${2 * konten - 1}) n
    returning id`;
  const kontaktIds = kontakte.map(({ id }) => id);
  const ids: number[] = [];
  for (let n = 0; n < konten; n += 1)
    ids.push(
      await konto({
        paechter: [[kontaktIds[2 * n] ?? 0, null, null]],
        verpaechter: [[kontaktIds[2 * n + 1] ?? 0, null, null]],
        positionen: [{ positionsartId: 1, betragCent: 10_000 + 100 * n }],
      }),
    );
  const { id } = await buche("2026-11-01", ids);
  return { laufId: id, kontaktIds };
};

/** Numbers that depend on the seed alone, so that a failure can be seen again. */
const wuerfel = (saat: number) => {
  const z = (): number => {
    saat = (Math.imul(saat, 1_664_525) + 1_013_904_223) >>> 0;
    return saat / 2 ** 32;
  };
  return { z, eines: <T>(aus: readonly T[]): T => aus[Math.floor(z() * aus.length)] as T };
};

const lebende = async () =>
  new Map(
    (
      await dienst.owner<{ belegId: number; zahlungsdateiId: number }[]>`
        select beleg_id, zahlungsdatei_id from zahlungsdatei_beleg where not verworfen`
    ).map(({ belegId, zahlungsdateiId }) => [belegId, zahlungsdateiId]),
  );

const listeDateien = async (laufId: string) =>
  (await verwalter().get<{ data: Zahlungsdatei[] }>(`/abrechnung/zahlungsdateien?buchungslaufId=${laufId}&limit=500`))
    .json.data;

test.each([1, 2, 3])(
  "zwei Sachbearbeiter in beliebiger Folge: jede Zahlung in höchstens einer Datei (%i)",
  async (saat) => {
    const { z, eines } = wuerfel(saat);
    const { laufId, kontaktIds } = await bucheLauf();
    const belege = await dienst.owner<{ id: number; belegnummer: string }[]>`
    select id, belegnummer from archiv_beleg where buchungslauf_id = ${laufId} and belegart <> 'gebuehrenrechnung'`;
    const gesehen = new Map<number, Uint8Array>();
    const art = (): Art => eines(["lastschrift", "ueberweisung"]);
    const auswahl = () =>
      z() < 0.5 ? undefined : [...new Set([eines(belege).belegnummer, eines(belege).belegnummer])];
    const erstelle = async () => {
      const { status, json } = await frageDatei(
        laufId,
        art(),
        auswahl(),
        eines(["administrator", "verwalter"] as const),
      );
      expect(status === 201 || json.code === "keine_zahlungen").toBe(true);
    };
    const wege: (() => Promise<unknown>)[] = [
      erstelle,
      () => Promise.all([erstelle(), erstelle()]),
      // The answer is lost with the server, and the clerk asks again.
      async () => {
        const body = { buchungslaufId: laufId, art: art() };
        const kopf = { "Idempotency-Key": `wieder-${saat}-${z()}` };
        const mitKey = () => verwalter().post<Zahlungsdatei>("/abrechnung/zahlungsdateien", body, kopf);
        const verloren = await mitKey();
        const nochmals = await mitKey();
        expect([nochmals.status, nochmals.json.id]).toEqual([verloren.status, verloren.json.id]);
      },
      () => dienst.owner`update kontakt set bank_bestaetigt_am = '2026-11-20' where id = ${eines(kontaktIds)}`,
      async () => {
        const beleg = eines(belege);
        const [antwort] = await Promise.all([storniere({ archivIds: [beleg.id] }), erstelle()]);
        if (antwort.status !== 201) return;
        const nun = await lebende();
        const erwartet = antwort.json.belege.flatMap(({ stornoVonId }) => {
          const zahlungsdateiId = nun.get(stornoVonId);
          return zahlungsdateiId === undefined ? [] : [{ archivId: stornoVonId, zahlungsdateiId }];
        });
        expect(antwort.json.zahlungsdateien).toMatchObject(erwartet);
        expect(antwort.json.zahlungsdateien).toHaveLength(erwartet.length);
      },
      async () => {
        const dateien = (await listeDateien(laufId)).filter(({ verworfen }) => verworfen === null);
        if (dateien.length > 0) await verwirf(eines(dateien).id);
      },
      async () => {
        const dateien = (await listeDateien(laufId)).filter(({ verworfen }) => verworfen === null);
        if (dateien.length === 0) return;
        const { id } = eines(dateien);
        const { bytes } = await ladeDatei(id);
        expect(gesehen.get(id) ?? bytes).toEqual(bytes);
        gesehen.set(id, bytes);
      },
    ];
    for (let nr = 0; nr < 40; nr += 1) await eines(wege)();

    const dateien = await listeDateien(laufId);
    expect(new Set(dateien.map(({ nachrichtenId }) => nachrichtenId)).size).toBe(dateien.length);
    const gezahlt: string[] = [];
    const summen = { lastschrift: 0, ueberweisung: 0 };
    for (const { id, art: welche, anzahl, summeCent, verworfen } of dateien) {
      const { status, text, bytes } = await ladeDatei(id);
      expect(status).toBe(verworfen ? 410 : 200);
      if (verworfen) continue;
      expect(gesehen.get(id) ?? bytes).toEqual(bytes);
      const zahlungen = zahlungenIn(text);
      expect([zahlungen.length, zahlungen.reduce((s, [, cent]) => s + cent, 0)]).toEqual([anzahl, summeCent]);
      expect(text).toContain(`<CtrlSum>${(summeCent / 100).toFixed(2)}</CtrlSum>`);
      gezahlt.push(...zahlungen.map(([nummer]) => nummer));
      summen[welche] += summeCent;
    }
    expect(new Set(gezahlt).size).toBe(gezahlt.length);
    for (const welche of ["lastschrift", "ueberweisung"] as const)
      expect((await pruefe(laufId, welche)).inDateien.summeCent).toBe(summen[welche]);
  },
);

test("geht die Antwort verloren, gibt derselbe Schlüssel dieselbe Datei, ohne ihn nennt 409 sie", async () => {
  const { laufId } = await bucheLauf();
  const erstelle = (kopf?: Record<string, string>) =>
    verwalter().post<Zahlungsdatei & { code: string; zahlungsdateien: Zahlungsdatei[] }>(
      "/abrechnung/zahlungsdateien",
      { buchungslaufId: laufId, art: "lastschrift" },
      kopf,
    );
  const kopf = { "Idempotency-Key": "datei-1" };
  const erste = (await erstelle(kopf)).json;
  expect((await erstelle(kopf)).json).toEqual(erste);
  const ohne = await erstelle();
  expect([ohne.status, ohne.json.code]).toEqual([409, "keine_zahlungen"]);
  expect(ohne.json.zahlungsdateien.map(({ id }) => id)).toEqual([erste.id]);
});

test("was verworfen wird, während jemand es lädt, verlässt das Haus nicht mehr", async () => {
  const { laufId } = await bucheLauf();
  const { json: datei } = await frageDatei(laufId, "ueberweisung");
  const laden = await dienst.owner.begin(async (tx) => {
    await tx`
      update zahlungsdatei
      set verworfen_am = now(), verworfen_von = 'Jemand', verworfen_grund = 'Nie eingereicht'
      where id = ${datei.id}`;
    const unterwegs = ladeDatei(datei.id);
    await bisWarten(dienst.owner, 1);
    return { unterwegs };
  });
  expect(await laden.unterwegs).toMatchObject({ status: 410, json: { code: "verworfen" } });
  expect(await dienst.owner`select from zahlungsdatei_abruf where zahlungsdatei_id = ${datei.id}`).toEqual([]);
});

test("mit Lauf und Art wird die eine Datei gelesen; Lesen erstellt keine, mehrere nennt 409", async () => {
  const { laufId } = await bucheLauf();
  const lies = () =>
    verwalter().get<{ code: string; zahlungsdateien: Zahlungsdatei[] }>(
      `/abrechnung/export/sepa?buchungslaufId=${laufId}&art=ueberweisung`,
    );
  const keine = await lies();
  expect([keine.status, keine.json.code, keine.json.zahlungsdateien]).toEqual([409, "keine_zahlungsdatei", []]);
  expect(await listeDateien(laufId)).toEqual([]);
  const { json: erste } = await frageDatei(laufId, "ueberweisung");
  const datei = await lies();
  expect([datei.status, datei.kopf.get("x-nachrichten-id")]).toEqual([200, erste.nachrichtenId]);
  await dienst.owner`update kontakt set bank_bestaetigt_am = '2026-11-20'`;
  const { json: zweite } = await frageDatei(laufId, "ueberweisung");
  const mehrere = await lies();
  expect([mehrere.status, mehrere.json.code]).toEqual([409, "mehrere_zahlungsdateien"]);
  expect(mehrere.json.zahlungsdateien.map(({ id }) => id)).toEqual([erste.id, zweite.id]);
  expect((await verwirf(erste.id, "Nie eingereicht")).json.verworfen).toMatchObject({
    von: "Test administrator",
    grund: "Nie eingereicht",
  });
  expect((await lies()).kopf.get("x-nachrichten-id")).toBe(zweite.nachrichtenId);
  expect((await verwirf(erste.id)).status).toBe(409);
  const weg = await ladeDatei(erste.id);
  expect([weg.status, weg.json.code]).toEqual([410, "verworfen"]);
});

test("was eine Datei zahlt, ändert auch die Datenbank nicht mehr; ein Beleg steht in einer lebenden", async () => {
  const { laufId } = await bucheLauf();
  const { owner } = dienst;
  const bereite = (await pruefe(laufId, "lastschrift", "&stand=bereit")).data.map(({ belegnummer }) => belegnummer);
  const { json: erste } = await frageDatei(laufId, "lastschrift", bereite.slice(0, 1));
  const { json: zweite } = await frageDatei(laufId, "lastschrift", bereite.slice(1, 2));
  const nimmAuf = () => owner`
    insert into zahlungsdatei_beleg (zahlungsdatei_id, beleg_id, betrag_cent)
    select ${zweite.id}::bigint, beleg_id, betrag_cent from zahlungsdatei_beleg where zahlungsdatei_id = ${erste.id}`;
  await expect(nimmAuf()).rejects.toMatchObject({ code: "23505" });
  const fest = { code: "23001" };
  await expect(owner`update zahlungsdatei set summe_cent = 1 where id = ${erste.id}`).rejects.toMatchObject(fest);
  await expect(owner`update zahlungsdatei_beleg set betrag_cent = 1`).rejects.toMatchObject(fest);
  await expect(owner`update zahlungsdatei_stueck set inhalt = ''`).rejects.toMatchObject(fest);
  await expect(owner`delete from zahlungsdatei_beleg`).rejects.toMatchObject(fest);
  await expect(owner`truncate zahlungsdatei_abruf`).rejects.toMatchObject(fest);
  await verwirf(erste.id);
  await expect(
    owner`update zahlungsdatei set verworfen_am = null, verworfen_von = null, verworfen_grund = null`,
  ).rejects.toMatchObject(fest);
  await nimmAuf();
});
