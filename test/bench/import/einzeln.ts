import { type Server, starteServer } from "../../sicherheit/hilfe/prozess.ts";
import { kontakt, konto, objekt, position, zeilenJeKonto } from "./buero.ts";

type EinzelnMessung = { zeilen: number; sekunden: number };

const legeAn = async (server: Server, pfad: string, body: object): Promise<number> => {
  const { status, json } = await server.frage("POST", pfad, body);
  if (status !== 201) throw new Error(`${pfad}: ${status} ${JSON.stringify(json)}`);
  return Number(json.id);
};

/** The same leases entered one by one through the API, each request after the answer of the one before. */
export async function messeEinzeln(appUrl: string, positionsartId: number, konten: number): Promise<EinzelnMessung> {
  const server = await starteServer(appUrl);
  try {
    const verpaechter = await legeAn(server, "/kontakte", kontakt(konten));
    const los = performance.now();
    for (let nr = 0; nr < konten; nr += 1) {
      const beteiligte = [
        { kontaktId: await legeAn(server, "/kontakte", kontakt(nr)), rolle: "paechter" },
        { kontaktId: verpaechter, rolle: "verpaechter" },
      ];
      const pachtkontoId = await legeAn(server, "/pachtkonten", { ...konto(nr), beteiligte });
      await legeAn(server, `/pachtkonten/${pachtkontoId}/positionen`, { positionsartId, ...position(nr) });
      await legeAn(server, "/patchobjekte", { pachtkontoId, ...objekt(nr) });
    }
    return { zeilen: konten * zeilenJeKonto, sekunden: (performance.now() - los) / 1000 };
  } finally {
    await server.beende();
  }
}
