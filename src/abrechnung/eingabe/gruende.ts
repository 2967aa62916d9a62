import type { NichtAbrechenbarGrund } from "../../kern/pacht/typen.ts";

export const grundTexte: Record<NichtAbrechenbarGrund, string> = {
  anschrift_fehlt:
    "Einem Empfänger fehlt die Anschrift: der Ort, oder Straße und Postleitzahl. Wer eine Leitweg-ID hat, braucht Ort und Postleitzahl.",
  ansprechpartner_fehlt:
    "Für die XRechnung an einen öffentlichen Auftraggeber fehlt in den Firmendaten der Ansprechpartner.",
  anteile_paechter: "Die Anteile der Pächter ergeben zusammen nicht 1.",
  anteile_verpaechter: "Die Anteile der Verpächter ergeben zusammen nicht 1.",
  hebung_ohne_basis:
    "Eine Hebung findet keinen Betrag, auf den sie wirken kann, oder ihr neuer wäre größer als 10 Milliarden Euro.",
  inaktiv: "Das Pachtkonto ist inaktiv.",
  kein_paechter: "An mindestens einem Tag fehlt ein Pächter.",
  kein_verpaechter: "An mindestens einem Tag fehlt ein Verpächter.",
  steuernummer_verpaechter:
    "Einem Verpächter, dessen Gutschrift eine Rechnung ist (mit Umsatzsteuer oder als Kleinunternehmer), fehlt die Steuernummer oder USt-IdNr.; ohne sie ist sie keine.",
  steuerstatus_verpaechter:
    "Für eine steuerpflichtige Zeile fehlt der Umsatzsteuerstatus eines Verpächters, oder er pauschaliert (§ 24 UStG gilt nicht für Pacht).",
  vorauszahlung_unbekannt: "Es ist nicht bekannt, ob im Voraus oder nachträglich gezahlt wird.",
};

export function mitTexten(gruende: NichtAbrechenbarGrund[]) {
  return gruende.map((code) => ({ code, text: grundTexte[code] }));
}
