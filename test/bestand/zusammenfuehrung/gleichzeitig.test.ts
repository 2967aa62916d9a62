import { expect, test } from "vitest";
import { belegeVon, sendeBuchung } from "../../hilfe/abrechnung.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";
import { parteienVon, saeKontakt, sendeZusammenfuehrung } from "./handgriffe.ts";

mitDienst({ stammdaten: true });

test("zwei führen dieselben zusammen, in beiden Richtungen: einer kommt durch, der andere bekommt 410", async () => {
  for (let i = 0; i < 5; i += 1) {
    const [eins, zwei] = [await saeKontakt(), await saeKontakt()];
    const id = await konto({
      paechter: [
        [eins, 1, 2],
        [zwei, 1, 2],
      ],
    });
    const antworten = await Promise.all([sendeZusammenfuehrung(eins, zwei), sendeZusammenfuehrung(zwei, eins)]);
    expect(antworten.map(({ status }) => status).sort()).toEqual([201, 410]);
    const bleibt = antworten[0].status === 201 ? eins : zwei;
    expect(await parteienVon(id)).toContainEqual([bleibt, "paechter", 1, 1]);
  }
});

test("wer gleichzeitig Partei eines Kontos wird, ist es danach als der, der bleibt, oder gar nicht", async () => {
  for (let i = 0; i < 5; i += 1) {
    const [eins, zwei] = [await saeKontakt(), await saeKontakt()];
    const id = await konto();
    const [geaendert, zusammen] = await Promise.all([
      verwalter().put(`/pachtkonten/${id}`, { beteiligte: [{ kontaktId: zwei, rolle: "paechter" }] }),
      sendeZusammenfuehrung(eins, zwei),
    ]);
    expect(zusammen.status).toBe(201);
    expect([200, 400]).toContain(geaendert.status);
    expect((await parteienVon(id)).map(([wer]) => wer)).not.toContain(zwei);
    const [verwaist] = await dienst.owner`
      select count(*)::integer anzahl
      from pachtkonto_beteiligter b join kontakt k on k.id = b.kontakt_id
      where k.aufgegangen_in is not null`;
    expect(verwaist).toEqual({ anzahl: 0 });
  }
});

test("gleichzeitig gebucht: die Belege gehen an beide wie vorher oder zusammen an den, der bleibt", async () => {
  for (let i = 0; i < 4; i += 1) {
    const [eins, zwei] = [await saeKontakt(), await saeKontakt()];
    const id = await konto({
      paechter: [
        [eins, 1, 3],
        [3, 1, 3],
        [zwei, 1, 3],
      ],
      positionen: [{ positionsartId: 2, betragCent: 10_001 }],
    });
    const [gebucht, zusammen] = await Promise.all([
      sendeBuchung({ datum: "2025-10-01", auswahl: [id] }),
      sendeZusammenfuehrung(eins, zwei),
    ]);
    expect(gebucht.status, gebucht.text).toBe(201);
    // While the run is published the merging is refused, and works afterwards.
    if (zusammen.status !== 201) {
      expect(zusammen.json).toMatchObject({ code: "lauf_aktiv" });
      expect((await sendeZusammenfuehrung(eins, zwei)).status).toBe(201);
    }
    const anteile = (await belegeVon(id)).map(({ kontaktId, nettoCent }) => [kontaktId, nettoCent]);
    expect([
      [
        [3, 3334],
        [eins, 3334],
        [zwei, 3333],
      ],
      [
        [3, 3334],
        [eins, 6667],
      ],
    ]).toContainEqual(anteile);
    const { status } = await verwalter().put(`/pachtkonten/${id}`, {
      status: "gekuendigt",
      kuendigungZum: "2025-09-30",
    });
    expect(status).toBe(200);
  }
});
