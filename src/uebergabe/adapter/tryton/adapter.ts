import { ohneWurf } from "../absage.ts";
import { alsFund, jeId } from "../fund.ts";
import type { ErstelleAdapter, Faehigkeiten, Fund, Mandant } from "../typen.ts";
import { erhebeBefund } from "./befund.ts";
import { typVon } from "./beleg.ts";
import { schreibeFest } from "./festschreiben.ts";
import type { Firma } from "./firma.ts";
import { lege } from "./lege.ts";
import { listBelege } from "./lies.ts";
import { loesche, storniere } from "./nimmZurueck.ts";
import { sorgeFuerPartei } from "./partei.ts";
import { erstelleRpc } from "./rpc/rpc.ts";
import { alsBytes, type Bytes } from "./rpc/werte.ts";
import { erstelleStammdaten } from "./stammdaten.ts";

const faehigkeiten: Faehigkeiten = {
  referenz: "suchbar",
  entwurf: true,
  storno: true,
  loeschenEntwurf: true,
  pdf: true,
  abstandMs: 0,
  setzzeitMs: 120_000,
};

/** Adapter to a Tryton 6.0 over JSON-RPC. */
export const erstelleTryton: ErstelleAdapter = (zugang, einstellungen) => {
  const mandant = einstellungen.mandantId === null ? Number.NaN : Number(einstellungen.mandantId);
  const kontext = { language: "de", ...(Number.isNaN(mandant) ? {} : { company: mandant }) };
  const rpc = erstelleRpc(zugang);
  const firma: Firma = {
    mandant,
    kontext,
    rpc,
    stammdaten: erstelleStammdaten(rpc, einstellungen, kontext),
  };

  return {
    system: "tryton",
    faehigkeiten: { ...faehigkeiten, setzzeitMs: zugang.setzzeitMs ?? faehigkeiten.setzzeitMs },

    status: (aufruf) => erhebeBefund(firma, aufruf),

    async mandanten(aufruf): Promise<Mandant[]> {
      const params = [[], 0, null, [["id", "ASC"]], ["rec_name", "currency.code"], kontext];
      type Satz = { id: number; rec_name: string; "currency.": { code: string } };
      const saetze = await rpc.frage<Satz[]>("model.company.company.search_read", params, aufruf);
      return saetze.map((satz) => ({ id: String(satz.id), name: satz.rec_name, waehrung: satz["currency."].code }));
    },

    sorgeFuerPartei: (partei, aufruf) => ohneWurf(() => sorgeFuerPartei(firma, partei, aufruf)),

    async suche({ referenz, richtung }, aufruf): Promise<Fund> {
      const suche = [
        ["type", "=", typVon(richtung)],
        ["reference", "=", referenz],
      ];
      const belege = await listBelege(firma, suche, aufruf);
      return alsFund(belege);
    },

    async lies(ids, aufruf) {
      const belege = await listBelege(firma, [["id", "in", ids.map(Number)]], aufruf);
      return jeId(ids, belege);
    },

    lege: (soll, parteiId, aufruf) => ohneWurf(() => lege(firma, soll, Number(parteiId), aufruf)),

    schreibeFest: (id, soll, aufruf) => ohneWurf(() => schreibeFest(firma, id, soll, aufruf)),

    storniere: (id, _grund, aufruf) => ohneWurf(() => storniere(firma, id, aufruf)),

    loesche: (id, aufruf) => ohneWurf(() => loesche(firma, id, aufruf)),

    async pdf(id, aufruf) {
      type Bericht = [art: string, inhalt: Bytes, druckeGleich: boolean, name: string];
      const methode = "report.account.invoice.execute";
      const [art, inhalt, , name] = await rpc.frage<Bericht>(methode, [[Number(id)], {}, kontext], aufruf);
      return art === "pdf" ? { inhalt: alsBytes(inhalt), dateiname: `${name}.pdf` } : null;
    },
  };
};
