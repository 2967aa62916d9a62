// Entry of the page: who may see it sees its parts, each asked for in its own time.
import { ich } from "../docs/kopf.js";
import { erstelleAbruf } from "./abruf.js";
import { sammleAnliegen } from "./anliegen.js";
import { bereiteAuftraege } from "./auftraege.js";
import { bereiteAusblick } from "./ausblick.js";
import { el, gleicheAb, schreibe, setze } from "./dom.js";
import { bereiteVerlauf } from "./kurven.js";
import { starteTakt } from "./takt.js";
import { zeigeUebersicht } from "./uebersicht.js";
import { auftragsname, dauer, statusworte } from "./worte.js";
import { bereiteZeitplaene } from "./zeitplaene.js";

const teil = (id) => document.getElementById(id);
const basis = document.documentElement.dataset.basis;
const abruf = erstelleAbruf(basis, (...a) => fetch(...a));
const leitende = new Set(["administrator", "verwalter"]);

/** Heard by a screen reader too, when it has said what it says. */
const sage = (text) => schreibe(teil("meldung"), text);

const zeigeNur = (id) => {
  for (const eines of ["laedt", "anmelden", "kein-recht", "leitstand"]) setze(teil(eines), "hidden", eines !== id);
};

/** What several parts show; each knows the newest answer of the others. */
const bekannt = { zustand: null, zeitplaene: [] };

const leere = { data: [], pagination: { total: 0 } };

const uebergaben = (zustand, wie) =>
  zustand.uebergaben.some((eine) => eine.zustand === wie && eine.anzahl > 0)
    ? abruf.lies(`/extaccounting/documents?state=${wie}&limit=5`)
    : leere;

const anliegenzeile = (tue) => (anliegen) => {
  const [titel, text] = [el("h3"), el("p")];
  const knoten = el("li", {}, el("div", {}, titel, text));
  const { handlung } = anliegen;
  if (handlung) {
    const wort = handlung.wen ? `${handlung.wort}: ${handlung.wen}` : handlung.wort;
    const knopf = el("button", { type: "button", textContent: handlung.wort, "aria-label": wort });
    knopf.addEventListener("click", () => void tue(handlung, knopf));
    knoten.append(knopf);
  }
  return {
    knoten,
    zeige(stand) {
      setze(knoten, "className", stand.dringend ? "dringend" : "");
      schreibe(titel, stand.titel);
      schreibe(text, stand.text ?? "");
    },
  };
};

const starteLeitstand = () => {
  const takte = {};

  /** Does what somebody pressed, says what came of it, and shows what it changed. */
  const erteile = async (pfad, angenommen, koerper) => {
    try {
      const auftrag = await abruf.erteile(pfad, koerper);
      sage(`${angenommen}: Auftrag ${auftrag.auftragId ?? auftrag.id} ist erteilt.`);
    } catch (fehler) {
      sage(fehler.message);
    }
    await Promise.all([takte.auftraege.sofort(), takte.anliegen.sofort(), takte.zeitplaene.sofort()]);
  };
  const wiederhole = (id) => erteile(`/betrieb/auftraege/${id}/wiederholen`, "Wiederholt");
  const starte = (name) => erteile(`/betrieb/zeitplaene/${name}/start`, auftragsname(name));

  const neuesAnliegen = anliegenzeile(async ({ pfad, wort, koerper }, knopf) => {
    knopf.disabled = true;
    await erteile(pfad, wort, koerper);
    knopf.disabled = false;
  });
  const auftraege = bereiteAuftraege(teil, abruf, wiederhole, () => takte.auftraege.sofort());
  const zeigeZeitplaene = bereiteZeitplaene(teil, starte);
  const zeigeVerlauf = bereiteVerlauf(teil);
  const zeigeAusblick = bereiteAusblick(teil);

  const liesAnliegen = async () => {
    const zustand = bekannt.zustand ?? (await abruf.lies("/betrieb/zustand"));
    const [fehlgeschlagene, hebungen, ungeklaerte, abgewiesene, ohneSchreiben] = await Promise.all([
      abruf.lies("/betrieb/auftraege?status=fehlgeschlagen&limit=100"),
      abruf.lies("/abrechnung/naechste-termine?art=hebung_ueberfaellig&tage=1&limit=5"),
      uebergaben(zustand, "uncertain"),
      uebergaben(zustand, "failed"),
      zustand.schreiben.fehlgeschlagen > 0 ? abruf.lies("/abrechnung/archiv?pdfStatus=fehlgeschlagen&limit=5") : leere,
    ]);
    const anliegen = sammleAnliegen({
      zustand,
      fehlgeschlagene: fehlgeschlagene.data,
      zeitplaene: bekannt.zeitplaene,
      hebungen,
      ungeklaerte,
      abgewiesene,
      ohneSchreiben,
      jetzt: Date.parse(zustand.zeitpunkt),
    });
    gleicheAb(teil("anliegen"), anliegen, ({ schluessel }) => schluessel, neuesAnliegen);
    setze(teil("keine-anliegen"), "hidden", anliegen.length > 0);
    const dringende = anliegen.filter(({ dringend }) => dringend).length;
    document.title = dringende > 0 ? `(${dringende}) Leitstand` : "Leitstand";
  };

  const endeMit = (fehler) => {
    for (const takt of Object.values(takte)) takt.halteAn();
    zeigeNur(fehler.status === 401 ? "anmelden" : "kein-recht");
    sage(fehler.message);
  };
  const beiFehler = (fehler, pauseMs) => {
    if (fehler.status === 401 || fehler.status === 403) return endeMit(fehler);
    if (fehler.status === undefined) throw fehler;
    sage(`${fehler.message} Nächster Versuch in ${dauer(pauseMs)}.`);
    document.body.classList.add("veraltet");
  };
  const takt = (alleMs, tue) => starteTakt({ alleMs, tue, beiFehler, seite: document });

  takte.zustand = takt(
    () => 5_000,
    async () => {
      bekannt.zustand = await abruf.lies("/betrieb/zustand");
      zeigeUebersicht(teil, bekannt.zustand);
      if (document.body.classList.contains("veraltet")) {
        document.body.classList.remove("veraltet");
        sage("Der Dienst antwortet wieder.");
      }
    },
  );
  takte.auftraege = takt(
    () => (auftraege.istRege() ? 2_000 : 6_000),
    async () => {
      for (const { id, art, status } of await auftraege.lies())
        sage(`${auftragsname(art)}, Auftrag ${id}: ${statusworte[status]}.`);
    },
  );
  takte.zeitplaene = takt(
    () => 60_000,
    async () => {
      bekannt.zeitplaene = await abruf.lies("/betrieb/zeitplaene");
      zeigeZeitplaene(bekannt.zeitplaene, Date.now());
    },
  );
  takte.anliegen = takt(() => 20_000, liesAnliegen);
  takte.verlauf = takt(
    () => 60_000,
    async () => zeigeVerlauf(await abruf.lies(`/betrieb/verlauf?stunden=${teil("stunden").value}`)),
  );
  takte.ausblick = takt(
    () => 600_000,
    async () => zeigeAusblick(await abruf.lies("/dashboard/ausblick")),
  );
  teil("stunden").addEventListener("change", () => void takte.verlauf.sofort());
  teil("anhalten").addEventListener("click", ({ target }) => {
    const haelt = target.getAttribute("aria-pressed") !== "true";
    target.setAttribute("aria-pressed", String(haelt));
    for (const einer of Object.values(takte)) haelt ? einer.halteAn() : void einer.setzeFort();
    sage(haelt ? "Die Anzeige ist angehalten." : "Die Anzeige läuft wieder.");
  });
};

const stand = await ich;
if (stand === null) zeigeNur("anmelden");
else if (!stand.rollen.some((rolle) => leitende.has(rolle))) zeigeNur("kein-recht");
else {
  zeigeNur("leitstand");
  starteLeitstand();
}
