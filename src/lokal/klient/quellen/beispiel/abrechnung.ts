import {
  type AbrechnungVorschauGruppen,
  type ArchivEintrag,
  type Buchungslauf,
  dateiname,
  ergebnis,
  type Klient,
  schluessel,
  verfolge,
  warteAufAuftrag,
} from "../index.ts";
import { beiKlick, el, euro, feld, melde, speichere, tabelle, tag, zeitraum } from "./dom.ts";

const gruppen = ({ gruppen: alleGruppen }: AbrechnungVorschauGruppen): HTMLElement =>
  tabelle(
    "Was gebucht würde",
    ["Fällig", "Zeitraum", "#Konten", "#Rechnungen", "#Auszahlung"],
    alleGruppen.map(({ faelligAm, zeitraumVon, zeitraumBis, summen }) => [
      tag(faelligAm),
      zeitraum(zeitraumVon, zeitraumBis),
      String(summen.anzahlKonten),
      euro(summen.paechterBruttoCent),
      euro(summen.auszahlungCent),
    ]),
  );

/** A bar with its words, and how to move it. */
const balken = (wovon: string) => {
  const leiste = el("progress", { max: 1, value: 0 });
  const worte = el("p", {}, wovon);
  return {
    knoten: el("div", {}, feld(wovon, leiste), worte),
    zeige: (getan: number, gesamt: number) => {
      leiste.max = Math.max(gesamt, 1);
      leiste.value = getan;
      worte.textContent = `${getan} von ${gesamt}`;
    },
  };
};

const ladeBrief = async (klient: Klient, { id, belegnummer }: ArchivEintrag): Promise<void> => {
  const brief = await klient.GET("/abrechnung/archiv/{id}/pdf", { params: { path: { id } }, parseAs: "blob" });
  speichere(ergebnis(brief), dateiname(brief.response) ?? `${belegnummer}.pdf`);
  melde(`${belegnummer} ist geladen.`);
};

/** All letters of a run in one file; where there are many, the service says which job draws it. */
const ladeAlle = async (klient: Klient, buchungslaufId: string, zeige: (getan: number, gesamt: number) => void) => {
  const hole = () => klient.GET("/abrechnung/pdf-gesamt", { params: { query: { buchungslaufId } }, parseAs: "blob" });
  let datei = await hole();
  if (datei.response.status === 202) {
    const beiFortschritt = ({ fortschritt, gesamt }: { fortschritt: number | null; gesamt: number | null }) =>
      zeige(fortschritt ?? 0, gesamt ?? 0);
    await warteAufAuftrag(klient, datei.response, { beiFortschritt });
    datei = await hole();
  }
  speichere(ergebnis(datei), dateiname(datei.response) ?? "schreiben.pdf");
  melde("Alle Schreiben sind geladen.");
};

const listeBelege = async (klient: Klient, { id, schreiben }: Buchungslauf): Promise<HTMLElement> => {
  const query = { buchungslaufId: id, sort: "belegnummer" as const, limit: 10 };
  const { data: belege } = ergebnis(await klient.GET("/abrechnung/archiv", { params: { query } }));
  return tabelle(
    belege.length < schreiben.anzahl ? `Die ersten ${belege.length} Belege` : "Die Belege",
    ["Beleg", "Empfänger", "#Betrag", "Schreiben"],
    belege.map((beleg) => [
      beleg.belegnummer,
      beleg.empfaenger.anzeigename,
      euro(beleg.bruttoCent),
      beiKlick(el("button", { type: "button", ariaLabel: `${beleg.belegnummer} laden` }, "PDF laden"), () =>
        ladeBrief(klient, beleg),
      ),
    ]),
  );
};

/** Preview of a day, booking of exactly that, and the letters as they come about. */
export function zeigeAbrechnung(klient: Klient, heute: string): Node[] {
  const datum = el("input", { type: "date", name: "datum", value: heute, required: true });
  const ergebnisse = el("div");

  const zeigeLauf = async (id: string): Promise<void> => {
    melde("Gebucht. Die Schreiben entstehen.");
    const fortschritt = balken("Fertige Schreiben");
    ergebnisse.replaceChildren(el("h2", {}, "Gebucht"), fortschritt.knoten);
    const lies = async () =>
      ergebnis(await klient.GET("/abrechnung/buchungslaeufe/{id}", { params: { path: { id } } }));
    const lauf = await verfolge(lies, ({ schreiben }) => schreiben.offen === 0, {
      beiFortschritt: ({ schreiben }) => fortschritt.zeige(schreiben.anzahl - schreiben.offen, schreiben.anzahl),
    });
    const gesamt = balken("Alle in einer Datei");
    const taste = beiKlick(el("button", { type: "button" }, "Alle Schreiben laden"), () =>
      ladeAlle(klient, id, gesamt.zeige),
    );
    ergebnisse.append(await listeBelege(klient, lauf), taste, gesamt.knoten);
    melde(`${lauf.anzahlDokumente} Belege gebucht, ${lauf.schreiben.erstellt} Schreiben fertig.`);
  };

  const zeigeVorschau = async (): Promise<void> => {
    const vorschau = ergebnis(
      await klient.GET("/abrechnung/vorschau-gruppen", { params: { query: { datum: datum.value } } }),
    );
    // One key for this preview: pressing again after a lost answer books nothing twice.
    const handlung = schluessel();
    const buche = beiKlick(el("button", { type: "button", className: "haupt" }, "Genau das buchen"), async () => {
      const body = { datum: vorschau.datum, vorschauHash: vorschau.vorschauHash };
      const { id } = ergebnis(await klient.POST("/abrechnung/buchen", { params: { header: handlung }, body }));
      await zeigeLauf(id);
    });
    ergebnisse.replaceChildren(gruppen(vorschau), ...(vorschau.gruppen.length > 0 ? [buche] : []));
    melde(
      vorschau.gruppen.length === 0 ? "An diesem Tag ist nichts fällig." : `${vorschau.summen.anzahlKonten} Konten.`,
    );
  };

  const taste = beiKlick(el("button", { type: "button" }, "Vorschau"), zeigeVorschau);
  return [el("h1", { tabIndex: -1 }, "Abrechnung"), el("form", {}, feld("Stichtag", datum), taste), ergebnisse];
}
