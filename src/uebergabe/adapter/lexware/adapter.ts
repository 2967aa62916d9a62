import { absage, ohneWurf } from "../absage.ts";
import { alsFund } from "../fund.ts";
import {
  Absage,
  type Aufruf,
  type Ausgang,
  type ErstelleAdapter,
  type ExternerBeleg,
  type Faehigkeiten,
  type Fund,
  type Mandant,
  type Sollbeleg,
  type Suche,
  type Verbindungsbefund,
} from "../typen.ts";
import { findeZuordnung } from "../zuordnung.ts";
import { erstelleApi } from "./api.ts";
import {
  baueEingang,
  baueRechnung,
  bildeId,
  kontaktIdVon,
  liesSatz,
  referenzVon,
  type Sammlung,
  type Satz,
  sammlungVon,
} from "./beleg.ts";
import { erstelleKontakte } from "./kontakte.ts";

const faehigkeiten: Omit<Faehigkeiten, "abstandMs"> = {
  referenz: "keine",
  entwurf: false,
  storno: false,
  loeschenEntwurf: false,
  pdf: true,
  // One request each, two a second.
  setzzeitMs: 120_000,
};

type Profil = { organizationId: string; companyName: string };
type Listeneintrag = { id: string; totalAmount: number };
type Seite<T> = { content: T[]; last: boolean };

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
    const api = erstelleApi(zugang, abstandMs);
    const kontakte = erstelleKontakte(api);

    const alsBeleg = async (sammlung: Sammlung, satz: Satz, aufruf: Aufruf): Promise<ExternerBeleg> =>
      liesSatz(sammlung, satz, await kontakte.codeVon(kontaktIdVon(satz), aufruf));

    const liesEinen = async (id: string, aufruf: Aufruf): Promise<ExternerBeleg | null> => {
      const sammlung = id.split("/")[0] as Sammlung;
      try {
        return await alsBeleg(sammlung, await api.frage<Satz>(`/${id}`, aufruf), aufruf);
      } catch (fehler) {
        if (fehler instanceof Absage && fehler.absage.code === "nicht_gefunden") return null;
        throw fehler;
      }
    };

    /** What was made is final and never changes: its reference is read once. */
    const referenzen = new Map<string, string | null>();
    const referenzAus = async (sammlung: Sammlung, id: string, aufruf: Aufruf): Promise<string | null> => {
      const schluessel = bildeId(sammlung, id);
      const bekannt = referenzen.get(schluessel);
      if (bekannt !== undefined) return bekannt;
      const referenz = referenzVon(await api.frage<Satz>(`/${schluessel}`, aufruf));
      referenzen.set(schluessel, referenz);
      return referenz;
    };

    /** By kind, day, amount and, where it is known, contact: the list knows nothing of our reference, the document does. */
    const findeInListe = async (sammlung: Sammlung, suche: Suche, aufruf: Aufruf): Promise<string[]> => {
      const kontakt = kontakte.bekannteId(suche.parteiCode);
      const ids: string[] = [];
      for (let seite = 0, letzte = false; !letzte; seite += 1) {
        const filter = new URLSearchParams({
          voucherType: sammlung === "invoices" ? "invoice" : "creditnote",
          voucherStatus: "any",
          voucherDateFrom: suche.belegdatum,
          voucherDateTo: suche.belegdatum,
          ...(kontakt === undefined ? {} : { contactId: kontakt }),
          page: String(seite),
          size: "250",
        });
        const { content, last } = await api.frage<Seite<Listeneintrag>>(`/voucherlist?${filter}`, aufruf);
        for (const { id, totalAmount } of content)
          if (
            Math.round(totalAmount * 100) === Math.abs(suche.bruttoCent) &&
            (await referenzAus(sammlung, id, aufruf)) === suche.referenz
          )
            ids.push(id);
        letzte = last;
      }
      return ids;
    };

    const findeEingaenge = async ({ referenz }: Suche, aufruf: Aufruf): Promise<string[]> => {
      const filter = new URLSearchParams({ voucherNumber: referenz });
      const { content } = await api.frage<Seite<Satz>>(`/vouchers?${filter}`, aufruf);
      return content.map(({ id }) => id);
    };

    /** Category of each line. @throws Absage `ungueltig` where the settings know nothing of it */
    const kategorien = (soll: Sollbeleg): string[] =>
      soll.zeilen.map((zeile) => {
        const zuordnung = findeZuordnung(einstellungen.zuordnungen, soll.richtung, zeile);
        if (zuordnung) return zuordnung.konto;
        const satz = zeile.steuersatzBp / 100;
        const ursache = `In den Einstellungen ist „${zeile.text}“ (${satz} %) keine Buchungskategorie zugeordnet.`;
        throw new Absage(absage("ungueltig", ursache, "nach_korrektur"));
      });

    const lege = async (soll: Sollbeleg, kontaktId: string, aufruf: Aufruf): Promise<Ausgang<ExternerBeleg>> => {
      const sammlung = sammlungVon(soll);
      const neu =
        sammlung === "vouchers"
          ? await api.lege("anlegen", "/vouchers", baueEingang(soll, kontaktId, kategorien(soll)), aufruf)
          : await api.lege("anlegen", `/${sammlung}?finalize=true`, baueRechnung(soll, kontaktId), aufruf);
      if (neu.ausgang !== "done") return neu;
      const id = bildeId(sammlung, neu.wert.id);
      const unklar = (ursache: string): Ausgang<ExternerBeleg> => ({
        ausgang: "uncertain",
        phase: "anlegen",
        ursache,
        id,
      });
      try {
        const beleg = await liesEinen(id, aufruf);
        return beleg ? { ausgang: "done", wert: beleg } : unklar("Lexware Office zeigt den neuen Beleg noch nicht.");
      } catch (fehler) {
        if (!(fehler instanceof Absage)) throw fehler;
        return unklar(`Nicht nachgelesen: ${fehler.absage.ursache}`);
      }
    };

    return {
      system: "lexware",
      faehigkeiten: { ...faehigkeiten, abstandMs, setzzeitMs: zugang.setzzeitMs ?? faehigkeiten.setzzeitMs },

      async status(aufruf): Promise<Verbindungsbefund> {
        const beginn = performance.now();
        try {
          const { organizationId } = await api.frage<Profil>("/profile", aufruf);
          const { mandantId } = einstellungen;
          const fremd = mandantId !== null && mandantId !== organizationId;
          return {
            verbunden: true,
            angemeldet: true,
            version: "v1",
            antwortzeitMs: Math.round(performance.now() - beginn),
            problem: fremd
              ? { code: "mandant", ursache: `Der API-Schlüssel gehört nicht zur Organisation ${mandantId}.` }
              : null,
          };
        } catch (fehler) {
          if (!(fehler instanceof Absage)) throw fehler;
          const { code, ursache } = fehler.absage;
          const erreicht = code !== "nicht_gesendet";
          return {
            verbunden: erreicht,
            angemeldet: false,
            version: erreicht ? "v1" : null,
            antwortzeitMs: erreicht ? Math.round(performance.now() - beginn) : null,
            problem: { code, ursache },
          };
        }
      },

      async mandanten(aufruf): Promise<Mandant[]> {
        const { organizationId, companyName } = await api.frage<Profil>("/profile", aufruf);
        return [{ id: organizationId, name: companyName, waehrung: "EUR" }];
      },

      sorgeFuerPartei: (partei, aufruf) => kontakte.sorgeFuer(partei, aufruf),

      async suche(suche, aufruf): Promise<Fund> {
        const sammlung = sammlungVon(suche);
        const ids =
          sammlung === "vouchers" ? await findeEingaenge(suche, aufruf) : await findeInListe(sammlung, suche, aufruf);
        const belege: ExternerBeleg[] = [];
        for (const id of ids) {
          const beleg = await liesEinen(bildeId(sammlung, id), aufruf);
          if (beleg) belege.push(beleg);
        }
        return alsFund(belege);
      },

      async lies(ids, aufruf) {
        const gelesen = new Map<string, ExternerBeleg | null>();
        for (const id of ids) gelesen.set(id, await liesEinen(id, aufruf));
        return gelesen;
      },

      lege: (soll, parteiId, aufruf) => ohneWurf(() => lege(soll, parteiId, aufruf)),
      schreibeFest: (id, _soll, aufruf) =>
        ohneWurf(async () => {
          const beleg = await liesEinen(id, aufruf);
          return beleg
            ? { ausgang: "done", wert: beleg }
            : absage("nicht_gefunden", "Diesen Beleg gibt es in Lexware Office nicht.", "nie");
        }),
      storniere: () => nichtUnterstuetzt("Lexware Office storniert nicht über die Schnittstelle."),
      loesche: () => nichtUnterstuetzt("Lexware Office löscht nicht über die Schnittstelle."),

      async pdf(id, aufruf) {
        if (id.startsWith("vouchers/")) return null;
        const { nummer } = (await liesEinen(id, aufruf)) ?? {};
        return { inhalt: await api.holePdf(`/${id}/file`, aufruf), dateiname: `${nummer ?? "Beleg"}.pdf` };
      },
    };
  };

/** Two requests a second are allowed. */
export const erstelleLexware: ErstelleAdapter = lexwareMitAbstand(500);
