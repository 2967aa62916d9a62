import { beforeAll, describe, expect, test } from "vitest";
import { saeLauf } from "../../hilfe/archiv.ts";
import { dienst, mitDienst, pruefer } from "../../hilfe/mitDienst.ts";
import { jedeOrdnung, lehntUnbekanntesAb, type Sortierbar } from "../../hilfe/sortieren.ts";

mitDienst();

const tage = ["2025-12-31", "2026-11-20", "2027-01-04"];

type Zeile = Sortierbar & {
  belegdatum: string;
  belegart: string;
  bruttoCent: number;
  kontaktId: number;
  pachtkontoId: number;
  buchungslaufId: string;
  pdf: string | null;
};
let belege: Zeile[] = [];

beforeAll(async () => {
  for (let nr = 0; nr < 4; nr += 1)
    await saeLauf(
      dienst.owner,
      [0, 1, 2, 3, 4].map((i) => ({
        belegart: i % 2 ? "gutschrift" : "rechnung",
        nettoCent: [119_900, 84_000, -5_000][(nr + i) % 3] ?? 0,
        belegdatum: tage[(nr * 2 + i) % 3] ?? "",
      })),
    );
  await dienst.owner`
    insert into archiv_pdf (beleg_id, status, fehler, sha256, inhalt)
    select id, case id % 3 when 0 then 'fehlgeschlagen' else 'erstellt' end, case id % 3 when 0 then 'Test' end,
      case id % 3 when 1 then repeat('0', 64) end, case id % 3 when 1 then ''::bytea end
    from archiv_beleg
    where id % 3 < 2`;
  belege = [
    ...(await dienst.owner<Zeile[]>`
      select b.id, b.belegdatum, b.belegnummer, b.belegart, b.brutto_cent, b.kontakt_id, b.pachtkonto_id,
        b.buchungslauf_id, p.status pdf
      from archiv_beleg b
      left join archiv_pdf p on p.beleg_id = b.id`),
  ];
});

const felder = ["belegdatum", "belegnummer", "bruttoCent", "id"];
const prueft = async (anfrage: string, erwartet: (beleg: Zeile) => boolean): Promise<void> => {
  const passend = belege.filter(erwartet);
  expect(passend.length, anfrage).toBeGreaterThan(0);
  expect(passend.length, anfrage).toBeLessThan(belege.length);
  await jedeOrdnung(`/abrechnung/archiv?${anfrage}`, felder, "-belegdatum", passend);
};

describe("Liste der Belege", () => {
  test("nach jedem Feld auf- und absteigend", async () => {
    await jedeOrdnung("/abrechnung/archiv", felder, "-belegdatum", belege);
    await lehntUnbekanntesAb("/abrechnung/archiv");
  });

  test("nach Jahr, Tag, Art, Betrag, Empfänger, Konto, Lauf und Stand des Schreibens", async () => {
    const erster = belege[0];
    await prueft("year=2026", ({ belegdatum }) => belegdatum.startsWith("2026"));
    await prueft("von=2026-11-20", ({ belegdatum }) => belegdatum >= "2026-11-20");
    await prueft("bis=2026-11-20", ({ belegdatum }) => belegdatum <= "2026-11-20");
    await prueft("von=2026-11-20&bis=2026-11-20", ({ belegdatum }) => belegdatum === "2026-11-20");
    await prueft("belegart=gutschrift,schlussrechnung", ({ belegart }) => belegart === "gutschrift");
    await prueft(
      "year=2026&belegart=gutschrift",
      (b) => b.belegart === "gutschrift" && b.belegdatum.startsWith("2026"),
    );
    await prueft("bruttoVonCent=84000", ({ bruttoCent }) => bruttoCent >= 84_000);
    await prueft("bruttoVonCent=-5000&bruttoBisCent=84000", ({ bruttoCent }) => bruttoCent <= 84_000);
    await prueft("bruttoBisCent=-1", ({ bruttoCent }) => bruttoCent < 0);
    await prueft("bruttoBisCent=-1&belegart=rechnung", (b) => b.bruttoCent < 0 && b.belegart === "rechnung");
    await prueft(
      "bruttoBisCent=-1&belegart=rechnung,stornogutschrift",
      (b) => b.bruttoCent < 0 && (b.belegart === "rechnung" || b.belegart === "stornogutschrift"),
    );
    await prueft(`kontaktId=${erster?.kontaktId}`, (b) => b.kontaktId === erster?.kontaktId);
    await prueft(`pachtkontoId=${erster?.pachtkontoId}`, (b) => b.pachtkontoId === erster?.pachtkontoId);
    await prueft(`buchungslaufId=${erster?.buchungslaufId}`, (b) => b.buchungslaufId === erster?.buchungslaufId);
    await prueft("pdfStatus=offen", ({ pdf }) => pdf === null);
    await prueft("pdfStatus=erstellt", ({ pdf }) => pdf === "erstellt");
    await prueft("pdfStatus=fehlgeschlagen", ({ pdf }) => pdf === "fehlgeschlagen");
  });

  test("alle Filter zusammen, auch mit einer Suche", async () => {
    await prueft(
      "belegart=rechnung&bruttoVonCent=1&von=2026-01-01&pdfStatus=offen",
      (b) => b.belegart === "rechnung" && b.bruttoCent > 0 && b.belegdatum > "2026" && b.pdf === null,
    );
    const { json } = await pruefer().get("/abrechnung/archiv?search=nirgends&belegart=rechnung&pdfStatus=erstellt");
    expect(json).toMatchObject({ data: [], pagination: { total: 0 } });
  });

  test.each([
    ["belegart=rechnung,quittung", "belegart.1", "nicht_erlaubt"],
    ["pdfStatus=weg", "pdfStatus", "nicht_erlaubt"],
    ["bruttoVonCent=1,50", "bruttoVonCent", "falscher_typ"],
    ["von=20.11.2026", "von", "falsches_format"],
    ["buchungslaufId=7", "buchungslaufId", "falsches_format"],
    ["kontaktId=0", "kontaktId", "zu_klein"],
  ])("%s ist 400", async (anfrage, path, code) => {
    const { status, json } = await pruefer().get<{ errors: object[] }>(`/abrechnung/archiv?${anfrage}`);
    expect(status).toBe(400);
    expect(json.errors).toMatchObject([{ path, code }]);
  });
});
