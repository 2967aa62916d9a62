import { Buffer } from "node:buffer";
import { sendeHttp, wartezeitMs } from "../http.ts";
import {
  type Abgelehnt,
  Absage,
  type Absagecode,
  type Aufruf,
  type Ausgang,
  type ErstelleAdapter,
  type ExternerBeleg,
  type Faehigkeiten,
  type Fund,
  type Mandant,
  type Phase,
  type Verbindung,
} from "../typen.ts";

const faehigkeiten: Faehigkeiten = {
  referenz: "suchbar",
  entwurf: true,
  storno: true,
  loeschenEntwurf: true,
  pdf: true,
  abstandMs: 0,
  setzzeitMs: 10_000,
};

/** The one that this adapter understands. */
const hauptversion = "1";

const gedulden = (code: Absagecode, ursache: string, wartezeit?: number): Abgelehnt => ({
  ausgang: "rejected",
  code,
  ursache,
  wiederholung: "spaeter",
  ...(wartezeit === undefined ? {} : { wartezeitMs: wartezeit }),
});

type Gestoert = { gestoert: true; ursache: string };

/** The stand-in's answer; `gestoert` if nobody knows whether it did anything. */
type Antwort<T> = { wert: T } | Abgelehnt | Gestoert;

const liesAblehnung = (status: number, text: string): Abgelehnt => {
  const { code, ursache } = JSON.parse(text) as { code?: Absagecode; ursache?: string };
  return {
    ausgang: "rejected",
    code: code ?? "ungueltig",
    ursache: ursache ?? `Der Sandkasten antwortet mit ${status}.`,
    wiederholung: "nach_korrektur",
  };
};

const deute = <T>(status: number, kopf: Headers, text: string): Antwort<T> => {
  if (status === 429) return gedulden("zu_viele_anfragen", "Der Sandkasten nimmt gerade nichts an.", wartezeitMs(kopf));
  if (status === 401)
    return gedulden("anmeldung", "Der Sandkasten kennt dieses Geheimnis nicht (EXTACCOUNTING_SECRET).");
  if (status >= 500) return { gestoert: true, ursache: `Der Sandkasten antwortet mit ${status}.` };
  try {
    return status === 200 ? { wert: JSON.parse(text) as T } : liesAblehnung(status, text);
  } catch {
    return { gestoert: true, ursache: "Die Antwort des Sandkastens ist nicht zu lesen." };
  }
};

/** Adapter to the sandbox, the accounting stand-in of `npm start`: for trying out, for demos and for tests. */
export const erstelleSandkasten: ErstelleAdapter = (zugang, einstellungen) => {
  const mandantId = einstellungen.mandantId ?? "";

  const rufe = async <T>(methode: string, pfad: string, { signal }: Aufruf, body?: object): Promise<Antwort<T>> => {
    const ausgang = await sendeHttp(`${zugang.url}${pfad}`, {
      method: methode,
      signal,
      headers: {
        authorization: `Bearer ${zugang.geheimnis}`,
        ...(body ? { "content-type": "application/json" } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (ausgang.art === "nicht_gesendet") return gedulden("nicht_gesendet", ausgang.ursache);
    if (ausgang.art === "abgerissen") return { gestoert: true, ursache: ausgang.ursache };
    return deute(ausgang.status, ausgang.kopf, ausgang.text);
  };

  const frage = async <T>(pfad: string, aufruf: Aufruf, body?: object): Promise<T> => {
    const antwort = await rufe<T>(body ? "POST" : "GET", pfad, aufruf, body);
    if ("wert" in antwort) return antwort.wert;
    // A look-up that got lost did no harm.
    throw new Absage("gestoert" in antwort ? gedulden("nicht_gesendet", antwort.ursache) : antwort);
  };

  const sende = async <T>(
    phase: Phase,
    methode: string,
    pfad: string,
    aufruf: Aufruf,
    body?: object,
  ): Promise<Ausgang<T>> => {
    const antwort = await rufe<T>(methode, pfad, aufruf, body);
    if ("wert" in antwort) return { ausgang: "done", wert: antwort.wert };
    return "gestoert" in antwort ? { ausgang: "uncertain", phase, ursache: antwort.ursache } : antwort;
  };

  const stelle = `/mandanten/${encodeURIComponent(mandantId)}`;

  return {
    system: "sandkasten",
    faehigkeiten: { ...faehigkeiten, setzzeitMs: zugang.setzzeitMs ?? faehigkeiten.setzzeitMs },

    async status(aufruf): Promise<Verbindung> {
      const beginn = performance.now();
      const gescheitert = (
        angemeldet: boolean,
        version: string | null,
        problem: Verbindung["problem"],
      ): Verbindung => ({
        verbunden: version !== null,
        angemeldet,
        version,
        antwortzeitMs: version === null ? null : Math.round(performance.now() - beginn),
        problem,
      });
      const stand = await rufe<{ version: string }>("GET", "/version", aufruf);
      if (!("wert" in stand))
        return gescheitert(false, null, {
          code: "gestoert" in stand ? "nicht_gesendet" : stand.code,
          ursache: stand.ursache,
        });
      const { version } = stand.wert;
      if (version.split(".")[0] !== hauptversion)
        return gescheitert(false, version, {
          code: "version",
          ursache: `Der Sandkasten hat die Version ${version}; verstanden wird ${hauptversion}.x.`,
        });
      const mandanten = await rufe<Mandant[]>("GET", "/mandanten", aufruf);
      if ("gestoert" in mandanten)
        return gescheitert(false, version, { code: "nicht_gesendet", ursache: mandanten.ursache });
      return "wert" in mandanten
        ? gescheitert(true, version, null)
        : gescheitert(false, version, { code: mandanten.code, ursache: mandanten.ursache });
    },
    mandanten: (aufruf) => frage<Mandant[]>("/mandanten", aufruf),
    sorgeFuerPartei: ({ code, name }, aufruf) =>
      sende<{ id: string }>("partei", "PUT", `${stelle}/parteien/${encodeURIComponent(code)}`, aufruf, { name }),

    async suche({ referenz }, aufruf): Promise<Fund> {
      const belege = await frage<ExternerBeleg[]>(`${stelle}/belege?referenz=${encodeURIComponent(referenz)}`, aufruf);
      const [erster] = belege;
      if (!erster) return { fund: "none" };
      return belege.length === 1 ? { fund: "one", beleg: erster } : { fund: "many", belege };
    },
    async lies(ids, aufruf) {
      const belege = await frage<ExternerBeleg[]>(`${stelle}/lesen`, aufruf, { ids });
      const gefunden = new Map(belege.map((beleg) => [beleg.id, beleg]));
      return new Map(ids.map((id) => [id, gefunden.get(id) ?? null]));
    },

    lege: (auftrag, parteiId, aufruf) =>
      sende<ExternerBeleg>("anlegen", "POST", `${stelle}/belege`, aufruf, {
        parteiId,
        referenz: auftrag.referenz,
        richtung: auftrag.richtung,
        belegdatum: auftrag.belegdatum,
        buchungsdatum: auftrag.buchungsdatum,
        beschreibung: `${auftrag.belegnummer} ${auftrag.beschreibung}`,
        zeilen: auftrag.zeilen.map(({ text, nettoCent, steuersatzBp }) => ({ text, nettoCent, steuersatzBp })),
      }),
    schreibeFest: (id, _auftrag, aufruf) =>
      sende<ExternerBeleg>("festschreiben", "POST", `${stelle}/belege/${id}/festschreiben`, aufruf),
    storniere: (id, grund, aufruf) =>
      sende<ExternerBeleg>("stornieren", "POST", `${stelle}/belege/${id}/stornieren`, aufruf, { grund }),
    loesche: (id, aufruf) => sende<null>("loeschen", "DELETE", `${stelle}/belege/${id}`, aufruf),

    async pdf(id, aufruf) {
      const { inhalt, dateiname } = await frage<{ inhalt: string; dateiname: string }>(
        `${stelle}/belege/${id}/pdf`,
        aufruf,
      );
      return { inhalt: new Uint8Array(Buffer.from(inhalt, "base64")), dateiname };
    },
  };
};
