import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { problemKoerper } from "./http/problem/problem.ts";

type Grund = [status: number, titel: string, code: string, detail: string];

/** What Node's parser ends a connection for, before there is a request that a route could answer. */
const gruende: Record<string, Grund> = {
  HPE_HEADER_OVERFLOW: [
    431,
    "Kopf zu groß",
    "kopf_zu_gross",
    "Adresse und Kopfzeilen sind zusammen größer als 16 KiB. Eine lange Auswahl nimmt der Inhalt einer POST-Anfrage.",
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, "Zu langsam", "zu_langsam", "Die Anfrage kam nicht in der Frist an."],
};
const sonst: Grund = [400, "Ungültige Anfrage", "kein_http", "Die Anfrage ist kein gültiges HTTP."];

/** Closes: what comes next on the connection is not to be told apart. */
const absage = ([status, titel, code, detail]: Grund) => {
  const requestId = randomUUID();
  const koerper = JSON.stringify(problemKoerper([status, titel], { code, detail }, "/", requestId));
  const kopf = {
    "Content-Type": "application/problem+json",
    "Content-Length": String(Buffer.byteLength(koerper)),
    "X-Request-Id": requestId,
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
    Connection: "close",
  };
  return { status, kopf, koerper };
};

/** Answers as every refusal is answered. */
export function weiseUnlesbaresAb(grund: string | undefined, socket: Socket): void {
  const { status, kopf, koerper } = absage(gruende[grund ?? ""] ?? sonst);
  const zeilen = Object.entries(kopf).map(([name, wert]) => `${name}: ${wert}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${zeilen.join("")}\r\n${koerper}`);
}

/** The same for what Node can read, but no request can be made of: a host or an address that is none. */
export function unmoeglicheAnfrage(): Response {
  const { status, kopf, koerper } = absage(sonst);
  return new Response(koerper, { status, headers: kopf });
}
