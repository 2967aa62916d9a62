import { expect, test } from "vitest";
import type { Rolle } from "../../src/kern/rechte.ts";
import { dienst, mitDienst } from "../hilfe/mitDienst.ts";

mitDienst();

const alle: Rolle[] = ["administrator", "verwalter", "mitarbeiter", "pruefer"];
const schreibende: Rolle[] = ["administrator", "verwalter", "mitarbeiter"];
const leitende: Rolle[] = ["administrator", "verwalter"];

/** Everybody reads, only a Prüfer does not write, and leading roles alone delete; what differs stands here. */
const besondere: Record<string, Rolle[]> = {
  "get /audit-log": ["administrator", "verwalter", "pruefer"],
  "get /dashboard/user-changes": ["administrator", "verwalter", "pruefer"],
  "get /abrechnung/export/datev": leitende,
  "get /abrechnung/export/sepa": leitende,
  "get /abrechnung/export/sepa/pruefung": leitende,
  "get /abrechnung/zahlungsdateien": leitende,
  "get /abrechnung/zahlungsdateien/{id}": leitende,
  "post /abrechnung/zahlungsdateien": leitende,
  "post /abrechnung/zahlungsdateien/{id}/verwerfen": ["administrator"],
  "post /abrechnung/archiv/{id}/widerspruch": leitende,
  "patch /abrechnung/archiv/{id}/widerspruch": leitende,
  "post /duplikate/kontakte/zusammenfuehrung": leitende,
  "post /import": leitende,
  "get /export/bestand": leitende,
  "get /import/{id}": leitende,
  "get /import/{id}/befunde": leitende,
  "get /import/{id}/befunde.xlsx": leitende,
  "post /import/{id}/ausfuehren": leitende,
  "post /duplikate/pachtobjekte/zusammenfuehrung": leitende,
  "post /duplikate/zusammenfuehrungen/{id}/ruecknahme": leitende,
  // Reads, with a selection too long for an address.
  "post /abrechnung/vorschau-gruppen": alle,
  "post /abrechnung/buchen": leitende,
  "post /abrechnung/stornieren": leitende,
  "post /abrechnung/backfill-dokumente": leitende,
  "post /abrechnung/faelligkeiten/recalculate-all": leitende,
  "post /abrechnung/sync-naechste-hebung": leitende,
  "post /abrechnung/hebungen/sammelaktion": leitende,
  "post /einstellungen/kontaktarten": leitende,
  "post /einstellungen/positionsarten": leitende,
  "post /einstellungen/indexreihen": leitende,
  "put /einstellungen/indexreihen/{id}": leitende,
  "post /einstellungen/indexreihen/{id}/fassungen": leitende,
  "post /einstellungen/indexreihen/{id}/fassungen/upload": leitende,
  "put /einstellungen/indexreihen/{id}/fassungen/{nr}": leitende,
  "put /einstellungen/positionsarten/{id}": leitende,
  // Who fills it in is who may write.
  "get /import/vorlage": schreibende,
  "get /pachtkonten/{id}/schreiben/{art}": schreibende,
  "get /kontakte/{id}/auskunft": leitende,
  "get /kontakte/{id}/loeschung": leitende,
  "post /kontakte/{id}/loeschung": ["administrator"],
  "put /einstellungen/aufbewahrung": ["administrator"],
  "post /extaccounting/jobs": leitende,
  "post /betrieb/auftraege/{id}/wiederholen": leitende,
  "get /betrieb/zeitplaene": leitende,
  "get /betrieb/zustand": leitende,
  "get /betrieb/verlauf": leitende,
  "post /betrieb/zeitplaene/{name}/start": leitende,
  "put /einstellungen/firmendaten": ["administrator"],
  "post /einstellungen/logo": ["administrator"],
  "delete /einstellungen/logo": ["administrator"],
  "put /extaccounting/settings": ["administrator"],
  // A session is enough.
  "get /auth/me": [],
  "post /feedback": [],
};
const ohneAnmeldung = ["get /healthz", "get /auth/login", "get /auth/callback", "post /auth/logout"];

test("alle lesen, nur Prüfer schreiben nicht, allein Leitende löschen; die Ausnahmen stehen einzeln da", () => {
  const operationen = Object.entries(dienst.dokument.paths).flatMap(([pfad, methoden]) =>
    Object.entries(methoden).map(([methode, operation]) => ({ methode, name: `${methode} ${pfad}`, operation })),
  );
  const erwartet = ({ methode, name }: { methode: string; name: string }): readonly Rolle[] | "offen" => {
    if (ohneAnmeldung.includes(name)) return "offen";
    return besondere[name] ?? (methode === "get" ? alle : methode === "delete" ? leitende : schreibende);
  };
  const tabelle = (wer: (einer: (typeof operationen)[number]) => unknown) =>
    Object.fromEntries(operationen.map((einer) => [einer.name, wer(einer)]));
  expect(tabelle(({ operation }) => (operation.security?.length ? (operation["x-rollen"] ?? []) : "offen"))).toEqual(
    tabelle(erwartet),
  );
  expect(operationen.map(({ name }) => name)).toEqual(
    expect.arrayContaining([...Object.keys(besondere), ...ohneAnmeldung]),
  );
});
