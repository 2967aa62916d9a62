import { ohneWurf } from "../absage.ts";
import type { Aufruf, Ausgang, ExternePartei } from "../typen.ts";
import { type Api, oderNull, type Seite } from "./api.ts";

type Kontakt = { id: string; note?: string };

/** Customer numbers are given by Lexware, so our code stands in the contact's note. */
const notiz = (code: string): string => `Pachtverwaltung ${code}`;

const codeAus = ({ note }: Kontakt): string | null => /^Pachtverwaltung (\S+)/m.exec(note ?? "")?.[1] ?? null;

/** In a filter `%` and `_` stand for any characters. */
const alsMuster = (name: string): string => name.replaceAll(/[\\%_]/g, "\\$&");

/** Contacts made once by our code; who was seen is remembered. */
export function erstelleKontakte(api: Api) {
  const codes = new Map<string, string | null>();
  const ids = new Map<string, string>();

  const merke = (kontakt: Kontakt): string | null => {
    const code = codeAus(kontakt);
    codes.set(kontakt.id, code);
    if (code !== null) ids.set(code, kontakt.id);
    return code;
  };

  const finde = async ({ code, name }: ExternePartei, aufruf: Aufruf): Promise<string | undefined> => {
    for (let seite = 0, letzte = false; !letzte && !ids.has(code); seite += 1) {
      const suche = new URLSearchParams({ name: alsMuster(name), page: String(seite), size: "250" });
      const { content, last } = await api.frage<Seite<Kontakt>>(`/contacts?${suche}`, aufruf);
      for (const kontakt of content) merke(kontakt);
      letzte = last;
    }
    return ids.get(code);
  };

  return {
    /** Whose contact it is; null: not one of ours, or deleted there. @throws Absage */
    async codeVon(kontaktId: string | null, aufruf: Aufruf): Promise<string | null> {
      if (kontaktId === null) return null;
      const bekannt = codes.get(kontaktId);
      if (bekannt !== undefined) return bekannt;
      const kontakt = await oderNull(api.frage<Kontakt>(`/contacts/${kontaktId}`, aufruf));
      return kontakt && merke(kontakt);
    },

    sorgeFuer: (partei: ExternePartei, aufruf: Aufruf): Promise<Ausgang<{ id: string }>> =>
      ohneWurf(async () => {
        const vorhanden = await finde(partei, aufruf);
        if (vorhanden !== undefined) return { ausgang: "done", wert: { id: vorhanden } };
        const kontakt = {
          version: 0,
          // A lessor is paid and pays fees: both roles, whichever comes first.
          roles: { customer: {}, vendor: {} },
          company: { name: partei.name, ...(partei.ustId ? { vatRegistrationId: partei.ustId } : {}) },
          addresses: {
            billing: [
              {
                street: partei.strasse,
                ...(partei.adresszusatz ? { supplement: partei.adresszusatz } : {}),
                zip: partei.plz,
                city: partei.ort,
                countryCode: partei.land,
              },
            ],
          },
          note: notiz(partei.code),
        };
        const neu = await api.lege("partei", "/contacts", kontakt, aufruf);
        if (neu.ausgang === "done") merke({ id: neu.wert.id, note: kontakt.note });
        return neu;
      }),
  };
}

export type Kontakte = ReturnType<typeof erstelleKontakte>;
