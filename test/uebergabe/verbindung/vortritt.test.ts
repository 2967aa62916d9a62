import { beforeEach, expect, test } from "vitest";
import { absage } from "../../../src/uebergabe/adapter/absage.ts";
import { Absage, type Adapter } from "../../../src/uebergabe/adapter/typen.ts";
import { erstelleRufer } from "../../../src/uebergabe/verbindung/rufer.ts";
import { erstelleUnterbrecher } from "../../../src/uebergabe/verbindung/unterbrecher.ts";
import { mitDatenbank, owner, worker } from "../../hilfe/mitDatenbank.ts";

mitDatenbank();
beforeEach(
  () => owner`update extaccounting_verbindung set fehlschlaege = 0, offen_bis = null, code = null, ursache = null`,
);

const befund = { verbunden: true, angemeldet: true, version: "1", antwortzeitMs: 1, problem: null };
const adapter = { status: async () => befund } as unknown as Adapter;
const rufer = (fristMs: number) =>
  erstelleRufer(
    erstelleUnterbrecher(worker, "zugang", () => new Date()),
    fristMs,
    async () => true,
    () => expect.fail("Kein Adapter hat sich geirrt."),
  );
const nie = () => new Promise<never>(() => {});
const nichtGesendet = { code: "nicht_gesendet", wiederholung: "spaeter" };
const fehlschlaege = async () =>
  (await owner<{ fehlschlaege: number }[]>`select fehlschlaege from extaccounting_verbindung`)[0]?.fehlschlaege;

test("schweigt das System, wartet niemand die Frist aller vor ihm ab", async () => {
  const fristMs = 300;
  const { frage, sende } = rufer(fristMs);
  let gesendet = 0;
  const stumm = () => {
    gesendet += 1;
    return nie();
  };
  const beginn = performance.now();
  const lesende = Array.from({ length: 10 }, () => frage(adapter, stumm).catch((fehler: Absage) => fehler.absage));
  const aendernder = sende(adapter, "anlegen", stumm);
  const ausgaenge = await Promise.all([...lesende, aendernder]);
  expect(performance.now() - beginn).toBeLessThan(10 * fristMs);
  // What was not sent is known not to be there, and says nothing of the system.
  for (const ausgang of ausgaenge) expect(ausgang).toMatchObject(nichtGesendet);
  expect([gesendet, await fehlschlaege()]).toEqual([1, 1]);
});

test("wie lange gewartet wurde, steht da mit Komma", async () => {
  const { sende } = rufer(300);
  expect(await sende(adapter, "anlegen", nie)).toMatchObject({
    ursache: "Das Buchhaltungssystem hat nach 0,3 Sekunden nicht geantwortet.",
  });
});

test("wer wartet, wird nicht mehr gesendet, wenn das System inzwischen um eine Pause bittet", async () => {
  const { frage, sende, status } = rufer(5_000);
  const zuViele = new Absage(absage("zu_viele_anfragen", "Zu viele.", "spaeter", 60_000));
  let gesendet = 0;
  const abgelehnt = async () => {
    gesendet += 1;
    throw zuViele;
  };
  const [erste, zweite, dritte] = await Promise.allSettled([
    frage(adapter, abgelehnt),
    frage(adapter, abgelehnt),
    sende(adapter, "partei", abgelehnt),
  ]);
  expect([erste, zweite]).toMatchObject([
    { reason: zuViele },
    { reason: { absage: { ...nichtGesendet, ursache: "Zu viele." } } },
  ]);
  expect(dritte).toMatchObject({ value: { ...nichtGesendet, ursache: "Zu viele." } });
  expect(gesendet).toBe(1);
  // How it stands is looked at all the same; an answer ends the pause.
  expect(await status(adapter)).toEqual(befund);
  expect(await frage(adapter, async () => "da")).toBe("da");
});

test("nach der ersten Antwort gehen alle, die warten, zugleich", async () => {
  const { frage } = rufer(5_000);
  const erste = Promise.withResolvers<void>();
  const alle = Promise.withResolvers<void>();
  let begonnen = 0;
  const zusammen = async () => {
    begonnen += 1;
    if (begonnen === 4) alle.resolve();
    await alle.promise;
  };
  const rufe = [frage(adapter, () => erste.promise), ...Array.from({ length: 4 }, () => frage(adapter, zusammen))];
  expect(begonnen).toBe(0);
  erste.resolve();
  await Promise.all(rufe);
});
