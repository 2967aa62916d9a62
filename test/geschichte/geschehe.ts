import { createHash } from "node:crypto";
import { setTimeout as warte } from "node:timers/promises";
import { raeumeToteLaeufe } from "../../src/abrechnung/buchung/laufsperre.ts";
import { gleicheNaechsteHebungAb } from "../../src/abrechnung/hebungen/naechsteHebung.ts";
import { halteVorschlaegeNach } from "../../src/abrechnung/vorschlaege/gehalten/halteNach.ts";
import { erstellePdfsDesLaufs } from "../../src/belege/dokumente/belegbrief/erstelle.ts";
import { erstelleFehlendeHebungsbriefe } from "../../src/belege/dokumente/hebungsbrief/erstelle.ts";
import { raeumeAuf } from "../../src/betrieb/aufraeumen/raeumeAuf.ts";
import { falteZaehler } from "../../src/betrieb/dashboard/falteZaehler.ts";
import { aktualisiereAlleFaelligkeiten } from "../../src/stammdaten/faelligkeiten/plan.ts";
import { laufeAus } from "../../src/stammdaten/pachtkonten/laufeAus.ts";
import { system } from "../../src/technik/auditlog/protokolliere.ts";
import { summenfelder } from "../hilfe/summenfelder.ts";
import { Verstoss } from "./invarianten.ts";
import type { Lage } from "./lage.ts";
import { type Ruf, rufeVon, type Schritt, wuerfelVon } from "./schritte.ts";
import { type Antwort, darf, istUngewiss, type Welt } from "./welt.ts";
import { plusTage } from "./wuerfel.ts";

type Geschehen = { zeilen: string[]; rufe: Ruf[]; antworten: Antwort[] };

const alsZeile = ({ wer, anruf }: Ruf, { status, code }: Antwort): string => {
  const { methode, pfad, body, datei, kopf = {} } = anruf;
  const inhalt = datei ? [`(Datei ${datei.name})`] : body ? [JSON.stringify(body)] : [];
  const teile = [wer ?? "niemand", methode.toUpperCase(), pfad, ...inhalt];
  const koepfe = Object.entries(kopf).map(([name, wert]) => `${name}: ${wert}`);
  return `${[...teile, ...koepfe].join(" ")} -> ${status} ${code}`.trim();
};

/** No answer is a 500, and nobody gets further than the table of rights says; a 503 says to come again. */
const pruefeAntwort = (welt: Welt, { wer, anruf }: Ruf, antwort: Antwort): void => {
  if (istUngewiss(antwort)) return;
  const { status, text } = antwort;
  if (status >= 500) throw new Verstoss(`Status ${status}: ${text.slice(0, 300)}`);
  const erlaubt = darf(welt.dokument, wer, anruf);
  if (!erlaubt && status !== (wer === null ? 401 : 403)) throw new Verstoss(`Status ${status} ohne das Recht`);
  if (erlaubt && status === 401) throw new Verstoss("Status 401 mit gültiger Sitzung");
};

/** A payment file has the bytes that were stored when it was made, for ever. */
const pruefeZahlungsdatei = async (welt: Welt, { anruf }: Ruf, { status, text }: Antwort): Promise<void> => {
  const id = /export\/sepa\?zahlungsdateiId=(\d+)/.exec(anruf.pfad)?.[1];
  if (id === undefined || status !== 200) return;
  const [datei] = await welt.owner<{ sha256: string }[]>`select sha256 from zahlungsdatei where id = ${id}`;
  if (createHash("sha256").update(text).digest("hex") !== datei?.sha256)
    throw new Verstoss(`Zahlungsdatei ${id} hat andere Bytes als bei ihrer Erstellung`);
};

const frage = async (welt: Welt, ruf: Ruf): Promise<Antwort> => {
  const antwort = await welt.frage(ruf.wer, ruf.anruf);
  pruefeAntwort(welt, ruf, antwort);
  await pruefeZahlungsdatei(welt, ruf, antwort);
  return antwort;
};

const zugleich = async (welt: Welt, rufe: Ruf[]): Promise<Geschehen> => {
  const ergebnisse = await Promise.allSettled(rufe.map((ruf) => frage(welt, ruf)));
  for (const ergebnis of ergebnisse) if (ergebnis.status === "rejected") throw ergebnis.reason;
  const antworten = ergebnisse.flatMap((ergebnis) => (ergebnis.status === "fulfilled" ? [ergebnis.value] : []));
  return { rufe, antworten, zeilen: rufe.map((ruf, i) => alsZeile(ruf, antworten[i] as Antwort)) };
};

/** The same POST twice, at once or one after the other: one answer, byte for byte; with another body none. */
const mitSchluessel = async (welt: Welt, schritt: Schritt, ruf: Ruf): Promise<Geschehen> => {
  if (ruf.anruf.methode !== "post" || ruf.anruf.datei) return zugleich(welt, [ruf]);
  const w = wuerfelVon(schritt);
  const kopf = { ...ruf.anruf.kopf, "Idempotency-Key": `${schritt.saat}-${schritt.nr}` };
  const einmal = { ...ruf, anruf: { ...ruf.anruf, kopf } };
  const geschehen = await zugleich(welt, w.wahr(50) ? [einmal, einmal] : [einmal]);
  const erste = geschehen.antworten.find(({ status }) => status < 300);
  if (erste === undefined) return geschehen;
  for (const antwort of [...geschehen.antworten, await frage(welt, einmal)]) {
    const { status, text, code } = antwort;
    if (code !== "idempotenz_laeuft" && !istUngewiss(antwort) && (status !== erste.status || text !== erste.text))
      throw new Verstoss(`Wiederholt mit demselben Schlüssel: ${status} statt ${erste.status}, oder anderer Inhalt`);
  }
  const body = { ...ruf.anruf.body, grund: "anders", bemerkung: "anders" };
  const { status } = await welt.frage(ruf.wer, { ...einmal.anruf, body });
  if (![400, 422, 503].includes(status)) throw new Verstoss(`Derselbe Schlüssel mit anderem Inhalt: ${status}`);
  return geschehen;
};

type Summen = Record<(typeof summenfelder)[number], number>;

/** A booking that nobody disturbs books what its preview has shown, and keeps to the hash if it is given. */
const bucheNachVorschau = async (welt: Welt, schritt: Schritt, ruf: Ruf): Promise<Geschehen> => {
  const { body } = ruf.anruf;
  const vorschau = await frage(welt, {
    wer: ruf.wer,
    anruf: { methode: "post", pfad: "/abrechnung/vorschau-gruppen", ...(body ? { body } : {}) },
  });
  if (vorschau.status !== 200) return zugleich(welt, [ruf]);
  const { vorschauHash, summen } = JSON.parse(vorschau.text) as { vorschauHash: string; summen: Summen };
  const mitHash = wuerfelVon(schritt).wahr(50) ? { ...body, vorschauHash } : body;
  const geschehen = await zugleich(welt, [{ ...ruf, anruf: { ...ruf.anruf, ...(mitHash ? { body: mitHash } : {}) } }]);
  const [antwort] = geschehen.antworten;
  if (antwort?.code === "vorschau_veraltet") throw new Verstoss("Vorschau veraltet, ohne dass sich etwas geändert hat");
  if (antwort?.status !== 201) return geschehen;
  const lauf = JSON.parse(antwort.text) as Summen;
  const andere = summenfelder.filter((feld) => lauf[feld] !== summen[feld]);
  if (andere.length > 0) throw new Verstoss(`Gebucht wurde anderes als die Vorschau zeigte: ${andere.join(", ")}`);
  return geschehen;
};

/** Closes what a lost session left behind; who lives on does so by itself. */
const schliesseLaeufe = async (welt: Welt): Promise<void> => {
  await welt.bereit();
  const ende = performance.now() + 20_000;
  for (;;) {
    await raeumeToteLaeufe(welt.worker);
    const offen = await welt.owner`
      select from buchungslauf where status = 'laufend'
      union all
      select from pg_stat_activity where datname = current_database() and usename <> current_user
        and xact_start is not null and pid <> pg_backend_pid() and application_name = 'pachtverwaltung pacht_app'`;
    if (offen.length === 0) return;
    if (performance.now() > ende) throw new Verstoss("Nach 20 Sekunden läuft noch ein Lauf oder eine Transaktion");
    await warte(20);
  }
};

const verliere = async (welt: Welt, schritt: Schritt, rufe: Ruf[]): Promise<Geschehen> => {
  const w = wuerfelVon(schritt);
  const arbeit = zugleich(welt, rufe);
  arbeit.catch(() => {});
  await warte(w.bis(25));
  await welt.trenneSitzungen(1 + w.bis(3));
  const geschehen = await arbeit;
  return { ...geschehen, zeilen: geschehen.zeilen.map((zeile) => `${zeile} (Sitzungen getrennt)`) };
};

/** The process dies while it works; its client asks again, by the same key, until somebody answers. */
const stirb = async (welt: Welt, schritt: Schritt, rufe: Ruf[]): Promise<Geschehen> => {
  const w = wuerfelVon(schritt);
  const mitKopf = rufe.map(({ wer, anruf }) => ({
    wer,
    anruf: { ...anruf, kopf: { ...anruf.kopf, "Idempotency-Key": `${schritt.saat}-${schritt.nr}-tod` } },
  }));
  const arbeit = zugleich(welt, mitKopf);
  arbeit.catch(() => {});
  await warte(w.bis(60));
  await welt.toete?.(w.wahr(35) ? "worker" : "server");
  const erste = await arbeit;
  await schliesseLaeufe(welt);
  const zweite = await zugleich(welt, mitKopf);
  return {
    rufe: [...erste.rufe, ...zweite.rufe],
    antworten: [...erste.antworten, ...zweite.antworten],
    zeilen: [...erste.zeilen.map((zeile) => `${zeile} (getötet)`), ...zweite.zeilen],
  };
};

const nacht = async ({ worker, heute }: Welt): Promise<Geschehen> => {
  await laufeAus(worker, system, heute());
  await aktualisiereAlleFaelligkeiten(worker, heute());
  await worker.begin((tx) => gleicheNaechsteHebungAb(tx, system, heute()));
  await erstelleFehlendeHebungsbriefe(worker);
  await raeumeAuf(worker, new Date());
  await falteZaehler(worker);
  await halteVorschlaegeNach(worker);
  return { zeilen: ["Nacht"], rufe: [], antworten: [] };
};

const briefe = async (welt: Welt, schritt: Schritt, lage: Lage): Promise<Geschehen> => {
  const lauf = wuerfelVon(schritt).ausOder(lage.laeufe);
  if (lauf) await erstellePdfsDesLaufs(welt.worker, lauf.id);
  return { zeilen: [`Briefe ${lauf?.id ?? "keines Laufs"}`], rufe: [], antworten: [] };
};

const tue = async (welt: Welt, schritt: Schritt, lage: Lage): Promise<Geschehen> => {
  const rufe = rufeVon(schritt, lage);
  const [erster] = rufe;
  switch (schritt.art) {
    case "tage": {
      const tag = plusTage(welt.heute(), 1 + wuerfelVon(schritt).bis(90));
      welt.stelle(tag);
      return { zeilen: [`Es wird ${tag}`], rufe: [], antworten: [] };
    }
    case "nacht":
      return nacht(welt);
    case "briefe":
      return briefe(welt, schritt, lage);
    case "uebergabe":
      await welt.uebergib();
      return { zeilen: ["Übergabe"], rufe: [], antworten: [] };
    case "schluessel":
      return erster ? mitSchluessel(welt, schritt, erster) : zugleich(welt, []);
    case "verlust":
      return verliere(welt, schritt, rufe);
    case "tod":
      return stirb(welt, schritt, rufe);
    case "ruf":
      if (erster?.anruf.pfad === "/abrechnung/buchen") return bucheNachVorschau(welt, schritt, erster);
      return zugleich(welt, rufe);
    case "zugleich":
      return zugleich(welt, rufe);
  }
};

/** Lets one step happen. @throws Verstoss where an answer breaks a rule */
export async function geschehe(welt: Welt, schritt: Schritt, lage: Lage): Promise<Geschehen> {
  const geschehen = await tue(welt, schritt, lage);
  if (schritt.art === "verlust" || geschehen.antworten.some(istUngewiss)) await schliesseLaeufe(welt);
  return geschehen;
}
