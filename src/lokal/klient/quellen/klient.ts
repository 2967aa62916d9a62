import createClient, { type Client } from "openapi-fetch";
import { neuerSchluessel } from "./kopf.ts";
import type { paths } from "./openapi.ts";
import { type Senden, sendeMitGeduld } from "./senden.ts";
import { nimmtSchluessel } from "./vertrag.ts";

/** One method for each HTTP method: `klient.GET("/pachtkonten/{id}", { params: { path: { id: 1 } } })`. */
export type Klient = Client<paths>;

export type Klientwahl = Partial<Senden> & {
  /** Where the service is, with its base path: `https://pacht.example/api`, or `/api` behind a proxy of one's own. */
  basis: string;
};

const ohneSchraegstrich = (basis: string): string => basis.replace(/\/+$/, "");

/** A body with a file in it travels as a form, everything else as JSON. */
const alsKoerper = (koerper: unknown): string | FormData => {
  if (koerper instanceof FormData) return koerper;
  const felder = Object.entries(koerper ?? {});
  if (!felder.some(([, wert]) => wert instanceof Blob)) return JSON.stringify(koerper);
  const formular = new FormData();
  for (const [name, wert] of felder)
    if (wert !== undefined) formular.append(name, wert instanceof Blob ? wert : String(wert));
  return formular;
};

/**
 * The service as typed methods: the session cookie travels along, lists are sent as comma lists, each action has an
 * idempotency key, and what the service puts off (429, 503) is tried again where that is safe.
 */
export function erstelleKlient({ basis, ...senden }: Klientwahl): Klient {
  const klient = createClient<paths>({
    baseUrl: ohneSchraegstrich(basis),
    credentials: "include",
    querySerializer: { array: { style: "form", explode: false } },
    bodySerializer: alsKoerper,
    fetch: sendeMitGeduld(senden),
  });
  klient.use({
    onRequest: ({ request, schemaPath }) => {
      const fehlt = request.method === "POST" && !request.headers.has("Idempotency-Key");
      if (fehlt && nimmtSchluessel.has(schemaPath)) request.headers.set("Idempotency-Key", neuerSchluessel());
    },
  });
  return klient;
}

/**
 * Where a person signs in.
 *
 * @param zurueck page to come back to, of the service's own origin or of one that it allows (`FRONTEND_ORIGINS`)
 */
export function anmeldeadresse(basis: string, zurueck: string): string {
  return `${ohneSchraegstrich(basis)}/auth/login?returnTo=${encodeURIComponent(zurueck)}`;
}
