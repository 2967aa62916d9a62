// From the answer of /betrieb/verlauf to lines and to the table beside them. Pure.

const jeZeile = { 1: 10, 6: 30, 24: 120 };

/** Columns as uPlot wants them: seconds first, then a list for each line; null where nobody counted. */
export const alsLinien = (abschnitte, was, ...felder) => [
  abschnitte.map(({ beginntAm }) => Date.parse(beginntAm) / 1000),
  ...felder.map((feld) => abschnitte.map((abschnitt) => abschnitt[was]?.[feld] ?? null)),
];

const hoechstes = (werte) => {
  const bekannte = werte.filter((wert) => wert !== null);
  return bekannte.length === 0 ? null : Math.max(...bekannte);
};

/**
 * A line for each stretch of some minutes, the newest first. Counts add up; of the durations the worst stands there,
 * since medians do not add up.
 */
export const alsTabelle = ({ stunden, schrittMinuten, abschnitte }, was) => {
  const jede = (jeZeile[stunden] ?? 60) / schrittMinuten;
  const zeilen = [];
  for (let bis = abschnitte.length; bis > 0; bis -= jede) {
    const teil = abschnitte.slice(Math.max(0, bis - jede), bis);
    const gezaehlte = teil.flatMap((abschnitt) => (abschnitt[was] ? [abschnitt[was]] : []));
    const summe = (feld) => gezaehlte.reduce((gesamt, eines) => gesamt + eines[feld], 0);
    zeilen.push({
      beginntAm: teil[0].beginntAm,
      anzahl: gezaehlte.length === 0 ? null : summe("anzahl"),
      fehler: gezaehlte.length === 0 ? null : summe("fehler"),
      medianMs: hoechstes(gezaehlte.map(({ medianMs }) => medianMs)),
      p95Ms: hoechstes(gezaehlte.map(({ p95Ms }) => p95Ms)),
    });
  }
  return zeilen;
};

/** All of it in figures, for the sentence that stands for the plot. */
export const zusammenfassung = ({ abschnitte }, was) => {
  const gezaehlte = abschnitte.flatMap((abschnitt) => (abschnitt[was] ? [abschnitt[was]] : []));
  return {
    anzahl: gezaehlte.reduce((gesamt, { anzahl }) => gesamt + anzahl, 0),
    fehler: gezaehlte.reduce((gesamt, { fehler }) => gesamt + fehler, 0),
    p95Ms: hoechstes(gezaehlte.map(({ p95Ms }) => p95Ms)),
  };
};
