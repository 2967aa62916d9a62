import type { Buffer } from "node:buffer";
import { expect } from "vitest";
import { fuehreImportAus } from "../../src/bestand/import/ausfuehrung.ts";
import { pruefeImport } from "../../src/bestand/import/pruefung.ts";
import { beispielverpaechter } from "../../src/technik/http/werte.ts";
import { worker } from "../bestand/import/handgriffe.ts";
import { png } from "../hilfe/bilder.ts";
import { administrator, dienst, heute } from "../hilfe/mitDienst.ts";
import { type Antworten, kuerze } from "./antwortbeispiele.ts";

const alsFormular = (name: string, inhalt: string | Buffer): FormData => {
  const form = new FormData();
  form.set("datei", new File([inhalt as BlobPart], name));
  return form;
};

/** The answers that a fresh stock gives only after somebody has sent a file, objected, or waited for a job. */
export async function holeNach(): Promise<Antworten> {
  const antworten: Antworten = {};
  const merke = async (operationId: string, methode: "get" | "post" | "patch", pfad: string, body?: unknown) => {
    const { status, json, text } = await dienst.frage("administrator", methode, pfad, { body });
    expect(status, `${operationId} ${text.slice(0, 300)}`).toBeLessThan(300);
    antworten[operationId] = kuerze(json);
    return json as { id: number };
  };
  const zeige = (operationId: string, pfad: string) => merke(operationId, "get", pfad);
  const sende = (operationId: string, pfad: string, body?: unknown) => merke(operationId, "post", pfad, body);

  await zeige("listVerknuepfteKonten", `/kontakte/${beispielverpaechter}/verknuepfte-konten`);
  await zeige("listVerknuepfteObjekte", `/kontakte/${beispielverpaechter}/verknuepfte-objekte`);
  await zeige("listZusammenfuehrungen", "/duplikate/zusammenfuehrungen");

  const vertrag = alsFormular("Pachtvertrag.pdf", "%PDF-1.7\n%%EOF\n");
  await sende("createDokument", "/pachtkonten/1/dokumente", vertrag);
  await zeige("listDokumente", "/pachtkonten/1/dokumente");
  await sende("createLogo", "/einstellungen/logo", alsFormular("Logo.png", png(480, 160, [20, 90, 50])));
  const monate = alsFormular("Verbraucherpreisindex.csv", "2026-08;104,9\n2026-09;105,1\n2026-10;105,2\n");
  const reihe = "/einstellungen/indexreihen/1/fassungen/upload";
  await sende("uploadIndexfassung", `${reihe}?basis=${encodeURIComponent("2025 = 100")}`, monate);

  const kontakte = async (plz: string): Promise<string> => {
    const datei = alsFormular(
      "Kontakte.csv",
      `importSchluessel;typ;nachname;plz;ort\nK-4711;paechter;Jürgensen;${plz};Husum\n`,
    );
    const { id } = await sende("createImport", "/import?art=Kontakte", datei);
    await pruefeImport(worker, id, heute);
    return `/import/${id}`;
  };
  await zeige("listImportBefunde", `${await kontakte("2581")}/befunde`);
  const einer = await kontakte("25813");
  await zeige("getImport", einer);
  const { id } = await sende("executeImport", `${einer}/ausfuehren`, {});
  await fuehreImportAus(worker, id, heute);

  const { json } = await administrator().get<{
    data: { id: number; titel: string; storniertDurchId: number | null }[];
  }>("/abrechnung/archiv?belegart=gutschrift&limit=500");
  const gutschrift = json.data.find(({ titel, storniertDurchId }) => titel === "Gutschrift" && !storniertDurchId);
  const widerspruch = `/abrechnung/archiv/${gutschrift?.id}/widerspruch`;
  await sende("widersprichGutschrift", widerspruch, { am: heute, grund: "Die Fläche ist kleiner als abgerechnet" });
  await merke("erledigeWiderspruch", "patch", widerspruch, {
    erledigtDurch: "eigene_rechnung",
    erledigtAm: heute,
    notiz: "Rechnung 2026-17 vom Verpächter",
  });

  await zeige("listExtaccountingJobs", "/extaccounting/jobs");
  await sende("runExtaccountingAction", `/extaccounting/documents/${gutschrift?.id}/export`);

  await dienst.owner`
    update auftrag set status = 'fehlgeschlagen', ursache = 'Unerwarteter Fehler (TypeError).', beendet_am = now()
    where id = 1`;
  await sende("wiederholeAuftrag", "/betrieb/auftraege/1/wiederholen");
  return antworten;
}
