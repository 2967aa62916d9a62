import { Buffer } from "node:buffer";
import { alsFund, jeId } from "../fund.ts";
import type { ErstelleAdapter, ExternerBeleg, Faehigkeiten, Fund, Mandant } from "../typen.ts";
import { erstelleApi } from "./api.ts";
import { erhebeBefund } from "./befund.ts";

const faehigkeiten: Faehigkeiten = {
  referenz: "suchbar",
  entwurf: true,
  storno: true,
  loeschenEntwurf: true,
  pdf: true,
  abstandMs: 0,
  setzzeitMs: 10_000,
};

/** Adapter to the sandbox, the accounting stand-in of `npm start`: for trying out, for demos and for tests. */
export const erstelleSandkasten: ErstelleAdapter = (zugang, einstellungen) => {
  const api = erstelleApi(zugang);
  const mandant = `/mandanten/${encodeURIComponent(einstellungen.mandantId ?? "")}`;

  return {
    system: "sandkasten",
    faehigkeiten: { ...faehigkeiten, setzzeitMs: zugang.setzzeitMs ?? faehigkeiten.setzzeitMs },

    status: (aufruf) => erhebeBefund(api, aufruf),
    mandanten: (aufruf) => api.frage<Mandant[]>("/mandanten", aufruf),
    sorgeFuerPartei: ({ code, name }, aufruf) =>
      api.sende<{ id: string }>("partei", "PUT", `${mandant}/parteien/${encodeURIComponent(code)}`, aufruf, { name }),

    async suche({ referenz }, aufruf): Promise<Fund> {
      const belege = await api.frage<ExternerBeleg[]>(
        `${mandant}/belege?referenz=${encodeURIComponent(referenz)}`,
        aufruf,
      );
      return alsFund(belege);
    },
    async lies(ids, aufruf) {
      const belege = await api.frage<ExternerBeleg[]>(`${mandant}/lesen`, aufruf, { ids });
      return jeId(ids, belege);
    },

    lege: (soll, parteiId, aufruf) =>
      api.sende<ExternerBeleg>("anlegen", "POST", `${mandant}/belege`, aufruf, {
        parteiId,
        referenz: soll.referenz,
        richtung: soll.richtung,
        belegdatum: soll.belegdatum,
        buchungsdatum: soll.buchungsdatum,
        beschreibung: `${soll.belegnummer} ${soll.beschreibung}`,
        zeilen: soll.zeilen.map(({ text, nettoCent, steuersatzBp }) => ({ text, nettoCent, steuersatzBp })),
      }),
    schreibeFest: (id, _soll, aufruf) =>
      api.sende<ExternerBeleg>("festschreiben", "POST", `${mandant}/belege/${id}/festschreiben`, aufruf),
    storniere: (id, grund, aufruf) =>
      api.sende<ExternerBeleg>("stornieren", "POST", `${mandant}/belege/${id}/stornieren`, aufruf, { grund }),
    loesche: (id, aufruf) => api.sende<null>("loeschen", "DELETE", `${mandant}/belege/${id}`, aufruf),

    async pdf(id, aufruf) {
      const { inhalt, dateiname } = await api.frage<{ inhalt: string; dateiname: string }>(
        `${mandant}/belege/${id}/pdf`,
        aufruf,
      );
      return { inhalt: new Uint8Array(Buffer.from(inhalt, "base64")), dateiname };
    },
  };
};
