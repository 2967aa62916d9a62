import { expect, test } from "vitest";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const alleHinweise = async (id: number) => {
  const { json } = await verwalter().get<{ data: { hinweise: { code: string; text: string }[] }[] }>(
    `/abrechnung/vorschau?datum=${heute}&pachtkontoId=${id}`,
  );
  return json.data.flatMap(({ hinweise: hier }) => hier);
};
const hinweise = async (id: number) => (await alleHinweise(id)).map(({ code }) => code);

const setze = (id: number, felder: Record<string, string | number | null>) =>
  dienst.owner`update pachtkonto set ${dienst.owner(felder)} where id = ${id}`;

/** A lease of eight lease years that ended on 30 September 2026; the third-last of them began on 1 October 2023. */
const beendet = (mehr: object = {}) =>
  konto({
    pachtbeginn: "2018-10-01",
    pachtende: "2026-09-30",
    pachtjahrBeginn: "10-01",
    istVorauszahlend: false,
    ...mehr,
  });

test("wird ein Vertrag abgerechnet, der sich ohne Kündigung verlängert, sagt es die Vorschau", async () => {
  const id = await konto({ pachtbeginn: "2025-10-01", pachtende: "2026-10-31", istVorauszahlend: false });
  expect(await hinweise(id)).toEqual([]);
  await dienst.owner`update pachtkonto set verlaengerung_monate = 12 where id = ${id}`;
  expect(await hinweise(id)).toEqual(["verlaengert_sich"]);
  await dienst.owner`
    update pachtkonto set status = 'gekuendigt', gekuendigt_am = '2026-04-01', kuendigung_zum = '2026-10-31'
    where id = ${id}`;
  expect(await hinweise(id)).toEqual([]);
});

test.each([
  [1, "um einen Monat"],
  [2, "um 2 Monate"],
])("verlängert er sich um %i Monate, heißt es %s", async (verlaengerung_monate, wort) => {
  const id = await konto({ pachtbeginn: "2025-10-01", pachtende: "2026-10-31", istVorauszahlend: false });
  await setze(id, { verlaengerung_monate });
  expect((await alleHinweise(id))[0]?.text).toContain(`verlängert sich der Vertrag ${wort}: `);
});

test("wurde eine Anfrage nach § 594 BGB nicht abgelehnt, sagt es die Vorschau der Schlussabrechnung", async () => {
  const id = await beendet();
  await setze(id, { vertragsart: "landpacht", anfrage_erhalten_am: "2024-05-01" });
  expect(await alleHinweise(id)).toEqual([
    {
      code: "gilt_unbefristet",
      text:
        "Niemand hat gekündigt, und die Anfrage vom 01.05.2024 ist nicht als abgelehnt eingetragen. Wird die Fortsetzung " +
        "nicht binnen drei Monaten nach der Anfrage schriftlich abgelehnt, läuft die Pacht auf unbestimmte Zeit weiter " +
        "(§ 594 Satz 2 BGB). Bitte prüfen, ob der Vertrag am 30.09.2026 wirklich geendet hat; wurde rechtzeitig abgelehnt, " +
        "den Tag der Anfrage leeren.",
    },
  ]);
  // Outside the third-last lease year an inquiry has no effect.
  await setze(id, { anfrage_erhalten_am: "2022-05-01" });
  expect(await hinweise(id)).toEqual([]);
  await setze(id, { anfrage_erhalten_am: "2024-05-01", vertragsart: "grundstueckspacht" });
  expect(await hinweise(id)).toEqual([]);
  // By what is leased.
  await setze(id, { vertragsart: null });
  expect(await hinweise(id)).toEqual([]);
  await dienst.owner`
    insert into patchobjekt (bezeichnung, objektart, pachtkonto_id) values ('Acker am Deich', 'acker', ${id})`;
  expect(await hinweise(id)).toEqual(["gilt_unbefristet"]);
  await setze(id, { status: "gekuendigt", gekuendigt_am: "2024-10-01", kuendigung_zum: "2026-09-30" });
  expect(await hinweise(id)).toEqual([]);
});

test("ein mündlicher Vertrag gilt unbefristet, auch einer, der sich verlängert hätte: gesagt wird es einmal", async () => {
  const id = await beendet();
  await setze(id, { vertragsart: "landpacht", vertragsform: "muendlich", verlaengerung_monate: 12 });
  expect(await alleHinweise(id)).toEqual([
    {
      code: "gilt_unbefristet",
      text:
        "Niemand hat gekündigt, und der Vertrag ist als mündlich eingetragen. Eine Landpacht für mehr als zwei Jahre, die " +
        "nicht in Textform geschlossen ist, gilt für unbestimmte Zeit (§ 585a BGB). Bitte prüfen, ob der Vertrag am " +
        "30.09.2026 wirklich geendet hat; hat er doch Textform, die Vertragsform berichtigen.",
    },
  ]);
  await setze(id, { vertragsart: "miete", verlaengerung_monate: null });
  expect((await alleHinweise(id))[0]?.text).toContain("§§ 550, 578 Abs. 1, 581 Abs. 2 BGB");
  // Nobody knows which law holds.
  await setze(id, { vertragsart: "sonstige" });
  expect(await hinweise(id)).toEqual([]);
  await setze(id, { vertragsart: "landpacht", vertragsform: "textform" });
  expect(await hinweise(id)).toEqual([]);
});
