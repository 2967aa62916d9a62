import { kuendigungscodes } from "../../../../kern/fristen/hinweis.ts";
import type { Vertrag } from "../../../../kern/fristen/vertrag.ts";
import { bringtKuendigung } from "../../../../stammdaten/pachtkonten/fristen/berechne.ts";
import { hinweiseZuEinmaligen, hinweiseZumKonto } from "../../../../stammdaten/pachtkonten/hinweise.ts";
import type { NeueKontowerte } from "../../../../stammdaten/pachtkonten/schema.ts";
import { type Kontobild, listKuendigungslagen } from "../../../../stammdaten/pachtkonten/schreibung.ts";
import { inStapeln } from "../../../../technik/stapel.ts";
import { befund, type Ort, type Planung } from "../planung.ts";
import { listEinmalige } from "../queries.ts";
import { istVorlaeufig } from "../verweise/verweise.ts";
import type { Objektvorgang } from "./objekte.ts";

/** @param vereinbartesEnde the end that a new account names */
type Beurteilt = {
  id: number;
  alt: Kontobild | undefined;
  werte: NeueKontowerte;
  vereinbartesEnde: string | null;
};
type Objekt = Vertrag["objekte"][number];

type Laufzeit = Pick<Kontobild, "pachtbeginn" | "pachtende">;

/** Whether days that were of the lease are no more. */
const verliertTage = (alt: Laufzeit, neu: Laufzeit): boolean =>
  neu.pachtbeginn > alt.pachtbeginn ||
  (neu.pachtende !== null && (alt.pachtende === null || neu.pachtende < alt.pachtende));

const jeAbruf = 2_000;
const kuendigungshinweise: ReadonlySet<string> = new Set(kuendigungscodes);

/**
 * What the verbs say of accounts that they store all the same. By which law a notice is judged may follow from what is
 * leased: accounts with one wait for the objects of the file, which are judged behind them.
 */
export function sammleKontohinweise(planung: Planung) {
  const wartende = new Map<number, Beurteilt & { ort: Ort }>();
  const gekuerzte = new Map<number, { ort: Ort; alt: Laufzeit; neu: Laufzeit }>();
  /** Objects of the file that are of such an account, or were. */
  const bewegte = new Map<number, { pachtkontoId: number | null; objekt: Objekt }>();

  const sage = (ort: Ort, { alt, werte, vereinbartesEnde }: Beurteilt, objekte: readonly Objekt[]): void => {
    for (const { code, text } of hinweiseZumKonto(alt ?? null, { ...werte, objekte }, vereinbartesEnde)) {
      const feld = kuendigungshinweise.has(code) ? "kuendigungZum" : "wertsicherung";
      planung.befunde.push(befund(ort, feld, "hinweis", code, text));
    }
  };

  return {
    nimm(ort: Ort, konto: Beurteilt): void {
      const { id, alt, werte } = konto;
      if (alt && verliertTage(alt, werte)) gekuerzte.set(id, { ort, alt, neu: werte });
      if (bringtKuendigung(alt ?? null, werte)) wartende.set(id, { ...konto, ort });
      else sage(ort, konto, []);
    },

    /** Which stored one-offs the accounts taken since the last time leave outside: a file adds some, and moves none. */
    async meldeEinmalige(): Promise<void> {
      if (gekuerzte.size === 0) return;
      const jeKonto = Map.groupBy(
        await listEinmalige(planung.tx, [...gekuerzte.keys()]),
        ({ pachtkontoId }) => pachtkontoId,
      );
      for (const [id, { ort, alt, neu }] of gekuerzte)
        for (const { code, text } of hinweiseZuEinmaligen({ ...alt, positionen: jeKonto.get(id) ?? [] }, neu)) {
          const feld = code === "einmalige_vor_beginn" ? "pachtbeginn" : "pachtende";
          planung.befunde.push(befund(ort, feld, "hinweis", code, text));
        }
      gekuerzte.clear();
    },

    nimmObjekte(vorgaenge: readonly Objektvorgang[]): void {
      if (wartende.size === 0) return;
      for (const { id, alt, werte } of vorgaenge) {
        const { pachtkontoId, objektart, flaecheQm, bundesland } = werte;
        if ([pachtkontoId, alt?.pachtkontoId].some((konto) => konto && wartende.has(konto)))
          bewegte.set(id, { pachtkontoId, objekt: { objektart, flaecheQm, bundesland } });
      }
    },

    async melde(): Promise<void> {
      const jeKonto = Map.groupBy(bewegte.values(), ({ pachtkontoId }) => pachtkontoId);
      const inDatei = (id: number) => jeKonto.get(id)?.map(({ objekt }) => objekt) ?? [];
      const bekannte = [...wartende.keys()].filter((id) => !istVorlaeufig(id));
      for (const teil of inStapeln(bekannte, jeAbruf))
        for (const { id, vereinbartesEnde, objekte } of await listKuendigungslagen(planung.tx, teil)) {
          const konto = wartende.get(id);
          const gebliebene = objekte.filter((objekt) => !bewegte.has(objekt.id));
          if (konto) sage(konto.ort, { ...konto, vereinbartesEnde }, [...gebliebene, ...inDatei(id)]);
        }
      for (const [id, konto] of wartende) if (istVorlaeufig(id)) sage(konto.ort, konto, inDatei(id));
    },
  };
}

export type Kontohinweise = ReturnType<typeof sammleKontohinweise>;
