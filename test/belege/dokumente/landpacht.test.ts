import { expect, test } from "vitest";
import { belegeVon, buche } from "../../hilfe/abrechnung.ts";
import { liesPdf } from "../../hilfe/liesPdf.ts";
import { dienst, konto, mitDienst, verwalter } from "../../hilfe/mitDienst.ts";

mitDienst({ stammdaten: true });

const woerter = async (pfad: string): Promise<string> => {
  const { status, bytes, text } = await verwalter().get(pfad);
  expect(status, text).toBe(200);
  return (await liesPdf(bytes)).blaetter.flat().join(" ");
};

test.each([
  ["Acker, nichts eingetragen", "acker", null, true],
  ["Acker, als Grundstückspacht eingetragen", "acker", "grundstueckspacht", false],
  ["Wald, nichts eingetragen", "wald", null, false],
  ["Wald, als Landpacht eingetragen", "wald", "landpacht", true],
] as const)("§ 587 BGB nur bei Landpacht, im Entwurf wie im Brief: %s", async (_, objektart, vertragsart, gilt) => {
  const id = await konto({ pachtbeginn: "2025-10-01" });
  const trage = (art: string | null, objekt: string) => dienst.owner`
    with k as (update pachtkonto set vertragsart = ${art} where id = ${id} returning id)
    update patchobjekt o set objektart = ${objekt} from k where o.pachtkonto_id = k.id`;
  await dienst.owner`insert into patchobjekt (bezeichnung, objektart, pachtkonto_id) values ('Objekt', ${objektart}, ${id})`;
  await trage(vertragsart, objektart);
  const zitiert = (text: string) => [text.includes("(§ 587 Abs. 1 BGB)"), text.includes("gemäß Vertrag")];
  const entwurf = await woerter(`/abrechnung/pdf-entwurf?datum=2026-10-01&auswahl=${id}`);
  expect(zitiert(entwurf)).toEqual([gilt, !gilt]);
  await buche("2026-10-01", [id]);
  // What somebody enters later is not what was booked.
  await trage(gilt ? "miete" : "landpacht", "gewerbe");
  const rechnung = (await belegeVon(id)).find(({ belegart }) => belegart === "rechnung");
  expect(zitiert(await woerter(`/abrechnung/archiv/${rechnung?.id}/pdf`))).toEqual([gilt, !gilt]);
});
