import { expect, test } from "vitest";
import { dienst, mitDienst } from "../hilfe/mitDienst.ts";

mitDienst();

/** Every operation that the contract names, with the success status where it says one. */
const operationen: [string, string, number?][] = [
  ["get", "/healthz", 200],
  ["get", "/auth/login"],
  ["get", "/auth/callback"],
  ["get", "/auth/me"],
  ["post", "/auth/logout"],
  ["get", "/pachtkonten/next-kontonummer", 200],
  ["get", "/pachtkonten", 200],
  ["post", "/pachtkonten", 201],
  ["get", "/pachtkonten/{id}", 200],
  ["put", "/pachtkonten/{id}", 200],
  ["delete", "/pachtkonten/{id}", 204],
  ["get", "/pachtkonten/{id}/positionen", 200],
  ["post", "/pachtkonten/{id}/positionen", 201],
  ["put", "/pachtkonten/{id}/positionen/{posId}", 200],
  ["delete", "/pachtkonten/{id}/positionen/{posId}", 204],
  ["get", "/patchobjekte", 200],
  ["post", "/patchobjekte", 201],
  ["get", "/patchobjekte/{id}", 200],
  ["put", "/patchobjekte/{id}", 200],
  ["delete", "/patchobjekte/{id}", 204],
  ["get", "/patchobjekte/status-overview", 200],
  ["get", "/kontakte", 200],
  ["post", "/kontakte", 201],
  ["get", "/kontakte/{id}", 200],
  ["put", "/kontakte/{id}", 200],
  ["delete", "/kontakte/{id}", 204],
  ["get", "/abrechnung/vorschau-gruppen", 200],
  ["get", "/abrechnung/hebungen", 200],
  ["post", "/abrechnung/hebungen", 201],
  ["get", "/abrechnung/hebungen/{id}", 200],
  ["put", "/abrechnung/hebungen/{id}", 200],
  ["delete", "/abrechnung/hebungen/{id}", 204],
  ["get", "/abrechnung/archiv", 200],
  ["get", "/abrechnung/buchungslaeufe", 200],
  ["get", "/abrechnung/export/paechter", 200],
  ["get", "/abrechnung/export/verpaechter", 200],
  ["get", "/audit-log", 200],
  ["get", "/dashboard/summary", 200],
  ["get", "/dashboard/recent-activity", 200],
  ["get", "/duplikate/kontakte", 200],
  ["get", "/duplikate/pachtobjekte", 200],
  ["get", "/einstellungen/positionsarten", 200],
  ["post", "/einstellungen/positionsarten", 201],
  ["put", "/einstellungen/positionsarten/{id}", 200],
  ["delete", "/einstellungen/positionsarten/{id}", 204],
  ["get", "/extaccounting/status", 200],
  ["get", "/extaccounting/settings", 200],
  ["put", "/extaccounting/settings", 200],
  ["get", "/extaccounting/documents", 200],
  ["get", "/extaccounting/documents/{id}", 200],
  ["post", "/extaccounting/documents/{id}/{action}", 200],
  ["get", "/extaccounting/documents/{id}/pdf", 200],
  ["get", "/extaccounting/jobs", 200],
  ["post", "/extaccounting/jobs", 202],
  ["get", "/dashboard/user-changes"],
  ["get", "/dashboard/recent-remarks"],
  ["get", "/pachtkonten/abrechnung-liste"],
  ["get", "/pachtkonten/{id}/feldwerte"],
  ["put", "/pachtkonten/{id}/feldwerte"],
  ["get", "/pachtkonten/{id}/dokumente"],
  ["post", "/pachtkonten/{id}/dokumente"],
  ["get", "/pachtkonten/{id}/dokumente/{docId}/download"],
  ["delete", "/pachtkonten/{id}/dokumente/{docId}"],
  ["get", "/patchobjekte/validate-address"],
  ["get", "/kontakte/validate-address"],
  ["patch", "/kontakte/{id}/zahlungsmoral"],
  ["get", "/kontakte/{id}/verknuepfte-konten"],
  ["get", "/kontakte/{id}/verknuepfte-objekte"],
  ["get", "/abrechnung/vorschau"],
  ["post", "/abrechnung/buchen"],
  ["post", "/abrechnung/backfill-dokumente"],
  ["post", "/abrechnung/stornieren"],
  ["get", "/abrechnung/archiv-konten"],
  ["get", "/abrechnung/archiv-konten/{id}"],
  ["patch", "/abrechnung/archiv-konten/{id}/markierung"],
  ["get", "/abrechnung/archiv-konten/{id}/pdf"],
  ["post", "/abrechnung/faelligkeiten/recalculate-all"],
  ["get", "/abrechnung/faelligkeiten/{id}"],
  ["post", "/abrechnung/faelligkeiten/{id}"],
  ["get", "/abrechnung/naechste-termine"],
  ["post", "/abrechnung/sync-naechste-hebung"],
  ["get", "/abrechnung/pdf-gesamt"],
  ["get", "/abrechnung/pdf-entwurf"],
  ["get", "/abrechnung/hebung-abschluesse"],
  ["get", "/abrechnung/hebung-abschluss/pdf"],
  ["post", "/feedback"],
  ["get", "/einstellungen/firmendaten"],
  ["put", "/einstellungen/firmendaten"],
  ["post", "/einstellungen/logo"],
  ["delete", "/einstellungen/logo"],
  ["get", "/einstellungen/logo/preview"],
  ["get", "/einstellungen/kontaktarten"],
  ["post", "/einstellungen/kontaktarten"],
];

test("jede Operation des Vertrags ist da, mit seinem Status", () => {
  const fehlend = operationen.filter(([methode, pfad, status]) => {
    const operation = dienst.dokument.paths[pfad]?.[methode];
    return !operation || (status !== undefined && !(String(status) in operation.responses));
  });
  expect(fehlend).toEqual([]);
});

/** The endpoints that the contract knows by their path alone: there a path parameter is a string. */
const nurPfad = /\/(feldwerte|dokumente.*|zahlungsmoral|verknuepfte-.*)$|\/archiv-konten\/|\/faelligkeiten\/\{/;

const parameter = () =>
  operationen.flatMap(([methode, pfad]) =>
    (dienst.dokument.paths[pfad]?.[methode]?.parameters ?? []).map((einer) => ({ ...einer, methode, pfad })),
  );

test("ids im Pfad sind ganze Zahlen; wo der Vertrag nur den Pfad kennt, Text, den die Route prüft", async () => {
  const ids = parameter().filter(({ in: wo, name }) => wo === "path" && name !== "action");
  expect(ids.filter(({ pfad }) => nurPfad.test(pfad)).map(({ pfad }) => pfad)).toHaveLength(16);
  for (const { methode, pfad, name, schema } of ids)
    expect(schema, `${methode} ${pfad} ${name}`).toMatchObject(
      nurPfad.test(pfad) ? { type: "string", pattern: "^[1-9]\\d{0,14}$" } : { type: "integer", minimum: 1 },
    );
  for (const { methode, pfad } of ids.filter(({ pfad }) => nurPfad.test(pfad)))
    for (const kennung of ["007", "1.0", "+1", "%201", "x"])
      expect(
        (await dienst.als("administrator")[methode as "get"](pfad.replace(/\{\w+\}/g, kennung))).status,
        `${methode} ${pfad} mit ${kennung}`,
      ).toBe(400);
});

test("page und limit sind int32 ab 1, mit Vorgabe", () => {
  const seiten = parameter().filter(({ name }) => name === "page" || name === "limit");
  expect(seiten.length).toBeGreaterThan(30);
  for (const { methode, pfad, name, schema } of seiten)
    expect(schema, `${methode} ${pfad} ${name}`).toMatchObject({
      type: "integer",
      format: "int32",
      minimum: 1,
      default: name === "page" ? 1 : expect.any(Number),
    });
});

test("das Sitzungs-Cookie steht an allem außer Gesundheit, Anmelden und Abmelden", () => {
  const offen = operationen.filter(([methode, pfad]) => !dienst.dokument.paths[pfad]?.[methode]?.security?.length);
  expect(offen.map(([, pfad]) => pfad)).toEqual(["/healthz", "/auth/login", "/auth/callback", "/auth/logout"]);
});

test("die Schemata heißen wie im Vertrag", () => {
  const namen = Object.keys(dienst.dokument.components.schemas);
  expect(namen).toEqual(
    expect.arrayContaining([
      "Pachtkonto",
      "PachtkontoDetail",
      "PachtkontoPosition",
      "Patchobjekt",
      "Kontakt",
      "Hebung",
      "ArchivEintrag",
      "AbgeschlossenerBuchungslauf",
      "AuditLogEntry",
      "Positionsart",
      "DuplikatKontaktPaar",
      "DuplikatPachtobjektPaar",
      "DashboardSummary",
      "ActivityEntry",
      "StatusCount",
      "HealthStatus",
      "AbrechnungVorschauGruppen",
      "ExtaccountingStatus",
      "ExtaccountingSettings",
      "ExtaccountingDocumentList",
      "ExtaccountingDocumentDetail",
      "ExtaccountingDocumentAction",
      "ExtaccountingJob",
      "ExtaccountingJobRequest",
      "CreatePachtkontoBody",
      "UpdatePachtkontoBody",
      "CreatePachtkontoPositionBody",
      "UpdatePachtkontoPositionBody",
      "CreatePatchobjektBody",
      "UpdatePatchobjektBody",
      "CreateKontaktBody",
      "UpdateKontaktBody",
      "CreateHebungBody",
      "UpdateHebungBody",
      "PositionsartInput",
      "PositionsartUpdate",
      "PachtkontoPaginatedList",
      "PatchobjektPaginatedList",
      "KontaktPaginatedList",
      "HebungPaginatedList",
      "ArchivEintragPaginatedList",
      "AuditLogPaginatedList",
      "PositionsartDeleteConflict",
    ]),
  );
});
