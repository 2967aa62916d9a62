import { describe, expect, test } from "vitest";
import { vertragsartVon } from "../../../src/kern/fristen/vertrag.ts";
import { objekt } from "./handgriffe.ts";

describe("Die Vertragsart", () => {
  test.each([
    [["acker", "gruenland"], "landpacht"],
    [["acker"], "landpacht"],
    [["acker", "wald"], "sonstige"],
    [["jagd"], "jagdpacht"],
    [["jagd", "acker"], "sonstige"],
    [["garten"], "sonstige"],
    [[], "sonstige"],
  ])("von %j ist %s, wenn niemand anderes sagt", (arten, art) => {
    const objekte = arten.map((eine) => objekt(eine));
    expect(vertragsartVon({ vertragsart: null, objekte })).toBe(art);
    expect(vertragsartVon({ vertragsart: "miete", objekte })).toBe("miete");
  });
});
