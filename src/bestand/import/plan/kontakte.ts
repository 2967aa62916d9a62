import { bestaetigungFuer, type Kontaktwerte, pruefeKontaktfelder } from "../../../stammdaten/kontakte/pruefung.ts";
import {
  CreateKontaktBody,
  type Kontakt,
  leererKontakt,
  UpdateKontaktBody,
} from "../../../stammdaten/kontakte/schema.ts";
import { listKontaktartnamen } from "../../../stammdaten/kontakte/schreibung.ts";
import { alsKoerper, gleicheAb } from "./abgleich.ts";
import { geprueft, type Planung, type Planzeile } from "./planung.ts";
import type { Verzeichnis } from "./verweise.ts";
import { type Bestandsbild, geaenderteFelder, planeZeilen, type Vorgang } from "./vorgang.ts";

const beurteile = (
  planung: Planung,
  zeile: Planzeile,
  id: number,
  { datensaetze, staende }: Bestandsbild<Kontakt>,
  arten: ReadonlySet<string>,
): Vorgang<Kontakt, Kontaktwerte> | undefined => {
  const alt = datensaetze.get(id);
  const koerper = alsKoerper(zeile, leererKontakt, alt);
  if (!alt) {
    const body = geprueft(planung, zeile, CreateKontaktBody.safeParse(koerper));
    if (!body) return undefined;
    const werte = { ...leererKontakt, ...body };
    pruefeKontaktfelder(werte, arten);
    return { id, alt, werte, gesagt: body, geschrieben: body, stand: undefined };
  }
  const gesagt = geaenderteFelder<UpdateKontaktBody>(planung, zeile, UpdateKontaktBody, koerper);
  if (!gesagt) return undefined;
  const stand = staende.get(id);
  const geschrieben = gleicheAb(planung, zeile, alt, gesagt, stand);
  const werte = bestaetigungFuer(alt, { ...alt, ...geschrieben });
  if (Object.keys(geschrieben).length > 0) pruefeKontaktfelder(werte, arten);
  return { id, alt, werte, gesagt, geschrieben, stand };
};

/** @param weitere kinds of contacts that the file brings */
export const planeKontakte = async (
  planung: Planung,
  verzeichnis: Verzeichnis,
  bestand: Bestandsbild<Kontakt>,
  weitere: Iterable<string>,
): Promise<Vorgang<Kontakt, Kontaktwerte>[]> => {
  const genannte = [...verzeichnis.idVon.keys()].flatMap(({ werte }) =>
    typeof werte.typ === "string" ? [werte.typ] : [],
  );
  const jetzige = [...bestand.datensaetze.values()].map(({ typ }) => typ);
  const arten = new Set([
    ...(await listKontaktartnamen(planung.tx, [...new Set([...genannte, ...jetzige])])),
    ...weitere,
  ]);
  return planeZeilen(planung, verzeichnis, (zeile, id) => beurteile(planung, zeile, id, bestand, arten));
};
