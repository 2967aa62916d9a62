import { expect, test } from "vitest";
import { wartezeitMs } from "../../../src/uebergabe/adapter/http.ts";

const date = "Fri, 20 Nov 2026 12:00:00 GMT";
const mit = (wert?: string) =>
  wartezeitMs(new Headers({ date, ...(wert === undefined ? {} : { "retry-after": wert }) }));

test("Retry-After in Sekunden, als Zeitpunkt, und was niemand versteht", () => {
  expect(mit("7")).toBe(7_000);
  expect(mit("0")).toBe(0);
  expect(mit("Fri, 20 Nov 2026 13:00:00 GMT")).toBe(3_600_000);
  expect(mit("Wed, 21 Oct 2015 07:28:00 GMT")).toBe(0);
  expect(mit("9".repeat(40))).toBe(86_400_000);
  for (const wert of [undefined, "bald"]) expect(mit(wert)).toBeUndefined();
  expect(wartezeitMs(new Headers({ "retry-after": "Fri, 20 Nov 2026 13:00:00 GMT" }))).toBeUndefined();
});
