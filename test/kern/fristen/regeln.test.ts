import { expect, test } from "vitest";
import { gesetzlicheKuendigung, mietkuendigung, regeln } from "../../../src/kern/fristen/regeln.ts";

test("jede Regel nennt Paragraph, Satz und Quelle", () => {
  const alle = [...Object.values(gesetzlicheKuendigung), ...Object.values(mietkuendigung), ...Object.values(regeln)];
  for (const { gesetz, satz, quelle } of alle) {
    expect(gesetz).toMatch(/§|Vertrag/);
    expect(satz).toMatch(/\.$/);
    expect(quelle).not.toBe("");
  }
});
