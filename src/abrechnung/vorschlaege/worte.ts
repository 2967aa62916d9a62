import { deutschesDatum } from "../../kern/kalender/tag.ts";
import { klauselhinweise } from "../../kern/wertsicherung/hinweise.ts";
import type { Indexvergleich } from "../../kern/wertsicherung/indexvergleich.ts";
import type { Stufe } from "../../kern/wertsicherung/klausel.ts";
import type { Anpassung } from "../../kern/wertsicherung/vorschlag.ts";
import type { Ermittelt } from "./ermittle.ts";
import type { Ausgelassencode, Vorschlaghinweis } from "./schema.ts";

export const ausgelassentexte: Record<Ausgelassencode, string> = {
  hebung_offen: "Eine Hebung ist geplant oder aktiv; den nächsten Vorschlag gibt es nach ihrem Abschluss.",
  index_fehlt:
    "Keine Fassung der Indexreihe hat den Basismonat der Klausel und einen späteren. Bitte in ihrer neuesten Fassung den Stand des Basismonats nachtragen, oder bei einer beendeten Reihe die Nachfolgerin eintragen.",
  ohne_basis: "Es gibt keinen Betrag, auf den die Klausel wirken kann, oder der neue wäre zu groß.",
  ohne_position: "An dem Tag gilt keine Position, die Hebungen folgt.",
  rundung: "Die Schwelle ist nur in der anderen Rundung der Änderung erreicht.",
};

const bezeichnungen: Record<Anpassung["art"], string> = {
  index: "Anpassung nach dem Index",
  prozent: "Vereinbarte Anpassung",
  staffel: "Vereinbarte Staffel",
};

export function bezeichnungVon({ anpassung }: Ermittelt): string {
  return bezeichnungen[anpassung.art];
}

const monat = (text: string): string => text.split("-").reverse().join("/");
const komma = (text: string): string => text.replace(".", ",");

/** The reason that stands on the increase and in its letter. */
export function begruendungVon({ anpassung, reihe, fortsetzung }: Ermittelt): string {
  switch (anpassung.art) {
    case "index": {
      const { basis, neu, basistext, verkettung, aenderungProzent } = anpassung.vergleich;
      const alter = `${reihe}${basistext === null ? "" : ` (${basistext})`}: ${komma(basis.wert)} im Monat ${monat(basis.monat)}`;
      const neuer = `${komma(neu.wert)} im Monat ${monat(neu.monat)}`;
      const aenderung = `Änderung ${komma(aenderungProzent)} %.`;
      if (!verkettung || !fortsetzung) return `${alter}, ${neuer}; ${aenderung}`;
      const ende = `${komma(verkettung.alt)} im Monat ${monat(fortsetzung.beendetMit)}, mit dem sie endet`;
      return `${alter}, ${ende}; ${fortsetzung.reihe}: ${komma(verkettung.neu)} in diesem Monat, ${neuer}; verkettet: ${aenderung}`;
    }
    case "prozent":
      return "Im Vertrag ist vereinbart, dass die Pacht in festen Abständen um diesen Satz angepasst wird.";
    case "staffel":
      return `Im Vertrag ist die Pacht in Stufen vereinbart; hier gilt die ab ${deutschesDatum(anpassung.stufen.at(-1)?.ab ?? "")}.`;
  }
}

/** What a clerk should look at before he takes a proposal over. */
export function hinweiseVon({ konto, anpassung }: Ermittelt): Vorschlaghinweis[] {
  return [
    ...(anpassung.art === "index" ? indexhinweise(anpassung.vergleich) : []),
    ...(anpassung.art === "index" && konto.istLetzteVonHand ? [basisPruefen(konto.letzteHebung ?? "")] : []),
    ...(anpassung.art === "staffel" ? staffelhinweise(anpassung.stufen, konto.letzteHebung) : []),
    ...klauselhinweise(konto.wertsicherung, konto),
  ];
}

const indexhinweise = ({
  istRundungssache,
  istVeraltet,
  aenderungProzent,
  neu,
}: Indexvergleich): Vorschlaghinweis[] => [
  ...(istRundungssache
    ? [
        {
          code: "rundung_entscheidet" as const,
          text: `Die Änderung ist exakt ${komma(aenderungProzent)} %: Ob die Schwelle erreicht ist, entscheidet allein die Rundung der Klausel.`,
        },
      ]
    : []),
  ...(istVeraltet
    ? [
        {
          code: "fassung_veraltet" as const,
          text: `Verglichen ist mit ${monat(neu.monat)}, dem letzten Monat der Fassung, in der auch der Basismonat steht; andere Fassungen gehen weiter.`,
        },
      ]
    : []),
];

const basisPruefen = (letzteHebung: string): Vorschlaghinweis => ({
  code: "basis_pruefen",
  text: `Die letzte Hebung zum ${deutschesDatum(letzteHebung)} ist von Hand eingegeben. Bitte prüfen, ob der Basismonat der Klausel noch stimmt.`,
});

const staffelhinweise = (stufen: readonly Stufe[], letzteHebung: string | null): Vorschlaghinweis[] => [
  ...(stufen[0] && letzteHebung !== null && letzteHebung >= stufen[0].ab ? [stufePruefen(letzteHebung)] : []),
  ...(stufen.length > 1 ? [zusammengefasst(stufen.length)] : []),
];

const stufePruefen = (letzteHebung: string): Vorschlaghinweis => ({
  code: "stufe_pruefen",
  text: `Zum ${deutschesDatum(letzteHebung)} ist schon eine Hebung abgeschlossen, die nicht alle Positionen betraf. Bitte prüfen, ob sie diese Stufe enthält; dann die Stufe aus der Klausel nehmen.`,
});

const zusammengefasst = (stufen: number): Vorschlaghinweis => ({
  code: "stufen_zusammengefasst",
  text: `Bis zu diesem Tag sind ${stufen} Stufen fällig geworden; der Vorschlag fasst sie zusammen.`,
});
