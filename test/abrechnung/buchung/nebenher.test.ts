import { expect, test } from "vitest";
import { sendeBuchung } from "../../hilfe/abrechnung.ts";
import {
  administrator,
  dienst,
  heute,
  konto,
  mitarbeiter,
  mitDienst,
  pruefer,
  verwalter,
} from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";

mitDienst({ stammdaten: true });

const buche = (auswahl: number[], vorschauHash?: string) => sendeBuchung({ datum: heute, auswahl, vorschauHash });
const bemerke = (id: number) => mitarbeiter().put(`/pachtkonten/${id}`, { bemerkung: `${Math.random()}` });

/** Runs `tat` while whoever draws numbers has to wait, which is when the accounts are locked already. */
const waehrendNummernWarten = (tat: () => Promise<void>) =>
  dienst.owner.begin(async (tx) => {
    await tx`lock table nummernkreis in exclusive mode`;
    await tat();
  });

test("Während ein Lauf veröffentlicht, hört wer ein Konto davon ändert gleich, welcher es ist", async () => {
  const [mit, ohne] = [await konto(), await konto()];
  let lauf: ReturnType<typeof buche> | undefined;
  await waehrendNummernWarten(async () => {
    lauf = buche([mit]);
    await bisWarten(dienst.owner, 1);
    const beginn = performance.now();
    const [gesperrt, frei, feldwerte] = await Promise.all([
      bemerke(mit),
      bemerke(ohne),
      mitarbeiter().put(`/pachtkonten/${mit}/feldwerte`, { a: "b" }),
    ]);
    // Whoever waited for the accounts would do so for the five seconds that a lock is waited for.
    expect(performance.now() - beginn).toBeLessThan(4_500);
    const [laufend] = await dienst.owner`select id from buchungslauf where status = 'laufend'`;
    for (const antwort of [gesperrt, feldwerte])
      expect(antwort).toMatchObject({
        status: 409,
        json: { code: "lauf_aktiv", detail: expect.stringContaining(laufend?.id) },
      });
    expect(frei.status).toBe(200);
  });
  expect((await lauf)?.status).toBe(201);
  expect((await bemerke(mit)).status).toBe(200);
});

test("Änderungen an Konten während eines Stornos warten und stimmen, oder hören in der Frist davon", async () => {
  const id = await konto();
  const { json: gebucht } = await buche([id]);
  const storniere = () => verwalter().post("/abrechnung/stornieren", { buchungslaufId: gebucht.id, grund: "Test" });
  let storno: ReturnType<typeof storniere> | undefined;
  let aenderung: ReturnType<typeof bemerke> | undefined;
  await waehrendNummernWarten(async () => {
    storno = storniere();
    await bisWarten(dienst.owner, 1);
    aenderung = bemerke(id);
    await bisWarten(dienst.owner, 2);
    expect((await pruefer().get(`/pachtkonten/${id}`)).status).toBe(200);
  });
  expect((await storno)?.status).toBe(201);
  expect((await aenderung)?.status).toBe(200);

  const { json: wieder } = await buche([id]);
  let spaet: { status: number; json: { code: string } } | undefined;
  await dienst.owner.begin(async (tx) => {
    await tx`select from pachtkonto where id = ${id} for update`;
    spaet = await verwalter().post<{ code: string }>("/abrechnung/stornieren", {
      buchungslaufId: wieder.id,
      grund: "Test",
    });
  });
  expect(spaet).toMatchObject({ status: 409, json: { code: "in_benutzung" } });
  expect((await verwalter().get("/abrechnung/archiv?limit=1")).status).toBe(200);
});

test("Fehlt in den Firmendaten etwas, während ein Lauf rechnet, bucht er nichts und sagt es", async () => {
  const id = await konto();
  const { json: vorher } = await administrator().get<{ treuhandkonto: object }>("/einstellungen/firmendaten");
  const setze = (treuhandkonto: object | null) => administrator().put("/einstellungen/firmendaten", { treuhandkonto });
  let lauf: ReturnType<typeof buche> | undefined;
  await dienst.owner.begin(async (tx) => {
    await tx`lock table stapel_konto in exclusive mode`;
    lauf = buche([id]);
    await bisWarten(dienst.owner, 1);
    expect((await setze(null)).status).toBe(200);
  });
  expect(await lauf).toMatchObject({
    status: 409,
    json: { code: "firmendaten_unvollstaendig", fehlend: ["treuhandkonto"] },
  });
  expect((await setze(vorher.treuhandkonto)).status).toBe(200);
  expect((await buche([id])).status).toBe(201);
});

test("Ein neuer Gebührensatz wartet auf kein Konto und macht die Vorschau aller veraltet", async () => {
  const id = await konto();
  const vorschau = await verwalter().get<{ vorschauHash: string }>(
    `/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${id}`,
  );
  const [vorher] = await dienst.owner`select version, eingabe_geaendert_am from pachtkonto where id = ${id}`;
  await dienst.owner.begin(async (tx) => {
    await tx`select from pachtkonto where id = ${id} for update`;
    const antwort = await dienst
      .als("administrator")
      .put("/einstellungen/firmendaten", { verwaltungsgebuehrSteuersatzBp: 700 });
    expect(antwort.status).toBe(200);
  });
  expect(await dienst.owner`select version, eingabe_geaendert_am from pachtkonto where id = ${id}`).toEqual([vorher]);
  const alt = await buche([id], vorschau.json.vorschauHash);
  expect(alt).toMatchObject({ status: 409, json: { code: "vorschau_veraltet", konten: [{ pachtkontoId: id }] } });
  expect((await buche([id])).status).toBe(201);
});
