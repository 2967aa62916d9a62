import { absage, ohneWurf } from "../absage.ts";
import { alsFund } from "../fund.ts";
import type { ErstelleAdapter, Faehigkeiten, Fund, Mandant } from "../typen.ts";
import { erhebeBefund } from "./befund.ts";
import { baueBeleg, neuerEntwurf, typVon } from "./beleg.ts";
import { schreibeFest } from "./festschreiben.ts";
import type { Firma } from "./firma.ts";
import { abweichung, findeBeleg, liesNach, listBelege, nichtGefunden } from "./lies.ts";
import { sorgeFuerPartei } from "./partei.ts";
import { erstelleRpc } from "./rpc.ts";
import { erstelleStammdaten } from "./stammdaten.ts";
import { alsBytes, type Bytes } from "./werte.ts";

const faehigkeiten: Faehigkeiten = {
  referenz: "suchbar",
  entwurf: true,
  storno: true,
  loeschenEntwurf: true,
  pdf: true,
  abstandMs: 0,
  setzzeitMs: 120_000,
};

const bezahlt = absage("bezahlt", "Der Beleg ist in Tryton bezahlt und lässt sich nicht mehr stornieren.", "nie");

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
      const gefunden = new Map(belege.map((beleg) => [beleg.id, beleg]));
      return new Map(ids.map((id) => [id, gefunden.get(id) ?? null]));
    },

    lege: (soll, parteiId, aufruf) =>
      ohneWurf(async () => {
        const partei = Number(parteiId);
        const params = [[["party", "=", partei]], 0, 1, [["id", "ASC"]], kontext];
        const [anschrift] = await rpc.frage<number[]>("model.party.address.search", params, aufruf);
        if (anschrift === undefined) {
          const ursache = `Die Partei ${soll.partei.code} hat in Tryton keine Anschrift.`;
          return absage("ungueltig", ursache, "nach_korrektur");
        }
        const werte = await baueBeleg(firma, soll, { partei, anschrift }, aufruf);
        const methode = "model.account.invoice.create";
        const neu = await rpc.aendere<number[]>("anlegen", methode, [[werte], kontext], aufruf);
        if (neu.ausgang !== "done") return neu;
        return { ausgang: "done", wert: neuerEntwurf(neu.wert[0] ?? 0, soll) };
      }),

    schreibeFest: (id, soll, aufruf) => ohneWurf(() => schreibeFest(firma, id, soll, aufruf)),

    storniere: (id, _grund, aufruf) =>
      ohneWurf(async () => {
        const vorher = await findeBeleg(firma, id, aufruf);
        if (!vorher) return nichtGefunden(id);
        if (vorher.zustand === "bezahlt") return bezahlt;
        if (vorher.zustand === "storniert") return { ausgang: "done", wert: vorher };
        const methode = "model.account.invoice.cancel";
        const antwort = await rpc.aendere<null>("stornieren", methode, [[Number(id)], kontext], aufruf);
        if (antwort.ausgang !== "done") return antwort;
        const danach = await liesNach(firma, "stornieren", id, aufruf);
        // The answer says nothing: what is in another state is passed over in silence.
        if (danach.ausgang !== "done" || danach.wert.zustand === "storniert") return danach;
        return danach.wert.zustand === "bezahlt"
          ? bezahlt
          : abweichung(`Tryton hat den Beleg nicht storniert; er ist „${danach.wert.rohzustand}“.`);
      }),

    loesche: (id, aufruf) =>
      ohneWurf(async () => {
        const vorher = await findeBeleg(firma, id, aufruf);
        if (!vorher) return { ausgang: "done", wert: null };
        if (vorher.nummer !== null)
          return absage("unveraenderlich", `Der Beleg hat in Tryton die Nummer ${vorher.nummer}.`, "nie");
        return rpc.aendere<null>("loeschen", "model.account.invoice.delete", [[Number(id)], kontext], aufruf);
      }),

    async pdf(id, aufruf) {
      type Bericht = [string, Bytes, boolean, string];
      const methode = "report.account.invoice.execute";
      const [art, inhalt, , name] = await rpc.frage<Bericht>(methode, [[Number(id)], {}, kontext], aufruf);
      return art === "pdf" ? { inhalt: alsBytes(inhalt), dateiname: `${name}.pdf` } : null;
    },
  };
};
