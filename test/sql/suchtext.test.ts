import fc from "fast-check";
import { expect, test } from "vitest";
import { mitDatenbank, owner } from "../hilfe/mitDatenbank.ts";

mitDatenbank();

/** The functions as rows were written with them before: whatever they wrote must be found by the ones there are. */
const wieFrueher = `
  create function frueher_norm(text) returns text language sql immutable strict
    return unaccent('unaccent'::regdictionary, regexp_replace(replace(replace(replace(replace(
      lower(normalize($1, nfc)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ß', 'ss'), 'str\\.', 'strasse', 'g'));
  create function frueher_text(text) returns text language sql immutable strict
    return case when lower(normalize($1, nfc)) ~ '[äöü]'
      then frueher_norm($1) || ' ' || frueher_norm(translate(lower(normalize($1, nfc)), 'äöü', 'aou'))
      else frueher_norm($1) end;
  create function frueher_worte(text) returns text language sql immutable strict
    return (select coalesce(string_agg(distinct wort, e'\\n'), '') from (
      select wort collate "C" wort from string_to_table(translate($1, e'\\t\\r\\n', '   '), ' ') wort where wort <> ''
    ) worte);`;

const stueck = fc.oneof(
  fc.constantFrom(
    "Müller",
    "Mu\u0308ller",
    "GROẞ",
    "ß",
    "Hauptstr.",
    "STR.str.",
    "Łódź",
    "İ",
    "ǅ",
    "é",
    "e\u0301",
    "ﬁ",
  ),
  fc.constantFrom(
    "a:1",
    "'b'",
    "\\",
    "%_",
    "₂",
    "가",
    "\u1100\u1161",
    "😀",
    "\u00a0",
    "x".repeat(2046),
    "ö".repeat(1500),
  ),
  fc.constantFrom("\t", "\n", "\r", "  "),
  fc.string({ unit: "binary", maxLength: 6 }).map((text) => text.replaceAll("\0", "")),
);
const text = fc
  .array(fc.tuple(stueck, fc.constantFrom("", " ")), { maxLength: 8 })
  .map((stuecke) => stuecke.flat().join(""));

test("Suchtexte sind dieselben wie früher, aus welchen Zeichen auch immer", async () => {
  const texte = ["", ...fc.sample(text, 3000)];
  const abweichende = await owner.begin(async (tx) => {
    await tx.unsafe(wieFrueher).simple();
    return tx<{ t: string }[]>`
      select t from unnest(${texte}::text[]) t
      where such_norm(t) is distinct from frueher_norm(t) or such_text(t) is distinct from frueher_text(t)
        or such_worte(t) is distinct from frueher_worte(t)
        or such_worte(such_text(t)) is distinct from frueher_worte(frueher_text(t))`;
  });
  expect(abweichende).toEqual([]);
});

test("ohne Text kein Suchtext", async () => {
  expect(await owner`select such_norm(null) n, such_text(null) t, such_worte(null) w`).toEqual([
    { n: null, t: null, w: null },
  ]);
});
