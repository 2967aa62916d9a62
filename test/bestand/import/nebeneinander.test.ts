import { expect, test } from "vitest";
import { nebeneinander } from "../../../src/bestand/import/schreibung/nebeneinander.ts";

/** Deeds that note when they begin and end; each ends when it is let go. */
const mitschrift = () => {
  const notiz: string[] = [];
  const freigaben = new Map<string, PromiseWithResolvers<void>>();
  const tat = (name: string, gruppe: string) => ({
    gruppe,
    tue: async () => {
      notiz.push(`${name} beginnt`);
      const freigabe = Promise.withResolvers<void>();
      freigaben.set(name, freigabe);
      try {
        await freigabe.promise;
      } finally {
        notiz.push(`${name} endet`);
      }
    },
  });
  /** Lets all of them begin that may. */
  const ruhe = () => new Promise((weiter) => setTimeout(weiter, 5));
  const lass = async (name: string, fehler?: Error) => {
    const freigabe = freigaben.get(name);
    if (fehler) freigabe?.reject(fehler);
    else freigabe?.resolve();
    await ruhe();
  };
  return { notiz, tat, lass, ruhe };
};

test("drei einer Gruppe laufen nebeneinander, die der nächsten erst, wenn alle fertig sind", async () => {
  const { notiz, tat, lass, ruhe } = mitschrift();
  const lauf = nebeneinander([tat("a", "1"), tat("b", "1"), tat("c", "1"), tat("d", "1"), tat("e", "2")]);
  await ruhe();
  expect(notiz.splice(0)).toEqual(["a beginnt", "b beginnt", "c beginnt"]);
  await lass("a");
  expect(notiz.splice(0)).toEqual(["a endet", "d beginnt"]);
  await lass("b");
  await lass("d");
  expect(notiz.splice(0)).toEqual(["b endet", "d endet"]);
  await lass("c");
  expect(notiz.splice(0)).toEqual(["c endet", "e beginnt"]);
  await lass("e");
  await lauf;
});

test.each([
  ["in derselben Gruppe", "1"],
  ["vor der nächsten Gruppe", "2"],
])("scheitert eines %s, beginnt keines mehr, und zu Ende ist es erst mit den anderen", async (_, gruppe) => {
  const { notiz, tat, lass, ruhe } = mitschrift();
  let istZuEnde = false;
  const lauf = nebeneinander([tat("a", "1"), tat("b", "1"), tat("c", "1"), tat("d", gruppe)]).finally(() => {
    istZuEnde = true;
  });
  lauf.catch(() => undefined);
  await ruhe();
  await lass("a", new Error("Strom weg"));
  expect([istZuEnde, notiz]).toEqual([false, ["a beginnt", "b beginnt", "c beginnt", "a endet"]]);
  await lass("c");
  expect(istZuEnde).toBe(false);
  await lass("b");
  await expect(lauf).rejects.toThrow("Strom weg");
  expect(notiz.at(-1)).toBe("b endet");
});
