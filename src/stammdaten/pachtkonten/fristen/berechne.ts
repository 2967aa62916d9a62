import { type Frist, fristenVon } from "../../../kern/fristen/fristen.ts";
import { formatTag, parseTag, type Tag } from "../../../kern/kalender/tag.ts";
import type { Kontostand } from "../schema.ts";
import type { Kontofrist } from "./schema.ts";

const alsTag = (text: string | null): Tag | null => (text === null ? null : parseTag(text));

const alsKontofrist = ({ tag, wirktZum, ...frist }: Frist): Kontofrist => ({
  ...frist,
  tag: formatTag(tag),
  wirktZum: wirktZum === null ? null : formatTag(wirktZum),
});

/** The deadlines of an account as they are today: computed, never stored. */
export const berechneFristen = (konto: Kontostand, heute: string): Kontofrist[] =>
  fristenVon(
    {
      status: konto.status,
      vertragsart: null,
      pachtbeginn: parseTag(konto.pachtbeginn),
      pachtende: alsTag(konto.pachtende),
      pachtjahrBeginn: konto.pachtjahrBeginn,
      vertragsschlussAm: null,
      vertragsform: null,
      kuendigungsregel: null,
      verlaengerungMonate: null,
      anfrageErhaltenAm: null,
      angezeigtAm: null,
      objekte: konto.objekte.map(({ objektart, flaecheQm }) => ({ objektart, flaecheQm, bundesland: null })),
    },
    parseTag(heute),
  ).map(alsKontofrist);
