// What happens every night, with the outcomes of the last fortnight.
import { el, gleicheAb, schreibe, setze, tabellenzeile } from "./dom.js";
import { vierzehnTage } from "./streifen.js";
import { auftragsname, zeit } from "./worte.js";

const zelle = () => {
  const wort = el("span", { className: "nur-vorgelesen" });
  const knoten = el("li", {}, wort);
  return {
    knoten,
    zeige({ ausgang, text }) {
      setze(knoten, "className", ausgang);
      setze(knoten, "title", text);
      schreibe(wort, text);
    },
  };
};

/** @param starte is called with the name of a schedule */
const planzeile = (starte) => (plan) => {
  const { knoten, zellen } = tabellenzeile(["name", "streifen", "naechster", "tun"]);
  const tut = el("span", { className: "beiwerk", textContent: plan.tut });
  const streifen = el("ol", { className: "streifen", "aria-label": `${auftragsname(plan.name)}, die letzten 14 Tage` });
  const knopf = el("button", {
    type: "button",
    textContent: "Jetzt",
    "aria-label": `${auftragsname(plan.name)} jetzt ausführen`,
  });
  knopf.addEventListener("click", () => void starte(plan.name));
  zellen.name.append(auftragsname(plan.name), tut);
  zellen.streifen.append(streifen);
  zellen.tun.append(knopf);
  return {
    knoten,
    zeige({ laeufe, naechsterLaufAm, jetzt }) {
      gleicheAb(streifen, vierzehnTage(laeufe, jetzt), ({ tag }) => tag, zelle);
      schreibe(zellen.naechster, zeit(naechsterLaufAm));
    },
  };
};

export const bereiteZeitplaene = (teil, starte) => {
  const neueZeile = planzeile(starte);
  return (plaene, jetzt) =>
    gleicheAb(
      teil("zeitplaene"),
      plaene.map((plan) => ({ ...plan, jetzt })),
      ({ name }) => name,
      neueZeile,
    );
};
