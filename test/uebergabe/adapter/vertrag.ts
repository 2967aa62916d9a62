import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type {
  Adapter,
  Aufruf,
  Ausgang,
  ExternePartei,
  ExternerBeleg,
  Sollbeleg,
} from "../../../src/uebergabe/adapter/typen.ts";

/** What a suite must bring so that its system can be held against the interface. */
type Pruefstand = {
  adapter: Adapter;
  /** An order that the system can take, with a reference, a party and an amount of its own. */
  sollbeleg(mehr?: Partial<Pick<Sollbeleg, "richtung">> & { nettoCent?: number }): Sollbeleg;
  /** How many documents stand outside for it, cancelled ones too, by the system's own word. */
  zaehle(soll: Sollbeleg): Promise<number>;
  zaehleParteien(partei: ExternePartei): Promise<number>;
  /**
   * Runs one changing call and spoils it: `vorher` the request gets lost, `nachher` the answer does after it was done,
   * `spaet` it is done some time after the caller has given up. Only where the suite can do that.
   */
  stoere?(wie: "vorher" | "nachher" | "spaet", tue: (aufruf: Aufruf) => Promise<unknown>): Promise<void>;
  /** Longest time that something `spaet` takes to arrive. */
  spaetestensMs?: number;
  beende(): Promise<void>;
};

const aufruf = (): Aufruf => ({ signal: AbortSignal.timeout(30_000) });

const wert = <T>(ausgang: Ausgang<T>): T => {
  expect(ausgang, JSON.stringify(ausgang)).toMatchObject({ ausgang: "done" });
  return (ausgang as { wert: T }).wert;
};

/** Until it holds or the longest time is over: nothing is slept through. */
const bis = async (bedingung: () => Promise<boolean>, ms: number): Promise<boolean> => {
  for (const ende = performance.now() + ms; performance.now() < ende; ) if (await bedingung()) return true;
  return bedingung();
};

/**
 * The contract of every adapter: one file of cases, run against each system. What a system cannot do it must say in its
 * abilities, and then refuse.
 */
export function pruefeVertrag(name: string, starte: () => Promise<Pruefstand>): void {
  describe(`Vertrag der Adapter: ${name}`, () => {
    let pruefling: Pruefstand;
    let adapter: Adapter;
    beforeAll(async () => {
      pruefling = await starte();
      adapter = pruefling.adapter;
    });
    afterAll(() => pruefling?.beende());

    const suche = async (soll: Sollbeleg): Promise<ExternerBeleg[]> => {
      const fund = await adapter.suche(
        {
          referenz: soll.referenz,
          richtung: soll.richtung,
          belegdatum: soll.belegdatum,
          bruttoCent: soll.bruttoCent,
          nummer: null,
        },
        aufruf(),
      );
      return fund.fund === "none" ? [] : fund.fund === "one" ? [fund.beleg] : fund.belege;
    };
    const partei = async (soll: Sollbeleg) => wert(await adapter.sorgeFuerPartei(soll.partei, aufruf())).id;
    const lege = async (soll: Sollbeleg) => wert(await adapter.lege(soll, await partei(soll), aufruf()));
    const buche = async (soll: Sollbeleg) => wert(await adapter.schreibeFest((await lege(soll)).id, soll, aufruf()));
    const lies = async (id: string) => (await adapter.lies([id], aufruf())).get(id);

    test("ist verbunden, sagt seine Version und nennt Mandanten", async () => {
      expect(await adapter.status(aufruf())).toMatchObject({ verbunden: true, angemeldet: true, problem: null });
      expect((await adapter.mandanten(aufruf())).length).toBeGreaterThan(0);
    });

    test("eine Partei gibt es je Code einmal", async () => {
      const soll = pruefling.sollbeleg();
      const erste = await partei(soll);
      expect(await partei(soll)).toBe(erste);
      expect(await pruefling.zaehleParteien(soll.partei)).toBe(1);
    });

    test("was es nicht gibt, ist kein Fehler", async () => {
      expect(await suche(pruefling.sollbeleg())).toEqual([]);
      expect(await lies("999999999")).toBeNull();
    });

    test("ein Entwurf hat keine Nummer, ein festgeschriebener Beleg eine und dieselben Summen", async () => {
      const soll = pruefling.sollbeleg();
      const entwurf = await lege(soll);
      if (adapter.faehigkeiten.entwurf) expect(entwurf).toMatchObject({ zustand: "entwurf", nummer: null });
      const beleg = wert(await adapter.schreibeFest(entwurf.id, soll, aufruf()));
      expect(beleg).toMatchObject({ id: entwurf.id, zustand: "offen", nummer: expect.any(String) });
      const gelesen = await lies(entwurf.id);
      expect(gelesen).toMatchObject({
        bruttoCent: soll.bruttoCent,
        parteiCode: soll.partei.code,
        nummer: beleg.nummer,
      });
      if (gelesen?.nettoCent !== null) expect(gelesen?.nettoCent).toBe(soll.nettoCent);
    });

    test.each(["rechnung", "lieferant"] as const)("negative Summen und die Richtung %s", async (richtung) => {
      for (const nettoCent of [12_345, -6_789]) {
        const soll = pruefling.sollbeleg({ richtung, nettoCent });
        const beleg = await buche(soll);
        expect((await lies(beleg.id))?.bruttoCent).toBe(soll.bruttoCent);
      }
    });

    test("zweimal festgeschrieben ist einmal", async () => {
      const soll = pruefling.sollbeleg();
      const beleg = await buche(soll);
      const nochmal = wert(await adapter.schreibeFest(beleg.id, soll, aufruf()));
      expect(nochmal.nummer).toBe(beleg.nummer);
      expect(await pruefling.zaehle(soll)).toBe(1);
    });

    test("die Suche nach der Referenz findet genau das Angelegte", async () => {
      const [einer, anderer] = [pruefling.sollbeleg(), pruefling.sollbeleg({ nettoCent: 77_700 })];
      const beleg = await buche(einer);
      await buche(anderer);
      expect((await suche(einer)).map(({ id }) => id)).toEqual([beleg.id]);
    });

    test("zweimal angelegt sind zwei Belege, oder das zweite Mal wird abgewiesen (U4, U5)", async () => {
      const soll = pruefling.sollbeleg();
      const parteiId = await partei(soll);
      const ausgaenge = await Promise.all([
        adapter.lege(soll, parteiId, aufruf()),
        adapter.lege(soll, parteiId, aufruf()),
      ]);
      const gelungen = ausgaenge.filter(({ ausgang }) => ausgang === "done").length;
      expect(await pruefling.zaehle(soll)).toBe(gelungen);
      if (adapter.faehigkeiten.referenz === "eindeutig") {
        expect(gelungen).toBe(1);
        expect(ausgaenge).toContainEqual(expect.objectContaining({ ausgang: "rejected", code: "doppelt" }));
      } else expect(await suche(soll)).toHaveLength(gelungen);
      if (!adapter.faehigkeiten.loeschenEntwurf) return;
      for (const { id } of (await suche(soll)).slice(1)) wert(await adapter.loesche(id, aufruf()));
      expect(await pruefling.zaehle(soll)).toBe(1);
    });

    test("löscht einen Entwurf und nichts anderes", async () => {
      const entwurf = pruefling.sollbeleg();
      const { id } = await lege(entwurf);
      if (!adapter.faehigkeiten.loeschenEntwurf) {
        expect(await adapter.loesche(id, aufruf())).toMatchObject({ ausgang: "rejected", code: "nicht_unterstuetzt" });
        expect(await pruefling.zaehle(entwurf)).toBe(1);
        return;
      }
      wert(await adapter.loesche(id, aufruf()));
      expect(await lies(id)).toBeNull();
      expect(await suche(entwurf)).toEqual([]);
      const fest = pruefling.sollbeleg();
      const beleg = await buche(fest);
      expect(await adapter.loesche(beleg.id, aufruf())).toMatchObject({ ausgang: "rejected" });
      expect((await lies(beleg.id))?.nummer).toBe(beleg.nummer);
    });

    test("storniert einen festgeschriebenen Beleg, auch zweimal nur einmal", async () => {
      const soll = pruefling.sollbeleg();
      const { id, nummer } = await buche(soll);
      if (!adapter.faehigkeiten.storno) {
        expect(await adapter.storniere(id, "Prüfung", aufruf())).toMatchObject({
          ausgang: "rejected",
          code: "nicht_unterstuetzt",
        });
        expect((await lies(id))?.zustand).not.toBe("storniert");
        return;
      }
      const storniert = wert(await adapter.storniere(id, "Prüfung", aufruf()));
      expect(storniert).toMatchObject({ id, zustand: "storniert", nummer, storniertDurch: expect.any(String) });
      const nochmal = await adapter.storniere(id, "Prüfung", aufruf());
      if (nochmal.ausgang === "done") expect(nochmal.wert.storniertDurch).toBe(storniert.storniertDurch);
      else expect(nochmal.ausgang).toBe("rejected");
      expect(await lies(id)).toMatchObject({ zustand: "storniert", storniertDurch: storniert.storniertDurch });
      expect(await pruefling.zaehle(soll)).toBe(1);
    });

    test("ein PDF, oder keines", async () => {
      const { id } = await buche(pruefling.sollbeleg());
      const pdf = await adapter.pdf(id, aufruf()).catch(() => null);
      if (adapter.faehigkeiten.pdf && pdf) expect(pdf.inhalt.length).toBeGreaterThan(0);
      if (!adapter.faehigkeiten.pdf) expect(pdf).toBeNull();
    });

    test("ein abgebrochener Aufruf wirft nicht", async () => {
      const soll = pruefling.sollbeleg();
      const parteiId = await partei(soll);
      const ausgang = await adapter.lege(soll, parteiId, { signal: AbortSignal.abort() });
      expect(["uncertain", "rejected"]).toContain(ausgang.ausgang);
    });

    describe("wenn eine Antwort verloren geht", () => {
      const stoere = async (wie: "vorher" | "nachher" | "spaet", tue: (a: Aufruf) => Promise<unknown>) => {
        await pruefling.stoere?.(wie, tue);
        return pruefling.stoere !== undefined;
      };
      const geduld = () => pruefling.spaetestensMs ?? 0;

      test("vor dem Anlegen: nichts steht außen", async () => {
        const soll = pruefling.sollbeleg();
        const parteiId = await partei(soll);
        let ausgang: Ausgang<unknown> | undefined;
        const geht = await stoere("vorher", async (a) => {
          ausgang = await adapter.lege(soll, parteiId, a);
        });
        if (!geht) return;
        expect(["uncertain", "rejected"]).toContain(ausgang?.ausgang);
        expect(await pruefling.zaehle(soll)).toBe(0);
      });

      test("nach dem Anlegen: unklar, und die Suche findet es (U1)", async () => {
        const soll = pruefling.sollbeleg();
        const parteiId = await partei(soll);
        let ausgang: Ausgang<unknown> | undefined;
        const geht = await stoere("nachher", async (a) => {
          ausgang = await adapter.lege(soll, parteiId, a);
        });
        if (!geht) return;
        expect(ausgang).toMatchObject({ ausgang: "uncertain", phase: "anlegen" });
        expect(await bis(async () => (await suche(soll)).length === 1, geduld())).toBe(true);
        expect(await pruefling.zaehle(soll)).toBe(1);
      });

      test("spät angelegt: „nicht gefunden“ beweist vorher nichts (U2)", async () => {
        const soll = pruefling.sollbeleg();
        const parteiId = await partei(soll);
        let ausgang: Ausgang<unknown> | undefined;
        const geht = await stoere("spaet", async (a) => {
          ausgang = await adapter.lege(soll, parteiId, a);
        });
        if (!geht) return;
        expect(ausgang).toMatchObject({ ausgang: "uncertain", phase: "anlegen" });
        expect(await bis(async () => (await suche(soll)).length === 1, geduld())).toBe(true);
      });

      test("nach dem Festschreiben: noch einmal ergibt dieselbe Nummer (U3)", async () => {
        const soll = pruefling.sollbeleg();
        const { id } = await lege(soll);
        let ausgang: Ausgang<unknown> | undefined;
        const geht = await stoere("nachher", async (a) => {
          ausgang = await adapter.schreibeFest(id, soll, a);
        });
        if (!geht || !adapter.faehigkeiten.entwurf) return;
        expect(ausgang).toMatchObject({ ausgang: "uncertain", phase: "festschreiben" });
        expect(await bis(async () => (await lies(id))?.nummer !== null, geduld())).toBe(true);
        const nummer = (await lies(id))?.nummer;
        expect(wert(await adapter.schreibeFest(id, soll, aufruf())).nummer).toBe(nummer);
        expect(await pruefling.zaehle(soll)).toBe(1);
      });

      test("nach dem Stornieren: gelesen wird der Storno (U6)", async () => {
        const soll = pruefling.sollbeleg();
        const { id } = await buche(soll);
        let ausgang: Ausgang<unknown> | undefined;
        const geht =
          adapter.faehigkeiten.storno &&
          (await stoere("nachher", async (a) => {
            ausgang = await adapter.storniere(id, "Prüfung", a);
          }));
        if (!geht) return;
        expect(ausgang).toMatchObject({ ausgang: "uncertain", phase: "stornieren" });
        expect(await bis(async () => (await lies(id))?.zustand === "storniert", geduld())).toBe(true);
      });
    });
  });
}
