import { absage, ohneWurf } from "../absage.ts";
import { alsFund } from "../fund.ts";
import type { ErstelleAdapter, ExternerBeleg, Faehigkeiten, Mandant } from "../typen.ts";
import { erstelleApi } from "./api.ts";
import { erhebeBefund } from "./befund.ts";
import { erstelleKontakte } from "./kontakte.ts";
import { lege } from "./lege.ts";
import { liesEinen, type Organisation, sucheBelege } from "./lies.ts";
import { liesProfil, nurFuer } from "./profil.ts";

const faehigkeiten: Omit<Faehigkeiten, "abstandMs"> = {
  referenz: "keine",
  entwurf: false,
  storno: false,
  loeschenEntwurf: false,
  pdf: true,
  // One request each, two a second.
  setzzeitMs: 120_000,
};

const nichtUnterstuetzt = (ursache: string) => Promise.resolve(absage("nicht_unterstuetzt", ursache, "nie"));

/**
 * Adapter to the public API of Lexware Office, as it is documented. Documents are final when they are made, nothing is
 * cancelled or deleted by the API, and none can be looked up by a reference of ours.
 *
 * @param abstandMs least time between two requests
 */
export const lexwareMitAbstand =
  (abstandMs: number): ErstelleAdapter =>
  (zugang, einstellungen) => {
    const ungeprueft = erstelleApi(zugang, abstandMs);
    const api = nurFuer(ungeprueft, einstellungen.mandantId);
    const kontakte = erstelleKontakte(api);
    const organisation: Organisation = { api, kontakte, referenzen: new Map() };

    return {
      system: "lexware",
      faehigkeiten: { ...faehigkeiten, abstandMs, setzzeitMs: zugang.setzzeitMs ?? faehigkeiten.setzzeitMs },

      status: (aufruf) => erhebeBefund(ungeprueft, einstellungen.mandantId, aufruf),

      async mandanten(aufruf): Promise<Mandant[]> {
        const { organizationId, companyName } = await liesProfil(ungeprueft, aufruf);
        return [{ id: organizationId, name: companyName, waehrung: "EUR" }];
      },

      sorgeFuerPartei: (partei, aufruf) => kontakte.sorgeFuer(partei, aufruf),

      suche: async (suche, aufruf) => alsFund(await sucheBelege(organisation, suche, aufruf)),

      async lies(ids, aufruf) {
        const gelesen = new Map<string, ExternerBeleg | null>();
        for (const id of ids) gelesen.set(id, await liesEinen(organisation, id, aufruf));
        return gelesen;
      },

      lege: (soll, parteiId, aufruf) => ohneWurf(() => lege(organisation, einstellungen, soll, parteiId, aufruf)),

      schreibeFest: (id, _soll, aufruf) =>
        ohneWurf(async () => {
          const beleg = await liesEinen(organisation, id, aufruf);
          return beleg
            ? { ausgang: "done", wert: beleg }
            : absage("nicht_gefunden", "Diesen Beleg gibt es in Lexware Office nicht.", "nie");
        }),

      storniere: () => nichtUnterstuetzt("Lexware Office storniert nicht über die Schnittstelle."),
      loesche: () => nichtUnterstuetzt("Lexware Office löscht nicht über die Schnittstelle."),

      async pdf(id, aufruf) {
        if (id.startsWith("vouchers/")) return null;
        const { nummer } = (await liesEinen(organisation, id, aufruf)) ?? {};
        return { inhalt: await api.holePdf(`/${id}/file`, aufruf), dateiname: `${nummer ?? "Beleg"}.pdf` };
      },
    };
  };

/** Two requests a second are allowed. */
export const erstelleLexware: ErstelleAdapter = lexwareMitAbstand(500);
