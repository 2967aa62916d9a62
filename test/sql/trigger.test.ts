import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

const haus = readFileSync(new URL("../../docs/haus.md", import.meta.url), "utf8");

/** A row of docs/haus.md: each of its triggers stands on each of its tables; `wann` are the words of when they fire. */
type Zeile = { funktion: string; trigger: string[]; wann: string[] };

const worte = (zelle = ""): string[] => [...zelle.matchAll(/\w+/g)].map(([wort]) => wort);

const liesZeile = (zeile: string): Zeile => {
  const [funktion, namen, tabellen, wann] = zeile.split("|").slice(1).map(worte);
  const trigger = (tabellen ?? []).flatMap((tabelle) => (namen ?? []).map((name) => `${tabelle}.${name}`));
  return { funktion: funktion?.[0] ?? "", trigger, wann: wann ?? [] };
};

const zeilen = [...haus.matchAll(/^\| function \| triggers \|.*\n\|[-|]+\|\n((?:\|.*\n)+)/gm)].flatMap(
  ([, text = ""]) => text.trim().split("\n").map(liesZeile),
);

const listTrigger = () => owner<{ funktion: string; trigger: string; wann: string[] }[]>`
    select p.proname funktion, c.relname || '.' || g.tgname "trigger",
      array_remove(array[case when g.tgtype & 2 <> 0 then 'before' else 'after' end,
        case when g.tgtype & 4 <> 0 then 'insert' end, case when g.tgtype & 16 <> 0 then 'update' end,
        case when g.tgtype & 8 <> 0 then 'delete' end, case when g.tgtype & 32 <> 0 then 'truncate' end,
        case when g.tgtype & 1 <> 0 then 'row' end], null) wann
    from pg_trigger g
    join pg_class c on c.oid = g.tgrelid
    join pg_proc p on p.oid = g.tgfoid
    where c.relnamespace = 'public'::regnamespace and not g.tgisinternal`;

test("docs/haus.md nennt jeden Trigger der Datenbank, und keinen anderen, mit Funktion, Tabelle und Anlass", async () => {
  const vorhandene = await listTrigger();
  const genannte = zeilen.flatMap(({ funktion, trigger }) => trigger.map((einer) => `${einer} ${funktion}`));
  expect(genannte.sort()).toEqual(vorhandene.map(({ funktion, trigger }) => `${trigger} ${funktion}`).sort());

  for (const { trigger, wann } of zeilen) {
    const anlaesse = vorhandene.filter((einer) => trigger.includes(einer.trigger)).flatMap((einer) => einer.wann);
    expect([...wann].sort(), trigger.join(" ")).toEqual([...new Set(anlaesse)].sort());
  }
});
