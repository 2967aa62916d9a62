import { periodeMit } from "../kalender/perioden.ts";
import { addiereMonate, deutscherTag, plusTage, type Tag } from "../kalender/tag.ts";
import { naechsterWerktag } from "../kalender/werktag.ts";
import { istEinhaltbar, naechsteKuendigung } from "./kuendigung.ts";
import { ausserordentlich } from "./regeln.ts";
import type { Vertrag } from "./vertrag.ts";

/** What starts a clock of its own, and which day is meant by it. */
export const ereignisse = {
  berufsunfaehigkeit: "§ 594c: der Verpächter widerspricht der Überlassung an einen Dritten",
  tod: "§ 594d: Erben oder Verpächter erfahren vom Tod des Pächters",
  verzug: "§ 594e Abs. 2: die Pacht war fällig und blieb aus",
  fortsetzung: "§ 595 Abs. 5: die Kündigung ging dem Pächter zu",
} as const;
export type Ereignis = keyof typeof ereignisse;

export type Sonderfrist = {
  /** The last day for it, or the first on which it is possible. */
  readonly grenze: "spaetestens" | "fruehestens";
  readonly tag: Tag;
  readonly wirktZum: Tag | null;
  readonly gesetz: string;
  readonly text: string;
};

type Pacht = Pick<Vertrag, "pachtende" | "pachtjahrBeginn" | "kuendigungsregel">;

/**
 * The deadlines of a farm lease that begin with an event on `tag`. No last day is moved by § 193, earlier is safe; the day
 * on which rent was due is, later is safe there.
 *
 * @returns null where the event needs an end and the lease has none
 */
export function sonderfristen(pacht: Pacht, ereignis: Ereignis, tag: Tag): Sonderfrist[] | null {
  return nachEreignis(pacht, ereignis, tag)?.filter(istEinhaltbar) ?? null;
}

function nachEreignis(pacht: Pacht, ereignis: Ereignis, tag: Tag): Sonderfrist[] | null {
  switch (ereignis) {
    case "berufsunfaehigkeit":
      return [nachBerufsunfaehigkeit(pacht, tag)];
    case "tod":
      return nachTod(tag);
    case "verzug":
      return [nachVerzug(tag)];
    case "fortsetzung":
      return pacht.pachtende === null ? null : [zurFortsetzung(pacht, pacht.pachtende, tag)];
  }
}

function nachBerufsunfaehigkeit({ pachtjahrBeginn }: Pacht, widersprochen: Tag): Sonderfrist {
  const { tag, zum } = naechsteKuendigung(ausserordentlich, pachtjahrBeginn, widersprochen);
  return {
    grenze: "spaetestens",
    tag,
    wirktZum: zum,
    gesetz: `§ 594c, ${ausserordentlich.gesetz}`,
    text: `Der berufsunfähige Pächter kann kündigen. ${ausserordentlich.satz} Bis ${deutscherTag(tag)} zum ${deutscherTag(zum)}.`,
  };
}

function nachTod(erfahren: Tag): Sonderfrist[] {
  const tag = addiereMonate(erfahren, 1);
  const zum = periodeMit(addiereMonate(tag, 6), { beginn: "01-01", monate: 3 }).bis;
  const widerspruch = monateVor(zum, 3);
  return [
    {
      grenze: "spaetestens",
      tag,
      wirktZum: zum,
      gesetz: "§ 594d Abs. 1 BGB",
      text: `Erben und Verpächter können binnen eines Monats mit sechs Monaten zum Ende eines Kalendervierteljahrs kündigen. Bis ${deutscherTag(tag)}, dann zum ${deutscherTag(zum)}.`,
    },
    {
      grenze: "spaetestens",
      tag: widerspruch,
      wirktZum: zum,
      gesetz: "§ 594d Abs. 2 BGB",
      text: `Kündigt der Verpächter zum ${deutscherTag(zum)}, widersprechen die Erben spätestens drei Monate davor. Bis ${deutscherTag(widerspruch)}.`,
    },
  ];
}

function nachVerzug(faellig: Tag): Sonderfrist {
  const tag = plusTage(addiereMonate(naechsterWerktag(faellig), 3), 1);
  return {
    grenze: "fruehestens",
    tag,
    wirktZum: null,
    gesetz: "§ 594e Abs. 2 Satz 1 BGB",
    text: `Ist der Pächter länger als drei Monate in Verzug, kann der Verpächter fristlos kündigen. Ab ${deutscherTag(tag)}; bei Pacht für kürzere Abschnitte als ein Jahr erst nach zwei Terminen hintereinander.`,
  };
}

function zurFortsetzung({ kuendigungsregel }: Pacht, pachtende: Tag, zugegangen: Tag): Sonderfrist {
  const kurz = kuendigungsregel !== null && kuendigungsregel.monate <= 12;
  const tag = kurz ? addiereMonate(zugegangen, 1) : monateVor(pachtende, 12);
  const wann = kurz
    ? "binnen eines Monats, nachdem ihm die Kündigung zuging (vereinbart sind höchstens zwölf Monate)"
    : "mindestens ein Jahr vor dem Ende";
  return {
    grenze: "spaetestens",
    tag,
    wirktZum: pachtende,
    gesetz: "§ 595 Abs. 5 BGB",
    text: `Will der Pächter die Pacht über den ${deutscherTag(pachtende)} fortsetzen, verlangt er es ${wann}. Bis ${deutscherTag(tag)}.`,
  };
}

/** The last day so many whole months before the end of `ende`. */
function monateVor(ende: Tag, monate: number): Tag {
  return plusTage(addiereMonate(plusTage(ende, 1), -monate), -1);
}
