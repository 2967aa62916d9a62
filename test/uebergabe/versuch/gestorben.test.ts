import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { erstelleVerbindung } from "../../../src/uebergabe/verbindung/verbindung.ts";
import { raeumeToteVersuche } from "../../../src/uebergabe/versuch/raeume.ts";
import { mitPlatz, mitSperre } from "../../../src/uebergabe/versuch/sperre.ts";
import { h, mitSandkasten, naechster, umgebung } from "../mitSandkasten.ts";

mitSandkasten(4);

const uhr = () => new Date();
/** As the worker does it. */
const raeumeTote = () => {
  const { buecher: sql, dienst } = umgebung;
  return raeumeToteVersuche({ sql, uhr, verbindung: erstelleVerbindung(sql, dienst.deps.config, uhr, console.error) });
};

describe("wessen Prozess gestorben ist", () => {
  const stirb = async (phase: string | null): Promise<number> => {
    const id = naechster();
    await umgebung.dienst.owner`
      insert into extaccounting_versuch (id, beleg_id, aktion, system, benutzer_name, begonnen_am, phase, phase_begonnen_am)
      values (${randomUUID()}, ${id}, 'export', 'sandkasten', 'Test', now(), ${phase}, ${phase === null ? null : uhr().toISOString()})`;
    return id;
  };

  test("hinterlässt uncertain, wenn etwas unterwegs war, sonst nichts", async () => {
    const [unterwegs, vorher] = [await stirb("anlegen"), await stirb(null)];
    expect(await raeumeTote()).toBe(2);
    expect(await h.lies(unterwegs)).toMatchObject({
      state: "uncertain",
      phase: "anlegen",
      versuche: [{ ausgang: "uncertain", code: "abgebrochen" }],
    });
    expect(await h.lies(vorher)).toMatchObject({ state: "pending", versuche: [{ ausgang: "rejected" }] });
    expect((await h.tue(unterwegs, "export")).json.code).toBe("zustand");
  });

  test("ein lebender wird in Ruhe gelassen; die nächste Aktion räumt selbst auf", async () => {
    const id = await stirb("festschreiben");
    await mitPlatz(umgebung.buecher, (halter) =>
      mitSperre(halter, [id], null, async () => {
        expect(await raeumeTote()).toBe(0);
        expect((await h.tue(id, "export")).json.code).toBe("aktion_laeuft");
      }),
    );
    expect((await h.tue(id, "export")).json.code).toBe("zustand");
    expect((await h.lies(id)).state).toBe("uncertain");
  });

  test("ein beendeter Versuch ist unveränderlich", async () => {
    const id = naechster();
    await h.tue(id, "export");
    for (const befehl of ["update extaccounting_versuch set ursache = 'x'", "delete from extaccounting_versuch"])
      await expect(umgebung.dienst.owner.unsafe(`${befehl} where beleg_id = ${id}`)).rejects.toThrow("unveränderlich");
  });
});
