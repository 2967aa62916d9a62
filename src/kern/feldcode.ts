/** What can be wrong with one field, as a word that stays: `errors[].code` of a refused input. */
export const feldcodes = {
  anteile: "Die Anteile einer Rolle ergeben an einem Tag nicht zusammen 1",
  ausserhalb: "liegt außerhalb der Laufzeit",
  doppelt: "kommt zweimal vor",
  einmalig: "ist einmalig und lässt sich nicht erhöhen",
  falsche_art: "gehört nicht zu dieser Art",
  falscher_typ: "ist kein Wert dieses Typs, etwa ein Text statt einer Zahl",
  falsches_format: "hat nicht die verlangte Form, etwa Datum, UUID oder E-Mail-Adresse",
  fehlt: "fehlt",
  je_position_gleich: "ist in allen Fassungen einer Position gleich",
  leer: "darf nicht leer sein",
  nach_ende: "liegt nach dem Ende",
  nicht_erlaubt: "ist keiner der erlaubten Werte",
  nicht_erhoehbar: "ist von einer Art, die sich nicht erhöhen lässt",
  nur_lesbar: "lässt sich nicht ändern und weicht vom gespeicherten Wert ab",
  ohne_kuendigung: "verlangt eine Kündigung",
  ueberschneidung: "überschneidet sich mit einem anderen Eintrag",
  unbekannt: "nennt etwas, das es nicht gibt",
  unbekanntes_feld: "ist hier kein Feld",
  ungueltig: "verletzt eine Regel, die der Text nennt",
  unvollstaendig: "braucht eine zweite Angabe",
  vor_beginn: "liegt vor dem Beginn",
  vor_von: "liegt vor dem Anfang des Zeitraums",
  widerspruch: "widerspricht einer anderen Angabe",
  zu_gross: "ist zu groß",
  zu_klein: "ist zu klein",
  zu_kurz: "ist zu kurz",
  zu_lang: "ist zu lang",
  zu_viele: "hat zu viele Einträge",
  zu_viele_pixel: "hat zu viele Bildpunkte",
  zu_weit: "reicht zu weit",
  zu_wenige: "hat zu wenige Einträge",
} as const;

export type Feldcode = keyof typeof feldcodes;

export const feldcodeWorte = Object.keys(feldcodes) as [Feldcode, ...Feldcode[]];
