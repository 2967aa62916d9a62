// The jobs, a page of them at a time, with how far they are.
import { el, gleicheAb, marke, schreibe, setze, tabellenzeile } from "./dom.js";
import { anzahl, auftragsname, dauer, ergebnis, mehrere, statusworte, zeit } from "./worte.js";

const filter = { offene: "&status=wartend,laeuft", gescheiterte: "&status=fehlgeschlagen", alle: "" };
const markenart = { fertig: "gut", laeuft: "rege", wartend: "ruhig", fehlgeschlagen: "schlecht", abgebrochen: "ruhig" };

const wieLange = ({ begonnenAm, beendetAm, jetzt }) =>
  begonnenAm === null ? "" : dauer(Math.max(0, (beendetAm ? Date.parse(beendetAm) : jetzt) - Date.parse(begonnenAm)));

const wieWeit = ({ status, fortschritt, gesamt, ergebnis: zahlen, ursache, wiederholtDurch }) => {
  if (wiederholtDurch !== null) return `wiederholt durch Auftrag ${wiederholtDurch}`;
  if (ursache !== null) return ursache;
  if (fortschritt !== null)
    return gesamt === null ? anzahl(fortschritt) : `${anzahl(fortschritt)} von ${anzahl(gesamt)}`;
  return status === "fertig" ? ergebnis(zahlen) : "";
};

/** @param wiederhole is called with the number of a failed job */
const auftragszeile = (wiederhole) => (auftrag) => {
  const { knoten, zellen } = tabellenzeile(["nummer", "auftrag", "status", "stand", "von", "erteilt", "dauer", "tun"]);
  const status = marke();
  const balken = el("progress", { "aria-label": `Fortschritt von Auftrag ${auftrag.id}` });
  const wort = el("span");
  zellen.status.append(status.knoten);
  zellen.stand.append(balken, wort);
  schreibe(zellen.nummer, String(auftrag.id));
  schreibe(zellen.auftrag, auftragsname(auftrag.art));
  schreibe(zellen.von, auftrag.angelegtVon);
  schreibe(zellen.erteilt, zeit(auftrag.angelegtAm));
  let knopf;
  return {
    knoten,
    zeige(stand) {
      status.zeige(markenart[stand.status], statusworte[stand.status]);
      const misst = stand.status === "laeuft" && stand.gesamt > 0 && stand.fortschritt !== null;
      setze(balken, "hidden", !misst);
      if (misst) {
        setze(balken, "max", stand.gesamt);
        setze(balken, "value", Math.min(stand.fortschritt, stand.gesamt));
      }
      schreibe(wort, wieWeit(stand));
      schreibe(zellen.dauer, wieLange(stand));
      const kann = stand.status === "fehlgeschlagen" && stand.wiederholtDurch === null && stand.art !== "sammeldatei";
      if (kann && !knopf) {
        knopf = el("button", {
          type: "button",
          textContent: "Wiederholen",
          "aria-label": `Auftrag ${stand.id} wiederholen`,
        });
        knopf.addEventListener("click", () => void wiederhole(stand.id));
        zellen.tun.append(knopf);
      } else if (!kann && knopf) {
        knopf.remove();
        knopf = undefined;
      }
    },
  };
};

/**
 * @param teil finds a part of the page by its id
 * @param frageNeu has the list asked for at once
 * @returns `lies`, which asks for the page that is chosen and shows it, and `istRege`, whether a job of it is under way
 */
export const bereiteAuftraege = (teil, abruf, wiederhole, frageNeu) => {
  let seite = 1;
  let rege = false;
  let gezeigt = new Map();

  const gewaehlt = () => {
    const formular = new FormData(teil("auftragsfilter"));
    return `limit=${formular.get("je-seite")}${filter[formular.get("welche")]}`;
  };
  const blaettere = (schritt) => () => {
    seite += schritt;
    void frageNeu();
  };
  teil("vorige").addEventListener("click", blaettere(-1));
  teil("naechste").addEventListener("click", blaettere(1));
  teil("auftragsfilter").addEventListener("change", () => {
    seite = 1;
    void frageNeu();
  });
  const neueZeile = auftragszeile(wiederhole);

  return {
    istRege: () => rege,
    /** @returns the jobs that have ended since the last time */
    async lies() {
      const wahl = gewaehlt();
      const { data, pagination } = await abruf.lies(`/betrieb/auftraege?page=${seite}&${wahl}`);
      // Another page was chosen meanwhile: its answer is under way.
      if (wahl !== gewaehlt() || pagination.page !== seite) return [];
      const jetzt = Date.now();
      gleicheAb(
        teil("auftraege"),
        data.map((auftrag) => ({ ...auftrag, jetzt })),
        ({ id }) => id,
        neueZeile,
      );
      rege = data.some(({ status }) => status === "laeuft");
      setze(teil("vorige"), "disabled", seite <= 1);
      setze(teil("naechste"), "disabled", seite >= pagination.totalPages);
      setze(teil("keine-auftraege"), "hidden", pagination.total > 0);
      schreibe(
        teil("auftragsseite"),
        `${mehrere(pagination.total, "Auftrag", "Aufträge")}, Seite ${seite} von ${Math.max(1, pagination.totalPages)}`,
      );
      const beendete = data.filter(({ id, status }) => gezeigt.get(id) === "laeuft" && status !== "laeuft");
      gezeigt = new Map(data.map(({ id, status }) => [id, status]));
      return beendete;
    },
  };
};
