import { expect, test } from "vitest";
import { inTagen } from "../../../src/kern/kalender/tag.ts";
import { belegeVon, sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, heute, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { bisWarten } from "../../hilfe/sperren.ts";

mitDienst({ stammdaten: true });

const benenne = (id: number, nachname: string) => verwalter().put(`/kontakte/${id}`, { nachname });
const buche = (auswahl: number[], vorschauHash?: string) => sendeBuchung({ datum: heute, auswahl, vorschauHash });

const empfaengerVon = async (id: number) => [
  ...new Set((await belegeVon(id)).map(({ empfaenger }) => empfaenger.anzeigename)),
];

test("Wer umbenannt wird, während ein Lauf veröffentlicht, wartet darauf; die Rechnung trägt den Namen davor", async () => {
  const id = await konto({ paechter: [[1, null, null]] });
  const { gebucht, benannt } = await dienst.owner.begin(async (tx) => {
    await tx`lock table nummernkreis in exclusive mode`;
    const lauf = buche([id]);
    await bisWarten(dienst.owner, 1);
    const umbenennung = benenne(1, "Nachher");
    await bisWarten(dienst.owner, 2);
    return { gebucht: lauf, benannt: umbenennung };
  });
  expect((await gebucht).status).toBe(201);
  expect((await benannt).status).toBe(200);
  expect(await empfaengerVon(id)).toEqual(["Anna Müller", "Dora Wolf"]);
});

test("Wer umbenannt wird, nachdem ein Lauf gerechnet hat, steht mit dem neuen Namen auf der Rechnung", async () => {
  const id = await konto({ paechter: [[2, null, null]] });
  const { gebucht } = await dienst.owner.begin(async (tx) => {
    await tx`update kontakt set nachname = 'Nachher' where id = 2`;
    const lauf = buche([id]);
    await bisWarten(dienst.owner, 1);
    return { gebucht: lauf };
  });
  expect((await gebucht).status).toBe(201);
  expect(await empfaengerVon(id)).toEqual(["Bernd Nachher", "Dora Wolf"]);
});

test("Ein Zahlungsziel der Firma, das beim Rechnen noch nicht gespeichert war, steht auf der Rechnung", async () => {
  const id = await konto({ verpaechter: [[5, null, null]] });
  const { gebucht } = await dienst.owner.begin(async (tx) => {
    await tx`update firmendaten set zahlungsziel_tage = 33`;
    // Later than the company's own change, which the run cannot see yet.
    expect((await verwalter().put(`/pachtkonten/${id}`, { bemerkung: "Grenzstein fehlt" })).status).toBe(200);
    const lauf = buche([id]);
    await bisWarten(dienst.owner, 1);
    return { gebucht: lauf };
  });
  expect((await gebucht).status).toBe(201);
  const [rechnung] = await belegeVon(id);
  expect(rechnung?.zahlbarBis).toBe(inTagen(heute, 33));
});

test("Ändert sich ein Verpächter nach der Vorschau, ist sie veraltet und nennt seine Konten, keine anderen", async () => {
  const [seines, anderes] = [await konto({ verpaechter: [[5, null, null]] }), await konto()];
  const vorschau = await verwalter().get<{ vorschauHash: string }>(
    `/abrechnung/vorschau-gruppen?datum=${heute}&auswahl=${seines},${anderes}`,
  );
  expect((await verwalter().put("/kontakte/5", { ort: null })).status).toBe(200);
  const { status, json } = await buche([seines, anderes], vorschau.json.vorschauHash);
  expect({ status, code: json.code, konten: json.konten?.map(({ pachtkontoId }) => pachtkontoId) }).toEqual({
    status: 409,
    code: "vorschau_veraltet",
    konten: [seines],
  });
});

test("Einen Kontakt zu ändern schreibt keines seiner Konten", async () => {
  const id = await konto({ paechter: [[3, null, null]] });
  const stand = () => dienst.owner`select xmin::text from pachtkonto where id = ${id}`;
  const vorher = await stand();
  expect((await benenne(3, "Nachher")).status).toBe(200);
  expect(await stand()).toEqual(vorher);
});
