import type { AbgeschlossenerBuchungslauf } from "../../../src/abrechnung/buchung/schema.ts";
import { belegeVon } from "../../hilfe/abrechnung.ts";
import { dienst, heute, verwalter } from "../../hilfe/mitDienst.ts";

type Belege = Awaited<ReturnType<typeof belegeVon>>;

/** [kind, contact, net, gross, payout] */
export function betraege(belege: Belege) {
  return belege.map((b) => [b.belegart, b.kontaktId, b.nettoCent, b.bruttoCent, b.auszahlungCent]);
}

/** What the lessee 1 owes by all documents of an account together. */
export async function schuldDesPaechters(pachtkontoId: number): Promise<number> {
  return (await belegeVon(pachtkontoId)).filter((b) => b.kontaktId === 1).reduce((summe, b) => summe + b.nettoCent, 0);
}

export async function laufstatus(id: string) {
  const { json } = await verwalter().get<AbgeschlossenerBuchungslauf[]>("/abrechnung/buchungslaeufe");
  return json.find((lauf) => lauf.id === id)?.status;
}

/** Begun periods of an account: first day, last day, state, kind. */
export async function zeitraeume(pachtkontoId: number) {
  return (
    await dienst.owner<{ von: string; bis: string; status: string; art: string }[]>`
      select zeitraum_von von, zeitraum_bis bis, status, art from faelligkeit
      where pachtkonto_id = ${pachtkontoId} and status <> 'entfallen' and zeitraum_von <= ${heute}
      order by zeitraum_von`
  ).map(({ von, bis, status, art }) => [von, bis, status, art].join(" "));
}

export async function kontostand(id: number) {
  return (await dienst.owner`select status, schlussabrechnung from pachtkonto where id = ${id}`)[0];
}

/** Sums of the amount columns of an export. */
export async function exportsumme(laufId: string, seite: string, spalten: string[]): Promise<number[]> {
  const { text } = await verwalter().get(`/abrechnung/export/${seite}?buchungslaufId=${laufId}`);
  const [kopf = [], ...zeilen] = text
    .replace("\uFEFF", "")
    .split("\r\n")
    .filter(Boolean)
    .map((zeile) => zeile.split(";"));
  return spalten.map((spalte) =>
    zeilen.reduce((summe, zeile) => summe + Number((zeile[kopf.indexOf(spalte)] ?? "").replace(/[,.]/g, "")), 0),
  );
}
