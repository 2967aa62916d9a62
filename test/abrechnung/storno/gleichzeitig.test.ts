import { afterAll, expect, test } from "vitest";
import { belegeVon, buche, pruefeNummern, sendeBuchung, storniere } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst } from "../../hilfe/mitDienst.ts";
import { laufstatus, schuldDesPaechters, zeitraeume } from "./handgriffe.ts";

// 1,200.00 a year from 1 October, billed afterwards, unless stated.
mitDienst({ stammdaten: true });
afterAll(pruefeNummern);

test("drei Stornos desselben Jahres zugleich: einer gilt, die anderen erfahren, dass es storniert ist", async () => {
  const id = await konto();
  await buche("2025-10-01", [id]);
  const belege = await belegeVon(id);
  const antworten = await Promise.all(belege.map((beleg) => storniere({ archivIds: [beleg.id] })));
  expect(antworten.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  for (const { status, json } of antworten) if (status === 409) expect(json.code).toBe("schon_storniert");
});

test("vier Konten eines Laufs zugleich, jedes für sich: danach ist der Lauf storniert", async () => {
  const ids = [await konto(), await konto(), await konto(), await konto()];
  const lauf = await buche("2025-10-01", ids);
  const belege = await Promise.all(ids.map(async (id) => (await belegeVon(id))[0]?.id));
  const antworten = await Promise.all(belege.map((beleg) => storniere({ archivIds: [beleg] })));
  expect(antworten.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  expect(await laufstatus(lauf.id)).toBe("storniert");
});

test("Storno und Buchung eines Kontos zugleich: nacheinander, am Ende stehen drei Jahre zu 1.200,00", async () => {
  for (let runde = 0; runde < 6; runde += 1) {
    const id = await konto({ pachtbeginn: "2023-10-01" });
    const erster = await buche("2024-10-01", [id]);
    const [gebucht, storniert] = await Promise.all([
      sendeBuchung({ datum: heute, auswahl: [id] }),
      storniere({ buchungslaufId: erster.id }),
    ]);
    expect(storniert.status).toBe(201);
    expect([201, 409]).toContain(gebucht.status);
    if (gebucht.status === 409) expect(gebucht.json.code).toBe("gleichzeitig_geaendert");
    if ((await zeitraeume(id)).some((zeile) => zeile.includes("offen") && zeile < "2026-10")) await buche(heute, [id]);
    const stehen = await dienst.owner`
      select zeitraum_von from gebuchter_zeitraum
      where pachtkonto_id = ${id} and storniert_am is null order by zeitraum_von`;
    expect(stehen.map(({ zeitraumVon }) => zeitraumVon)).toEqual(["2023-10-01", "2024-10-01", "2025-10-01"]);
    expect(await schuldDesPaechters(id)).toBe(360_000);
  }
});

test("Schlussabrechnung und Storno des Jahres, das sie berichtigt, zugleich: der Pächter schuldet 600,00", async () => {
  const id = await konto({ istVorauszahlend: true, pachtbeginn: "2025-10-01" });
  const jahr = await buche("2025-10-01", [id]);
  await dienst.owner`update pachtkonto set pachtende = '2026-03-31' where id = ${id}`;
  const [gebucht, storniert] = await Promise.all([
    sendeBuchung({ datum: "2026-04-01", auswahl: [id] }),
    storniere({ buchungslaufId: jahr.id }),
  ]);
  // Whoever comes second sees what the first has done: the storno is refused, or the run computes anew.
  expect([201, 409]).toContain(storniert.status);
  expect([201, 409]).toContain(gebucht.status);
  if (gebucht.status !== 201) await buche("2026-04-01", [id]);
  expect(await schuldDesPaechters(id)).toBe(60_000);
});
