import type { Adapter, AdapterPayload } from "oidc-provider";

/** What the local provider remembers, in memory: one map for each kind of artifact, swept when it is written. */
export class Anmeldespeicher implements Adapter {
  readonly #eintraege = new Map<string, { inhalt: AdapterPayload; bis: number }>();

  async upsert(id: string, inhalt: AdapterPayload, sekunden: number): Promise<void> {
    for (const [alt, { bis }] of this.#eintraege) if (bis < Date.now()) this.#eintraege.delete(alt);
    this.#eintraege.set(id, { inhalt, bis: Date.now() + sekunden * 1000 });
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#finde((_inhalt, schluessel) => schluessel === id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#finde((inhalt) => inhalt.uid === uid);
  }

  async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    return this.#finde((inhalt) => inhalt.userCode === userCode);
  }

  async consume(id: string): Promise<void> {
    const eintrag = this.#eintraege.get(id);
    if (eintrag !== undefined) eintrag.inhalt.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#eintraege.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, { inhalt }] of this.#eintraege) if (inhalt.grantId === grantId) this.#eintraege.delete(id);
  }

  #finde(passt: (inhalt: AdapterPayload, id: string) => boolean): AdapterPayload | undefined {
    for (const [id, { inhalt, bis }] of this.#eintraege) if (bis >= Date.now() && passt(inhalt, id)) return inhalt;
    return undefined;
  }
}
