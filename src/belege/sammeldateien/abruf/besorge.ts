import { konflikt } from "../../../kern/ablehnung.ts";
import type { Auftraggeber } from "../../../kern/kontext.ts";
import { beauftrage } from "../../../technik/database/auftrag/beauftrage.ts";
import type { Sql, Tx } from "../../../technik/database/pool.ts";
import { sperre } from "../../../technik/database/sperre.ts";
import { sha256Von } from "../../../technik/sha256.ts";
import { sammeldateiJob } from "../jobs.ts";
import * as q from "../queries.ts";
import type { Sammeldatei } from "../schema.ts";

/** A combined file that a clerk wants. */
export type Bestellung = Omit<q.NeueSammeldatei, "ids" | "jobId"> & {
  /** Address that the file is to be had at, behind that of the API. */
  abruf: string;
  /** Looked up only when the file is begun. */
  listIds(tx: Tx): Promise<number[]> | number[];
};

/** A key or a mark of an order, however long what it is made of. */
export function verdichte(text: string): string {
  return sha256Von(text);
}

export type Besorgte = { id: number; datei: Sammeldatei; teile: q.Teilzeile[] };

const laufend = new Set(["created", "retry", "active"]);

/**
 * The combined file as far as it is; begun now if there is none. However many ask at once, one job draws it. A finished
 * file is given as long as what it shows has not changed; a fresh draft also until it has been fetched, else it would
 * never be had while others go on working.
 *
 * @throws Ablehnung konflikt `pdf_nicht_erstellbar`, once, when drawing has failed for good; asked again, it is tried anew
 */
export async function besorge(sql: Sql, bestellung: Bestellung, wer: Auftraggeber): Promise<Besorgte> {
  const ergebnis = await sql.begin(async (tx) => {
    // A clerk who asks for the same file waits until the other request has begun it.
    await sperre(tx, `sammeldatei ${bestellung.art} ${bestellung.schluessel}`);
    const vorhanden = await finde(tx, bestellung);
    if (vorhanden) {
      const { zeile, besorgte } = vorhanden;
      if (besorgte.datei.status === "fertig" ? gilt(bestellung, vorhanden) : laufend.has(zeile.jobZustand ?? ""))
        return besorgte;
      await q.deleteSammeldatei(tx, zeile.id);
      if (besorgte.datei.status !== "fertig") return { fehler: zeile.fehler };
    }
    await beginne(tx, bestellung, wer);
    const neu = await finde(tx, bestellung);
    if (!neu) throw new Error("Die neue Sammeldatei fehlt.");
    return neu.besorgte;
  });
  if ("fehler" in ergebnis)
    throw konflikt(
      "pdf_nicht_erstellbar",
      `${ergebnis.fehler ?? "Das PDF ließ sich nicht erstellen."} Ein neuer Abruf versucht es noch einmal.`,
    );
  return ergebnis;
}

type Gefunden = { zeile: q.Sammelzeile; besorgte: Besorgte };

const statusVon = ({ fertigAm, jobZustand }: q.Sammelzeile): Sammeldatei["status"] => {
  if (fertigAm !== null) return "fertig";
  return jobZustand === "active" ? "laufend" : "wartend";
};

const finde = async (tx: Tx, bestellung: Bestellung): Promise<Gefunden | undefined> => {
  const zeile = await q.findSammeldatei(tx, bestellung);
  if (!zeile) return undefined;
  const teile = await q.listTeile(tx, zeile.id);
  const { auftragId, fortschritt, gesamt, angelegtAm, fertigAm } = zeile;
  const datei: Sammeldatei = {
    auftragId,
    status: statusVon(zeile),
    fortschritt,
    gesamt,
    teile: teile.map(({ abgeholt: _, ...teil }) => teil),
    angelegtAm,
    fertigAm,
  };
  return { zeile, besorgte: { id: zeile.id, datei, teile: [...teile] } };
};

const gilt = ({ art, stand: heutiger }: Bestellung, { zeile, besorgte }: Gefunden): boolean =>
  zeile.stand === heutiger || (art !== "gesamt" && zeile.frisch && besorgte.teile.some(({ abgeholt }) => !abgeholt));

const beginne = async (tx: Tx, { listIds, abruf, ...neu }: Bestellung, wer: Auftraggeber): Promise<void> => {
  const { art, schluessel } = neu;
  const job = await beauftrage(tx, sammeldateiJob, { art, schluessel, abruf }, wer);
  if (job === null) throw new Error("Der Auftrag lässt sich nicht einreihen.");
  await q.insertSammeldatei(tx, { ...neu, ids: await listIds(tx), jobId: job.jobId });
};
