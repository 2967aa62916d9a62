import { expect, test } from "vitest";
import { buche, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";
import { fuehreZusammen, saeKontakt, sendeRuecknahme, sendeZusammenfuehrung } from "../zusammenfuehrung/handgriffe.ts";
import { erwarteSiegel, loesche } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

/** While the contact is locked both are sent, the second once the first waits; each waits for a lock of the one before. */
const hintereinander = async <A, B>(kontaktId: number, erst: () => Promise<A>, dann: () => Promise<B>) => {
  let gesendet: [Promise<A>, Promise<B>] | undefined;
  await dienst.owner.begin(async (tx) => {
    await tx`select from kontakt where id = ${kontaktId} for no key update`;
    const erstes = erst();
    await bisWarten(dienst.owner, 1);
    gesendet = [erstes, dann()];
    await bisWarten(dienst.owner, 2);
  });
  return Promise.all(gesendet as [Promise<A>, Promise<B>]);
};

test("eine Löschung, die auf eine Zusammenführung wartet, vergisst auch diese", async () => {
  const bleibt = await saeKontakt();
  const geht = await saeKontakt({ bemerkung: "Geheim" });
  const [zusammen, geloescht] = await hintereinander(
    geht,
    () => sendeZusammenfuehrung(bleibt, geht),
    () => loesche(bleibt),
  );
  expect([zusammen.status, geloescht.status]).toEqual([201, 200]);
  const [stand] = await dienst.owner`
    select felder, pachtkonten, bank from zusammenfuehrung where id = ${zusammen.json.id}`;
  expect(stand).toEqual({ felder: [], pachtkonten: [], bank: null });
  expect((await sendeRuecknahme(zusammen.json.id)).json.hindernisse).toMatchObject([{ art: "geloescht" }]);
});

test("eine Löschung, die auf eine Rücknahme wartet, lässt die Zusammenführungen dessen, der wieder für sich steht", async () => {
  const [erster, zweiter, dritter] = [await saeKontakt(), await saeKontakt(), await saeKontakt()];
  const frueher = await fuehreZusammen(zweiter, dritter);
  const { id } = await fuehreZusammen(erster, zweiter);
  const [getrennt, geloescht] = await hintereinander(
    dritter,
    () => sendeRuecknahme(id),
    () => loesche(erster),
  );
  expect([getrennt.status, geloescht.status]).toEqual([200, 200]);
  expect((await sendeRuecknahme(frueher.id)).status).toBe(200);
});

/** Settled, with a payout to him that a payment file would make. */
const mitAuszahlung = async (): Promise<{ verpaechter: number; lauf: string }> => {
  const verpaechter = await saeKontakt({
    iban: "DE02120300000000202051",
    bankBestaetigtAm: "2026-01-02",
    umsatzsteuerStatus: "nicht_steuerbar",
    strasse: "Gutshof",
    ort: "Wulkenzin",
  });
  const account = await konto({
    pachtbeginn: "2025-10-01",
    pachtende: "2026-06-30",
    verpaechter: [[verpaechter, null, null]],
  });
  return { verpaechter, lauf: (await buche(heute, [account])).id };
};

/** `erst` is sent and waits for what stands behind the lock, then the erasure; what both come to. */
const danebenGeloescht = async <A>(verpaechter: number, sperre: string, erst: () => Promise<A>) => {
  let gesendet: [Promise<A>, ReturnType<typeof loesche>] | undefined;
  await dienst.owner.begin(async (tx) => {
    await tx.unsafe(sperre);
    const erstes = erst();
    await bisWarten(dienst.owner, 1);
    const loeschung = loesche(verpaechter);
    gesendet = [erstes, loeschung];
    await Promise.race([loeschung, bisWarten(dienst.owner, 2)]);
  });
  return Promise.all(gesendet as [Promise<A>, ReturnType<typeof loesche>]);
};

test("eine Löschung wartet auf die Zahlungsdatei, die gerade entsteht, und findet sie", async () => {
  const { verpaechter, lauf } = await mitAuszahlung();
  const [datei, geloescht] = await danebenGeloescht(
    verpaechter,
    "lock table zahlungsdatei in share row exclusive mode",
    () => verwalter().post("/abrechnung/zahlungsdateien", { buchungslaufId: lauf, art: "ueberweisung" }),
  );
  expect(datei.status, datei.text).toBe(201);
  expect(geloescht).toMatchObject({ status: 409, json: { hindernisse: [{ code: "zahlungsdatei_aufbewahrt" }] } });
});

test("eine Löschung wartet auf den Storno der Schlussabrechnung, der gerade läuft: das Konto ist wieder offen", async () => {
  const { verpaechter, lauf } = await mitAuszahlung();
  const [storniert, geloescht] = await danebenGeloescht(
    verpaechter,
    "lock table nummernkreis in share row exclusive mode",
    () => storniere({ buchungslaufId: lauf }),
  );
  expect(storniert.status, storniert.text).toBe(201);
  expect(geloescht).toMatchObject({ status: 409, json: { hindernisse: [{ code: "konto_nicht_abgerechnet" }] } });
});

test("eine Löschung und der Storno der Schlussabrechnung warten hintereinander, nicht im Kreis", async () => {
  const { verpaechter, lauf } = await mitAuszahlung();
  let gesendet: [ReturnType<typeof loesche>, ReturnType<typeof storniere>] | undefined;
  await dienst.owner.begin(async (tx) => {
    await tx`select from buchungslauf where id = ${lauf} for update`;
    const loeschung = loesche(verpaechter);
    await bisWarten(dienst.owner, 1);
    gesendet = [loeschung, storniere({ buchungslaufId: lauf })];
    await bisWarten(dienst.owner, 2);
  });
  const antworten = await Promise.all(gesendet as [ReturnType<typeof loesche>, ReturnType<typeof storniere>]);
  expect(antworten.map(({ status }) => status)).toEqual([200, 201]);
});

test("was jemand einträgt, während eine Löschung wartet, löscht sie mit: auch das zählt als gelöscht", async () => {
  const { verpaechter, lauf } = await mitAuszahlung();
  const anderer = await saeKontakt();
  let loeschung: ReturnType<typeof loesche> | undefined;
  await dienst.owner.begin(async (tx) => {
    await tx`select from buchungslauf where id = ${lauf} for update`;
    loeschung = loesche(verpaechter);
    await bisWarten(dienst.owner, 1);
    const { status } = await verwalter().post("/duplikate/kontakte/entscheidung", {
      kontaktIds: [verpaechter, anderer],
      entscheidung: "kein_duplikat",
    });
    expect(status).toBe(200);
  });
  expect((await loeschung)?.status).toBe(200);
  const [eintrag] = await dienst.owner<{ weg: boolean }[]>`
    select not exists (select from auditwert w where w.auditlog_id = a.id) weg
    from auditlog a where ressource = 'duplikat_kontakt' order by id desc limit 1`;
  expect(eintrag).toEqual({ weg: true });
  await erwarteSiegel({ geloescht: expect.any(Number) });
});
