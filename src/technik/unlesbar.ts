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

/** Answers as every refusal is answered, and closes: what comes next on the connection is not to be told apart. */
export const weiseUnlesbaresAb = (grund: string | undefined, socket: Socket): void => {
  const [status, titel, code, detail] = gruende[grund ?? ""] ?? sonst;
  const requestId = randomUUID();
  const koerper = JSON.stringify(problemKoerper([status, titel], { code, detail }, "/", requestId));
  const kopf = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    "Content-Type: application/problem+json",
    `Content-Length: ${Buffer.byteLength(koerper)}`,
    `X-Request-Id: ${requestId}`,
    "X-Content-Type-Options: nosniff",
    "Cache-Control: no-store",
    "Connection: close",
  ];
  socket.end(`${kopf.join("\r\n")}\r\n\r\n${koerper}`);
};
