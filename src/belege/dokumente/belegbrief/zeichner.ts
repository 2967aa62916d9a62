import { Worker } from "node:worker_threads";
import type { BriefDaten } from "../../briefe/daten.ts";
import type { Zeichnung } from "./zeichne.ts";

/** Draws letters somewhere; `gleichzeitig` batches at a time keep it busy. */
export type Zeichner = {
  readonly gleichzeitig: number;
  zeichne(briefe: readonly BriefDaten[]): Promise<Zeichnung[]>;
  /** Ends the threads; letters still being drawn are lost, and their promises fail. */
  beende(): Promise<void>;
};

/** Letters on their way to a thread. */
type Packen = {
  briefe: readonly BriefDaten[];
  fertig(zeichnungen: Zeichnung[]): void;
  gescheitert(grund: Error): void;
};

type Platz = { faden?: Worker; packen?: Packen };

const programm = new URL("./zeichenfaden.ts", import.meta.url);
/** Letters are short-lived: a small young generation keeps a thread at some 60 MB, and is quicker. */
const grenzen = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 8 };

/**
 * Threads that draw letters. One that dies takes nothing along: its letters are given to a new one, each by itself, and
 * a letter that ends a thread twice is reported as failed.
 *
 * @param datei what the threads run
 */
export function starteFaeden(anzahl: number, datei: URL = programm): Zeichner {
  const verteilung = neueVerteilung(anzahl, datei);
  const zeichneEinzeln = async (brief: BriefDaten): Promise<Zeichnung[]> => {
    try {
      return await verteilung.gib([brief]);
    } catch (fehler) {
      if (verteilung.istBeendet()) throw fehler;
      return [{ id: brief.id, fehler: "Das Zeichnen brach ab, auch im zweiten Versuch." }];
    }
  };
  return {
    // While one batch is drawn, the next one of each thread is loaded and the one before stored.
    gleichzeitig: 2 * anzahl,
    async zeichne(briefe) {
      try {
        return await verteilung.gib(briefe);
      } catch (fehler) {
        if (verteilung.istBeendet()) throw fehler;
        return (await Promise.all(briefe.map(zeichneEinzeln))).flat();
      }
    },
    beende: verteilung.beende,
  };
}

/**
 * Threads that several share, so that a few letters need not wait until many are drawn: their batches take turns. They
 * begin with the first who draws and end with the last.
 *
 * @returns gives a share, to be ended like threads of one's own
 */
export function geteilteFaeden(anzahl: number): () => Zeichner {
  let teilhaber = 0;
  let faeden: Zeichner | undefined;
  return () => {
    teilhaber += 1;
    faeden ??= starteFaeden(anzahl);
    const gemeinsame = faeden;
    return {
      ...gemeinsame,
      async beende() {
        teilhaber -= 1;
        if (teilhaber > 0) return;
        faeden = undefined;
        await gemeinsame.beende();
      },
    };
  };
}

/** Gives letters to whichever of `anzahl` threads is free; a thread begins with the first letters for its place. */
const neueVerteilung = (anzahl: number, datei: URL) => {
  const plaetze: Platz[] = Array.from({ length: anzahl }, () => ({}));
  const schlange: Packen[] = [];
  let beendet = false;
  const verteile = (): void => {
    for (const platz of plaetze) {
      if (platz.packen || beendet) continue;
      const packen = schlange.shift();
      if (!packen) return;
      platz.packen = packen;
      platz.faden ??= bemanne(platz, datei, verteile);
      platz.faden.postMessage(packen.briefe);
    }
  };
  return {
    istBeendet: () => beendet,
    gib: (briefe: readonly BriefDaten[]): Promise<Zeichnung[]> =>
      new Promise((fertig, gescheitert) => {
        schlange.push({ briefe, fertig, gescheitert });
        verteile();
      }),
    async beende(): Promise<void> {
      beendet = true;
      for (const { gescheitert } of schlange.splice(0)) gescheitert(new Error("Die Fäden sind beendet."));
      await Promise.all(plaetze.map(({ faden }) => faden?.terminate()));
    },
  };
};

/** Starts the thread of a place. When it is done, or dead, the place is free and `weiter` is called. */
const bemanne = (platz: Platz, datei: URL, weiter: () => void): Worker => {
  const faden = new Worker(datei, { execArgv: [], resourceLimits: grenzen });
  let grund = new Error("Der Faden endete.");
  const raeume = (): Packen | undefined => {
    const { packen } = platz;
    delete platz.packen;
    return packen;
  };
  faden.on("message", (zeichnungen: Zeichnung[]) => {
    raeume()?.fertig(zeichnungen);
    weiter();
  });
  faden.on("error", (fehler: unknown) => {
    if (fehler instanceof Error) grund = fehler;
  });
  faden.on("exit", () => {
    delete platz.faden;
    raeume()?.gescheitert(grund);
    weiter();
  });
  return faden;
};
