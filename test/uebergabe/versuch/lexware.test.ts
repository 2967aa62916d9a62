import { afterAll, beforeAll, expect, test } from "vitest";
import { starteDienst, type Testdienst } from "../../hilfe/dienst.ts";
import { saeStammdaten } from "../../hilfe/saat.ts";
import { starteLexware } from "../adapter/lexwareServer.ts";
import { bucheVorrat, handlungen } from "../belege.ts";

const schluessel = "lexware-schluessel";

let server: Awaited<ReturnType<typeof starteLexware>>;
let dienst: Testdienst;
let h: ReturnType<typeof handlungen>;
let naechster: () => number;
beforeAll(async () => {
  server = await starteLexware(schluessel);
  dienst = await starteDienst("2026-11-20", {
    EXTACCOUNTING_SYSTEM: "lexware",
    EXTACCOUNTING_URL: server.url,
    EXTACCOUNTING_SECRET: schluessel,
  });
  await saeStammdaten(dienst.owner);
  h = handlungen(dienst);
  naechster = await bucheVorrat(dienst, 3);
});
afterAll(async () => {
  await dienst.beende();
  await server.beende();
});

/** Nothing is remembered of the other system, as after a restart. */
const verbindeNeu = async (mandantId = server.mandantId): Promise<void> => {
  for (const id of [null, mandantId])
    expect((await dienst.als("administrator").put("/extaccounting/settings", { mandantId: id })).status).toBe(200);
};

test("mit dem Schlüssel einer anderen Organisation bleibt jeder Beleg, wie er ist, bis ein Mensch das ändert", async () => {
  const id = naechster();
  await verbindeNeu("ganz-andere-organisation");
  expect(await h.tue(id, "export")).toMatchObject({
    status: 502,
    json: { detail: "Der API-Schlüssel gehört nicht zur Organisation ganz-andere-organisation." },
  });
  expect((await h.lies(id)).state).toBe("pending");
  await verbindeNeu();
  expect((await h.tue(id, "export")).json.state).toBe("synced");
  const unsere = server.mandantId;
  server.wechsleOrganisation();
  await verbindeNeu(unsere);
  expect((await h.tue(id, "refresh")).status).toBe(502);
  expect((await h.lies(id)).state).toBe("synced");
});

test("ist der Kontakt dort gelöscht, steht der Beleg noch, und es entsteht kein zweiter", async () => {
  const id = naechster();
  await verbindeNeu();
  const { referenz } = (await h.tue(id, "export")).json;
  server.loescheKontakte();
  await verbindeNeu();
  expect((await h.tue(id, "refresh")).json.state).toBe("synced");
  expect((await h.tue(id, "export")).json.code).toBe("zustand");
  expect(server.zaehle(referenz ?? "")).toBe(1);
});
