// What needs a person: gathered from what the endpoints tell. Pure.
import { anzahl, auftragsname, dauer, lesekopieworte, mehrere, uebergabeartworte } from "./worte.js";

const wocheMs = 7 * 24 * 3_600_000;
const alterWartenderSekunden = 900;
const rueckstandSekunden = 600;

const vonProzessen = ({ prozesse }) => {
  const arbeitet = prozesse.some(({ art, zustand }) => art === "worker" && zustand === "laeuft");
  const keiner = {
    schluessel: "worker",
    dringend: true,
    titel: "Kein Worker arbeitet",
    text: "Schreiben, Übergabe, Siegel und Nachtarbeit warten, bis wieder einer läuft.",
  };
  const stille = prozesse
    .filter(({ zustand }) => zustand === "still")
    .map(({ art, rechner, gestartetAm }) => ({
      schluessel: `still ${rechner} ${gestartetAm}`,
      dringend: false,
      titel: `Ein ${art === "server" ? "Server" : "Worker"} gibt kein Lebenszeichen`,
      text: `Auf ${rechner}: er wurde abgeschossen, angehalten, oder er hängt.`,
    }));
  return arbeitet ? stille : [keiner, ...stille];
};

const vonWarteschlangen = ({ warteschlangen }) =>
  warteschlangen
    .filter(({ aeltesterSekunden }) => aeltesterSekunden > alterWartenderSekunden)
    .map(({ name, aeltesterSekunden, wartend }) => ({
      schluessel: `wartet ${name}`,
      dringend: true,
      titel: `${auftragsname(name)}: ein Auftrag wartet zu lange`,
      text: `Der älteste von ${anzahl(wartend)} wartet seit ${dauer(aeltesterSekunden * 1000)}.`,
    }));

const vonSchreiben = ({ schreiben: { fehlgeschlagen } }, belege) => {
  const rest = fehlgeschlagen - belege.length;
  const nummern = [...belege.map(({ belegnummer }) => belegnummer), ...(rest > 0 ? [`${anzahl(rest)} weitere`] : [])];
  return fehlgeschlagen === 0
    ? []
    : [
        {
          schluessel: "schreiben",
          dringend: true,
          titel: `${mehrere(fehlgeschlagen, "Schreiben ließ", "Schreiben ließen")} sich nicht zeichnen`,
          text: `${nummern.join(", ")}. Ist die Ursache behoben, werden sie noch einmal gezeichnet.`,
          handlung: { wort: "Noch einmal zeichnen", pfad: "/abrechnung/backfill-dokumente" },
        },
      ];
};

const vomSiegel = ({ siegel: { offen, aeltesterSekunden } }) =>
  aeltesterSekunden > rueckstandSekunden
    ? [
        {
          schluessel: "siegel",
          dringend: true,
          titel: "Das Siegel des Audit-Logs ist zurück",
          text: `${mehrere(offen, "Eintrag ist", "Einträge sind")} noch nicht versiegelt, der älteste seit ${dauer(aeltesterSekunden * 1000)}.`,
        },
      ]
    : [];

const vonLesekopie = ({ lesekopie }) =>
  lesekopie && lesekopie.zustand !== "folgt"
    ? [
        {
          schluessel: "lesekopie",
          dringend: false,
          titel: `Die Lesekopie ist ${lesekopieworte[lesekopie.zustand]}`,
          text: "Listen, Vorschauen und Exporte liest dieser Server so lange aus der Datenbank.",
        },
      ]
    : [];

/**
 * Failed jobs that nobody has repeated yet, of the last week. A later success of the same schedule has done their work.
 */
export const offeneFehlschlaege = (fehlgeschlagene, zeitplaene, jetzt) => {
  const letzterErfolg = new Map(
    zeitplaene.map(({ name, laeufe }) => [name, laeufe.find(({ status }) => status === "fertig")?.auftragId ?? 0]),
  );
  return fehlgeschlagene.filter(
    ({ id, art, beendetAm, wiederholtDurch }) =>
      wiederholtDurch === null && jetzt - Date.parse(beendetAm) < wocheMs && id > (letzterErfolg.get(art) ?? 0),
  );
};

/** The first of a list by name, and how many more there are. */
const mitRest = (gezeigte, gesamt, wort) =>
  gesamt > gezeigte.length
    ? [
        ...gezeigte,
        { schluessel: `rest ${wort}`, dringend: false, titel: `${anzahl(gesamt - gezeigte.length)} weitere ${wort}` },
      ]
    : gezeigte;

const vonFehlschlaegen = (auftraege) => {
  const [dateien, andere] = [true, false].map((ja) => auftraege.filter(({ art }) => (art === "sammeldatei") === ja));
  const einzelne = andere.slice(0, 5).map(({ id, art, ursache }) => ({
    schluessel: `auftrag ${id}`,
    dringend: true,
    titel: `${auftragsname(art)}: Auftrag ${id} ist fehlgeschlagen`,
    text: ursache,
    handlung: { wort: "Wiederholen", pfad: `/betrieb/auftraege/${id}/wiederholen`, wen: `Auftrag ${id}` },
  }));
  const gesammelt = {
    schluessel: "sammeldateien",
    dringend: false,
    titel: `${mehrere(dateien.length, "Sammeldatei ist", "Sammeldateien sind")} nicht entstanden`,
    text: "Eine solche Datei entsteht neu, wenn sie wieder abgerufen wird.",
  };
  return [...mitRest(einzelne, andere.length, "fehlgeschlagene Aufträge"), ...(dateien.length > 0 ? [gesammelt] : [])];
};

const vonHebungen = ({ data, pagination }) =>
  mitRest(
    data.map(({ hebungId, kontonummer, text }) => ({
      schluessel: `hebung ${hebungId}`,
      dringend: false,
      titel: `Überfällige Hebung auf ${kontonummer}`,
      text,
    })),
    pagination.total,
    "überfällige Hebungen",
  );

const vonUebergaben = ({ data, pagination }, titel, weitere) =>
  mitRest(
    data.map(({ id, belegnummer, kontonummer, ursache }) => ({
      schluessel: `uebergabe ${id}`,
      dringend: true,
      titel: `${titel}: ${belegnummer}`,
      text: [`Pachtkonto ${kontonummer}.`, ursache].filter(Boolean).join(" "),
    })),
    pagination.total,
    weitere,
  );

/** It goes on when its cause is mended, and the cause is its text. */
const vonAngehaltenen = ({ angehalteneUebergaben }) =>
  angehalteneUebergaben.map(({ id, art, ursache }) => ({
    schluessel: `angehalten ${id}`,
    dringend: true,
    titel: `Die Übergabe an die Buchhaltung ist angehalten: ${uebergabeartworte[art]}`,
    text: ursache ?? "",
    handlung: {
      wort: "Fortsetzen",
      pfad: "/extaccounting/jobs",
      koerper: { art, fortsetzen: true },
      wen: uebergabeartworte[art],
    },
  }));

/** All of it, the urgent first, each kind in the order of its source. */
export const sammleAnliegen = ({
  zustand,
  fehlgeschlagene,
  zeitplaene,
  hebungen,
  ungeklaerte,
  abgewiesene,
  ohneSchreiben,
  jetzt,
}) => {
  const alle = [
    ...vonProzessen(zustand),
    ...vonWarteschlangen(zustand),
    ...vonFehlschlaegen(offeneFehlschlaege(fehlgeschlagene, zeitplaene, jetzt)),
    ...vonAngehaltenen(zustand),
    ...vonUebergaben(ungeklaerte, "Ungeklärte Übergabe", "ungeklärte Übergaben"),
    ...vonUebergaben(abgewiesene, "Abgewiesene Übergabe", "abgewiesene Übergaben"),
    ...vonSchreiben(zustand, ohneSchreiben.data),
    ...vomSiegel(zustand),
    ...vonLesekopie(zustand),
    ...vonHebungen(hebungen),
  ];
  return [...alle.filter(({ dringend }) => dringend), ...alle.filter(({ dringend }) => !dringend)];
};
