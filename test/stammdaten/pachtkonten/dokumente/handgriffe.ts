import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, vi } from "vitest";
import type { Dokument } from "../../../../src/stammdaten/pachtkonten/dokumente/schema.ts";
import { konto, mitarbeiter, mitDienst } from "../../../hilfe/mitDienst.ts";

export let id = 0;
export function ordner() {
  return `/pachtkonten/${id}/dokumente`;
}

/** The service with an account; an upload of these tests leaves no file behind. */
export function mitKonto(): void {
  /** Of this file alone, so that what an upload leaves behind is its own. */
  const ablage = mkdtempSync(path.join(tmpdir(), "dokumente-"));
  mitDienst({ stammdaten: true });
  beforeAll(async () => {
    vi.stubEnv("TMPDIR", ablage);
    id = await konto();
  });
  afterAll(() => {
    vi.unstubAllEnvs();
    expect(readdirSync(ablage).filter((name) => name.startsWith("pacht-"))).toEqual([]);
    rmSync(ablage, { recursive: true });
  });
}

export function alsFormular(inhalt: Uint8Array | string, name: string, feld = "datei") {
  const formular = new FormData();
  formular.append(feld, new File([inhalt as never], name));
  return formular;
}
export function lade(inhalt: Uint8Array | string, name: string, kopf?: Record<string, string>) {
  return mitarbeiter().post<Dokument>(ordner(), alsFormular(inhalt, name), kopf);
}
export function sha256(inhalt: Uint8Array | string) {
  return createHash("sha256").update(inhalt).digest("hex");
}
export function pdf(rest: Uint8Array | string = "") {
  return Buffer.concat([Buffer.from("%PDF-1.7\n"), Buffer.from(rest)]);
}
