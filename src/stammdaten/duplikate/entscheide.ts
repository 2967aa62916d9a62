import { nichtGefunden, zusammengefuehrt } from "../../kern/ablehnung.ts";
import type { Kontext } from "../../kern/kontext.ts";
import { protokolliere } from "../../technik/auditlog/protokolliere.ts";
import type { Sql } from "../../technik/database/pool.ts";
import { schreibe } from "../../technik/database/schreibe.ts";
import { kontakte, patchobjekte, type Tabellen } from "./arten.ts";
import * as q from "./queries.ts";
import type { DuplikatEntscheidung } from "./schema.ts";
import { sperreAlle } from "./sperre.ts";

type Entscheidung = DuplikatEntscheidung["entscheidung"];

const alsAntwort = (a: number, b: number, entscheidung: q.Entscheidung | undefined): DuplikatEntscheidung => ({
  ids: [a, b],
  entscheidung: entscheidung ? "kein_duplikat" : "offen",
  entschiedenVon: entscheidung?.benutzerName ?? null,
  entschiedenAm: entscheidung?.entschiedenAm ?? null,
});

/**
 * Decides that two records are two, or takes that back. Doing it twice changes nothing, also not who decided.
 *
 * @throws Ablehnung nichtGefunden where one of them does not exist, aufgehoben where it was merged
 */
const entscheide = (
  sql: Sql,
  kontext: Kontext,
  { art, was }: { art: Tabellen; was: string },
  ids: readonly number[],
  entscheidung: Entscheidung,
): Promise<DuplikatEntscheidung> =>
  schreibe(sql, kontext, async (tx) => {
    const [a = 0, b = 0] = [...ids].sort((eins, zwei) => eins - zwei);
    // A clerk's save or a comparison that finds the pair at this moment would not see the decision.
    await sperreAlle(tx, art);
    const vorhandene = await q.listVorhandeneGehalten(tx, art, [a, b]);
    for (const id of [a, b]) {
      const einer = vorhandene.find((vorhandener) => vorhandener.id === id);
      if (!einer) throw nichtGefunden(was, id);
      if (einer.aufgegangenIn !== null) throw zusammengefuehrt(was, id, einer.aufgegangenIn);
    }
    const alt = await q.findEntscheidung(tx, art, a, b);
    const keinDuplikat = entscheidung === "kein_duplikat";
    if (keinDuplikat === (alt !== undefined)) return alsAntwort(a, b, alt);
    if (keinDuplikat) await q.insertEntscheidung(tx, art, a, b, kontext.akteur);
    else await q.deleteEntscheidung(tx, art, a, b);
    await q.updateKeinDuplikat(tx, art, a, b, keinDuplikat);
    await protokolliere(tx, kontext, {
      aktion: "entscheiden",
      ressource: `duplikat_${art.name}`,
      ressourceId: `${a}-${b}`,
      alt: { entscheidung: alt ? "kein_duplikat" : "offen" },
      neu: { entscheidung },
    });
    return alsAntwort(a, b, await q.findEntscheidung(tx, art, a, b));
  });

export function entscheideKontakte(
  sql: Sql,
  kontext: Kontext,
  { kontaktIds, entscheidung }: { kontaktIds: number[]; entscheidung: Entscheidung },
): Promise<DuplikatEntscheidung> {
  return entscheide(sql, kontext, { art: kontakte, was: "Einen Kontakt mit der id" }, kontaktIds, entscheidung);
}

export function entscheidePachtobjekte(
  sql: Sql,
  kontext: Kontext,
  { pachtobjektIds, entscheidung }: { pachtobjektIds: number[]; entscheidung: Entscheidung },
): Promise<DuplikatEntscheidung> {
  return entscheide(
    sql,
    kontext,
    { art: patchobjekte, was: "Ein Patchobjekt mit der id" },
    pachtobjektIds,
    entscheidung,
  );
}
