import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

type Wert = { stringValue?: string; intValue?: number | string };
export type Spanne = {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  kind: number;
  attributes: { key: string; value: Wert }[];
  links?: { traceId: string }[];
  status?: { code?: number };
};

/** A collector of OTLP over HTTP that keeps what it gets; `schweige` lets it answer nothing any more. */
export async function starteSammler() {
  const koerper: string[] = [];
  const koepfe: Record<string, unknown>[] = [];
  let schweigt = false;
  const server: Server = createServer(async (anfrage, antwort) => {
    const stuecke = await anfrage.toArray();
    if (schweigt) return;
    koepfe.push({ pfad: anfrage.url, ...anfrage.headers });
    koerper.push(Buffer.concat(stuecke).toString("utf8"));
    antwort.setHeader("content-type", "application/json").end("{}");
  });
  await new Promise<void>((bereit) => server.listen(0, "127.0.0.1", bereit));
  const inhalte = () =>
    koerper.map(
      (text) =>
        JSON.parse(text) as {
          resourceSpans: { resource: { attributes: Spanne["attributes"] }; scopeSpans: { spans: Spanne[] }[] }[];
        },
    );
  return {
    adresse: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    koepfe,
    koerper,
    schweige() {
      schweigt = true;
    },
    quellen: () => inhalte().flatMap(({ resourceSpans }) => resourceSpans.map(({ resource }) => resource.attributes)),
    spannen: () =>
      inhalte().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
      ),
    beende: () =>
      new Promise<void>((zu) => {
        server.close(() => zu());
        server.closeAllConnections();
      }),
  };
}

export function merkmal({ attributes }: Pick<Spanne, "attributes">, name: string): string | undefined {
  const wert = attributes.find(({ key }) => key === name)?.value;
  const inhalt = wert?.stringValue ?? wert?.intValue;
  return inhalt === undefined ? undefined : String(inhalt);
}
