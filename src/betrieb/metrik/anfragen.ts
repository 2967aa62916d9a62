import { Histogram, type Registry } from "prom-client";
import { grenzenMs } from "../verlauf/stufen.ts";

/** In seconds. */
const buckets = grenzenMs.map((ms) => ms / 1000);

const methoden = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Whatever word a stranger sends as a method, it makes no series of its own. */
const alsMethode = (methode: string): string => (methoden.has(methode) ? methode : "_OTHER");

export type Messung = { methode: string; route: string; status: number; dauerMs: number };

export function messeAnfragen(register: Registry): (messung: Messung) => void {
  const dauer = new Histogram({
    name: "http_server_request_duration_seconds",
    help: "Dauer der Anfragen, bis die Antwort gesendet ist",
    labelNames: ["http_request_method", "http_route", "http_response_status_code"],
    buckets,
    registers: [register],
  });
  return ({ methode, route, status, dauerMs }) =>
    dauer.labels(alsMethode(methode), route, String(status)).observe(dauerMs / 1000);
}
