import { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as warte } from "node:timers/promises";
import { z } from "zod";
import { rundeQuotient } from "../../../src/kern/geld/bruch.ts";

const Betrag = z.number();
const Zeitpunkt = z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
const Kontakt = z.strictObject({
  version: z.literal(0),
  roles: z.strictObject({ customer: z.strictObject({}).optional(), vendor: z.strictObject({}).optional() }),
  company: z.strictObject({ name: z.string().min(1), vatRegistrationId: z.string().optional() }),
  addresses: z.strictObject({
    billing: z
      .array(
        z.strictObject({
          street: z.string(),
          supplement: z.string().optional(),
          zip: z.string(),
          city: z.string(),
          countryCode: z.string().length(2),
        }),
      )
      .max(1),
  }),
  note: z.string().max(1000),
});
const Rechnung = z.strictObject({
  voucherDate: Zeitpunkt,
  address: z.strictObject({ contactId: z.uuid() }),
  lineItems: z
    .array(
      z.strictObject({
        type: z.literal("custom"),
        name: z.string().min(1).max(255),
        quantity: z.number(),
        unitName: z.string(),
        unitPrice: z.strictObject({
          currency: z.literal("EUR"),
          netAmount: Betrag,
          taxRatePercentage: z.union([z.literal(0), z.literal(7), z.literal(19)]),
        }),
      }),
    )
    .min(1)
    .max(300),
  totalPrice: z.strictObject({ currency: z.literal("EUR") }),
  taxConditions: z.strictObject({ taxType: z.enum(["net", "vatfree"]) }),
  shippingConditions: z.strictObject({ shippingType: z.literal("service"), shippingDate: Zeitpunkt }).optional(),
  introduction: z.string().max(2000),
  remark: z.string().max(2000),
});
const Eingang = z.strictObject({
  type: z.enum(["purchaseinvoice", "purchasecreditnote"]),
  voucherStatus: z.literal("open"),
  voucherNumber: z.string().min(1),
  voucherDate: Zeitpunkt,
  dueDate: Zeitpunkt.optional(),
  totalGrossAmount: Betrag,
  totalTaxAmount: Betrag,
  taxType: z.literal("net"),
  useCollectiveContact: z.literal(false),
  contactId: z.uuid(),
  remark: z.string(),
  voucherItems: z
    .array(z.strictObject({ amount: Betrag, taxAmount: Betrag, taxRatePercent: z.number(), categoryId: z.uuid() }))
    .min(1),
});

type Beleg = { id: string; [feld: string]: unknown };
type Stoerung = { wie: "vorher" | "nachher" | "spaet"; spaetMs: number };
type Antwort = { status: number; body?: unknown; pdf?: Uint8Array; kopf?: Record<string, string> };

const cent = (betrag: number): number => Math.round(betrag * 100);

const summen = (rechnung: z.output<typeof Rechnung>) => {
  const netto = new Map<number, number>();
  for (const { quantity, unitPrice } of rechnung.lineItems) {
    const satz = unitPrice.taxRatePercentage;
    netto.set(satz, (netto.get(satz) ?? 0) + cent(unitPrice.netAmount * quantity));
  }
  const steuer = [...netto].map(([satz, betrag]) => Number(rundeQuotient(BigInt(betrag * satz), 100n)));
  const gesamt = [...netto.values()].reduce((a, b) => a + b, 0);
  return {
    currency: "EUR",
    totalNetAmount: gesamt / 100,
    totalGrossAmount: (gesamt + steuer.reduce((a, b) => a + b, 0)) / 100,
  };
};

/**
 * What the documentation of the public API says, as far as the adapter uses it: final documents, filters that must be
 * given, numbers that the service gives, an error list, and two requests a second.
 */
export async function starteLexware(schluessel: string, { jeSekunde = Number.POSITIVE_INFINITY } = {}) {
  const organisation = { organizationId: randomUUID(), companyName: "Musterpacht Treuhand GmbH" };
  const kontakte = new Map<string, Beleg>();
  const belege = { invoices: new Map<string, Beleg>(), "credit-notes": new Map<string, Beleg>() };
  const eingaenge = new Map<string, Beleg>();
  const zeiten: number[] = [];
  let stoerung: Stoerung | undefined;

  const finde = (sammlung: Map<string, Beleg>, id: string | undefined): Antwort => {
    const beleg = sammlung.get(id ?? "");
    return beleg ? { status: 200, body: beleg } : { status: 404, body: { status: 404, message: "not found" } };
  };
  const ablehnen = (fehler: z.ZodError): Antwort => ({
    status: 406,
    body: { IssueList: fehler.issues.map(({ path, code }) => ({ source: path.join("."), i18nKey: code })) },
  });
  const lege = (sammlung: Map<string, Beleg>, felder: object): Antwort => {
    const id = randomUUID();
    sammlung.set(id, { id, version: 1, ...felder });
    return { status: 200, body: { id, resourceUri: `/v1/${id}`, version: 1 } };
  };
  const seite = (content: unknown[]): Antwort => ({ status: 200, body: { content, last: true, number: 0 } });

  const legeRechnung = (art: keyof typeof belege, fest: boolean, roh: unknown): Antwort => {
    const { data, error } = Rechnung.safeParse(roh);
    if (error) return ablehnen(error);
    if (!kontakte.has(data.address.contactId)) return { status: 406, body: { IssueList: [{ source: "contactId" }] } };
    const voucherNumber = `${art === "invoices" ? "RE" : "GS"}${String(belege[art].size + 1).padStart(4, "0")}`;
    const totalPrice = summen(data);
    return lege(belege[art], { ...data, voucherStatus: fest ? "open" : "draft", voucherNumber, totalPrice });
  };

  const listeBelege = (filter: URLSearchParams): Antwort => {
    if (!filter.get("voucherType") || !filter.get("voucherStatus"))
      return { status: 400, body: { status: 400, message: "voucherType and voucherStatus are required" } };
    const art = filter.get("voucherType") === "invoice" ? "invoices" : "credit-notes";
    const tag = filter.get("voucherDateFrom") ?? "";
    const kontakt = filter.get("contactId");
    return seite(
      [...belege[art].values()]
        .map((beleg) => beleg as Beleg & z.output<typeof Rechnung> & { totalPrice: { totalGrossAmount: number } })
        .filter((beleg) => beleg.voucherDate.startsWith(tag) && (!kontakt || beleg.address.contactId === kontakt))
        .map(({ id, totalPrice }) => ({ id, totalAmount: totalPrice.totalGrossAmount })),
    );
  };

  const antworte = (methode: string, adresse: URL, roh: unknown): Antwort => {
    const [, sammlung = "", id, anhang] = adresse.pathname.split("/").slice(1);
    const filter = adresse.searchParams;
    if (methode === "GET" && sammlung === "profile") return { status: 200, body: organisation };
    if (methode === "GET" && sammlung === "voucherlist") return listeBelege(filter);
    if (sammlung === "contacts") {
      if (methode === "GET" && id) return finde(kontakte, id);
      const name = filter.get("name") ?? "";
      if (methode === "GET")
        return name.length < 3
          ? { status: 400, body: { status: 400, message: "name: at least 3 characters" } }
          : seite([...kontakte.values()].filter(({ company }) => (company as { name: string }).name.includes(name)));
      const { data, error } = Kontakt.safeParse(roh);
      return error ? ablehnen(error) : lege(kontakte, data);
    }
    if (sammlung === "vouchers") {
      if (methode === "GET" && id) return finde(eingaenge, id);
      const nummer = filter.get("voucherNumber");
      if (methode === "GET" && !nummer)
        return { status: 400, body: { message: "voucherNumber parameter is required" } };
      if (methode === "GET") return seite([...eingaenge.values()].filter((beleg) => beleg.voucherNumber === nummer));
      const { data, error } = Eingang.safeParse(roh);
      if (error) return ablehnen(error);
      const gesamt = data.voucherItems.reduce(
        (summe, { amount, taxAmount }) => summe + cent(amount) + cent(taxAmount),
        0,
      );
      if (gesamt !== cent(data.totalGrossAmount))
        return { status: 406, body: { IssueList: [{ source: "totalGrossAmount" }] } };
      return lege(eingaenge, data);
    }
    if (sammlung === "invoices" || sammlung === "credit-notes") {
      if (methode === "POST") return legeRechnung(sammlung, filter.get("finalize") === "true", roh);
      if (anhang === "file") {
        const gefunden = finde(belege[sammlung], id);
        return gefunden.status === 200 ? { status: 200, pdf: new TextEncoder().encode("%PDF-1.7 ü") } : gefunden;
      }
      return finde(belege[sammlung], id);
    }
    return { status: 404, body: { message: "not found" } };
  };

  const pruefe = (anfrage: IncomingMessage): Antwort | undefined => {
    const jetzt = performance.now();
    const voll = zeiten.filter((zeit) => jetzt - zeit < 1000).length >= jeSekunde;
    zeiten.push(jetzt);
    if (voll) return { status: 429, kopf: { "retry-after": "2" }, body: { message: "Rate limit exceeded" } };
    if (anfrage.headers.authorization !== `Bearer ${schluessel}`)
      return { status: 401, body: { message: "Unauthorized" } };
    return undefined;
  };

  const bediene = async (anfrage: IncomingMessage, antwort: ServerResponse): Promise<void> => {
    const teile: Uint8Array[] = [];
    for await (const teil of anfrage) teile.push(teil as Uint8Array);
    const text = Buffer.concat(teile).toString();
    const gestoert = anfrage.method === "POST" ? stoerung : undefined;
    if (gestoert) stoerung = undefined;
    if (gestoert?.wie === "vorher") return void antwort.destroy();
    if (gestoert?.wie === "spaet") {
      antwort.destroy();
      await warte(gestoert.spaetMs);
    }
    const adresse = new URL(anfrage.url ?? "", "http://lexware");
    const { status, body, pdf, kopf } =
      pruefe(anfrage) ?? antworte(anfrage.method ?? "", adresse, text ? JSON.parse(text) : undefined);
    if (gestoert) return void antwort.destroy();
    antwort.writeHead(status, { "content-type": pdf ? "application/pdf" : "application/json", ...kopf });
    antwort.end(pdf ?? JSON.stringify(body));
  };

  const server = createServer((anfrage, antwort) => void bediene(anfrage, antwort));
  await new Promise<void>((fertig) => server.listen(0, "127.0.0.1", fertig));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}`,
    get mandantId(): string {
      return organisation.organizationId;
    },
    anfragen: () => zeiten.length,
    /** As the bookkeeper does it. */
    benenneKontakteUm: (name: string): void => {
      for (const kontakt of kontakte.values()) kontakt.company = { name };
    },
    /** As the bookkeeper does it; documents keep the id of their contact. */
    loescheKontakte: (): void => kontakte.clear(),
    /** The key is that of another organisation from now on, whose books are empty. */
    wechsleOrganisation: (): void => {
      organisation.organizationId = randomUUID();
      for (const buch of [kontakte, belege.invoices, belege["credit-notes"], eingaenge]) buch.clear();
    },
    /** Spoils the next changing request; undefined: none. */
    stoere: (naechste: Stoerung | undefined): void => {
      stoerung = naechste;
    },
    /** Of every kind, by what the bookkeeper would read. */
    zaehle: (referenz: string): number =>
      [...belege.invoices.values(), ...belege["credit-notes"].values(), ...eingaenge.values()].filter(
        ({ remark, voucherNumber }) => voucherNumber === referenz || String(remark) === `Referenz ${referenz}`,
      ).length,
    zaehleKontakte: (name: string): number =>
      [...kontakte.values()].filter(({ company }) => (company as { name: string }).name === name).length,
    beende: () =>
      new Promise<void>((fertig) => {
        server.closeAllConnections();
        server.close(() => fertig());
      }),
  };
}
