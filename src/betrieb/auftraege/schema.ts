import { z } from "@hono/zod-openapi";
import { type Warteschlange, warteschlangen } from "../../technik/database/boss.ts";
import { kommaliste, seite } from "../../technik/http/parameter.ts";
import { paginiert } from "../../technik/http/schema.ts";
import { Anzahl, Id, Zeitpunkt } from "../../technik/http/werte.ts";

const arten = Object.keys(warteschlangen) as [Warteschlange, ...Warteschlange[]];
const stati = ["wartend", "laeuft", "fertig", "fehlgeschlagen", "abgebrochen"] as const;

export const Auftrag = z
  .object({
    id: Id,
    art: z.enum(arten),
    status: z.enum(stati),
    fortschritt: Anzahl.nullable().openapi({ description: "Wie viel davon getan ist, solange er wartet oder läuft" }),
    gesamt: Anzahl.nullable().openapi({ description: "Wie viel es wird; null: nicht bekannt" }),
    angelegtVon: z.string().openapi({ description: "Wer ihn wollte; `Zeitplan`: niemand, er kam von selbst" }),
    angelegtAm: Zeitpunkt,
    begonnenAm: Zeitpunkt.nullable(),
    beendetAm: Zeitpunkt.nullable(),
    ursache: z
      .string()
      .nullable()
      .openapi({ description: "Warum er gescheitert ist; bei einem wartenden, warum der letzte Versuch es war" }),
    ergebnis: z.record(z.string(), z.number()).nullable().openapi({ description: "Was er in Zahlen ergab" }),
    ergebnisUnter: z.string().nullable().openapi({ description: "Adresse, unter der sein Ergebnis liegt" }),
    wiederholtDurch: Id.nullable().openapi({ description: "Der Auftrag, der diesen fehlgeschlagenen wiederholt" }),
  })
  .openapi("Auftrag");
export type Auftrag = z.output<typeof Auftrag>;

export const AuftragPaginatedList = paginiert(Auftrag).openapi("AuftragPaginatedList");

export const AuftragFilter = z.strictObject({ art: kommaliste(arten), status: kommaliste(stati), ...seite(20) });
export type AuftragFilter = z.output<typeof AuftragFilter>;
