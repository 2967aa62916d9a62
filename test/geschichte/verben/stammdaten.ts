import { an, mitVersion, type Verb } from "./verb.ts";

const namen = ["Müller", "Mueller", "Schulze", "Vogt", "Österreich", "Groß"] as const;
const orte = ["Neubrandenburg", "Wulkenzin", "Bad Düben", "Straß"] as const;
const steuer = [null, "regelbesteuert", "kleinunternehmer", "pauschaliert", "nicht_steuerbar"] as const;

export const stammdatenverben: Verb[] = [
  {
    name: "Kontakt anlegen",
    gewicht: 2,
    bilde: (lage, w) => ({
      methode: "post",
      pfad: "/kontakte",
      body: {
        typ: "person",
        vorname: w.aus(["Anna", "Bernd", "Clara"]),
        nachname: w.aus(namen),
        strasse: "Dorfstr.",
        hausnummer: String(1 + w.bis(90)),
        plz: "17033",
        ort: w.aus(orte),
        umsatzsteuerStatus: w.wahr(85) ? w.aus(steuer.slice(1)) : null,
        ...(w.wahr(50) ? { steuernummer: "072/234/56789" } : {}),
        bemerkung: w.wahr(30) ? `seit ${lage.heute.slice(0, 4)}` : null,
      },
    }),
  },
  {
    name: "Kontakt ändern",
    gewicht: 5,
    bilde: an(
      (lage) => lage.kontakte,
      ({ id, version }, _, w) => ({
        methode: "put",
        pfad: `/kontakte/${id}`,
        body: w.aus([
          { nachname: w.aus(namen) },
          { ort: w.aus(orte) },
          { bemerkung: w.aus([null, "ruft abends an", "Erbengemeinschaft"]) },
          { zahlungsart: w.aus(["ueberweisung", "lastschrift", "bar", "verrechnung"]) },
          { iban: w.aus([null, "DE02120300000000202051", "DE02500105170137075030"]) },
          { sepaMandat: w.aus([null, { referenz: `M-${w.bis(4)}`, datum: "2024-01-15" }]) },
        ]),
        kopf: mitVersion(w, version),
      }),
    ),
  },
  {
    name: "Steuerstatus ändern",
    gewicht: 2,
    vergisstOrakel: true,
    bilde: an(
      (lage) => lage.kontakte,
      ({ id }, _, w) => ({ methode: "put", pfad: `/kontakte/${id}`, body: { umsatzsteuerStatus: w.aus(steuer) } }),
    ),
  },
  {
    name: "Kontakt löschen",
    gewicht: 1,
    bilde: an(
      (lage) => lage.kontakte,
      ({ id }) => ({ methode: "delete", pfad: `/kontakte/${id}` }),
    ),
  },
  {
    name: "Zahlungsmoral",
    gewicht: 1,
    bilde: an(
      (lage) => lage.kontakte,
      ({ id }, _, w) => ({
        methode: "patch",
        pfad: `/kontakte/${id}/zahlungsmoral`,
        body: { zahlungsmoral: w.aus([0, 1, 3]) },
      }),
    ),
  },
  {
    name: "Objekt anlegen",
    gewicht: 2,
    bilde: (lage, w) => ({
      methode: "post",
      pfad: "/patchobjekte",
      body: {
        bezeichnung: `Flurstück ${w.bis(40)}`,
        objektart: w.aus(["acker", "gruenland", "wald"]),
        gemarkung: w.aus(orte),
        flur: String(1 + w.bis(4)),
        flurstueckZaehler: String(1 + w.bis(99)),
        pachtkontoId: w.wahr(70) ? (w.ausOder(lage.konten)?.id ?? null) : null,
      },
    }),
  },
  {
    name: "Objekt ändern",
    gewicht: 3,
    bilde: an(
      (lage) => lage.objekte,
      ({ id, version }, lage, w) => ({
        methode: "put",
        pfad: `/patchobjekte/${id}`,
        body: w.aus([
          { pachtkontoId: w.wahr(25) ? null : (w.ausOder(lage.konten)?.id ?? null) },
          { status: w.aus(["aktuell", "veraltet", "kritisch", "geplant"]) },
          { ort: w.aus(orte), bemerkung: w.aus([null, "Graben", "Drainage"]) },
        ]),
        kopf: mitVersion(w, version),
      }),
    ),
  },
  {
    name: "Objekt löschen",
    gewicht: 1,
    bilde: an(
      (lage) => lage.objekte,
      ({ id }) => ({ methode: "delete", pfad: `/patchobjekte/${id}` }),
    ),
  },
  {
    name: "Positionsart anlegen",
    gewicht: 1,
    vergisstOrakel: true,
    bilde: (_, w) => ({
      methode: "post",
      pfad: "/einstellungen/positionsarten",
      body: {
        name: `Art ${w.bis(6)}`,
        kuerzel: "A",
        steuersatzBp: w.aus([0, 700, 1900]),
        steuerbefreiungGrund: "§ 4 Nr. 12 UStG",
        erhoehbar: w.wahr(60),
        weiterleitung: w.wahr(60),
      },
    }),
  },
  {
    name: "Positionsart ändern",
    gewicht: 1,
    vergisstOrakel: true,
    bilde: an(
      (lage) => lage.arten,
      ({ id, version }, _, w) => ({
        methode: "put",
        pfad: `/einstellungen/positionsarten/${id}`,
        body: w.aus([
          { steuersatzBp: w.aus([700, 1900]) },
          { erhoehbar: w.wahr(50) },
          { weiterleitung: w.wahr(50) },
          { name: `Art ${w.bis(6)}` },
        ]),
        kopf: mitVersion(w, version),
      }),
    ),
  },
  {
    name: "Positionsart löschen",
    gewicht: 1,
    vergisstOrakel: true,
    bilde: an(
      (lage) => lage.arten,
      ({ id }) => ({ methode: "delete", pfad: `/einstellungen/positionsarten/${id}` }),
    ),
  },
  {
    name: "Kontaktart anlegen",
    gewicht: 1,
    bilde: (_, w) => ({ methode: "post", pfad: "/einstellungen/kontaktarten", body: { name: `art${w.bis(4)}` } }),
  },
  {
    name: "Firmendaten ändern",
    gewicht: 1,
    vergisstOrakel: true,
    bilde: (_, w) => ({
      methode: "put",
      pfad: "/einstellungen/firmendaten",
      body: w.aus([
        { zahlungszielTage: w.aus([7, 14, 30]) },
        { verwaltungsgebuehrSteuersatzBp: w.aus([700, 1900]) },
        { telefon: `0395 ${w.bis(9)}` },
        { glaeubigerId: w.aus([null, "DE98ZZZ09999999999"]) },
      ]),
    }),
  },
];
