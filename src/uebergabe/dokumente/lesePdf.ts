import { konflikt } from "../../kern/ablehnung.ts";
import { Absage } from "../adapter/typen.ts";
import { istSystemfehler, nichtBereit } from "../verbindung/unterbrecher.ts";
import type { Dienst } from "../versuch/fuehreAus.ts";
import { findeHindernisAussen } from "../versuch/regeln.ts";
import { findeStaende } from "../versuch/stand.ts";

const istPdf = (inhalt: Uint8Array): boolean => new TextDecoder("latin1").decode(inhalt.subarray(0, 5)) === "%PDF-";

const keinPdf = (detail: string) => konflikt("kein_pdf", detail);

/** @throws Ablehnung nichtGefunden, konflikt `kein_pdf` and others, fremdsystem/nichtVerfuegbar */
export async function lesePdf({ sql, verbindung }: Dienst, id: number) {
  const { stand } = await findeStaende(sql, id);
  const { externId } = stand;
  if (externId === null) throw keinPdf("Von diesem Beleg steht nichts im Buchhaltungssystem.");
  const gegenstelle = await verbindung.oeffne();
  await gegenstelle.verlangeBereit();
  const { faehigkeiten } = gegenstelle.adapter;
  const hindernis = findeHindernisAussen("refresh", stand, undefined, { ...gegenstelle, faehigkeiten });
  if (hindernis) throw hindernis;
  if (!faehigkeiten.pdf) throw keinPdf("Dieses Buchhaltungssystem gibt keine PDFs heraus.");
  const pdf = await gegenstelle
    .frage((adapter, aufruf) => adapter.pdf(externId, aufruf))
    .catch((fehler: unknown) => {
      if (!(fehler instanceof Absage)) throw fehler;
      const { code, ursache, wartezeitMs = 1_000 } = fehler.absage;
      throw istSystemfehler({ code }) ? nichtBereit({ code, ursache }, wartezeitMs) : keinPdf(ursache);
    });
  if (!pdf || !istPdf(pdf.inhalt))
    throw keinPdf("Das Buchhaltungssystem hat von diesem Beleg kein PDF (vielleicht ein anderes Format).");
  return pdf;
}
