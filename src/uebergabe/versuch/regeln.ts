import { type Ablehnung, konflikt } from "../../kern/ablehnung.ts";
import type { Faehigkeiten } from "../adapter/typen.ts";
import type { Aktion, ExtaccountingDocumentAction, Zustand } from "../schema.ts";
import type { Stand } from "./queries.ts";

/** What else decides: whether the clerk insists, and whether a job of the worker wants it. */
export type Umstaende = Pick<ExtaccountingDocumentAction, "bestaetigt"> & { imAuftrag?: boolean };

/** From which states an action is allowed. */
const erlaubtAus: Record<Aktion, readonly Zustand[]> = {
  export: ["pending", "failed", "deleted", "legacy"],
  refresh: ["synced", "cancelled"],
  reconcile: ["uncertain", "failed", "synced"],
  cancel: ["synced"],
  delete: ["failed", "pending", "cancelled"],
};

/** Never sent and not going to be: nothing of it stands outside under a number. */
const niegesendet = ({ zustand, externNummer }: Stand): boolean =>
  ["pending", "legacy", "failed", "deleted"].includes(zustand) && externNummer === null;

/**
 * A cancelled document that was never sent is skipped, and so is its Storno.
 *
 * @param original of a Storno the document that it cancels
 */
const warumUebersprungen = (stand: Stand, original: Stand | undefined): string | null => {
  if (original)
    return niegesendet(original)
      ? `Der stornierte Beleg ${original.belegnummer} wurde nie übergeben; sein Storno wird es auch nicht.`
      : null;
  return stand.storniertDurchId !== null && niegesendet(stand)
    ? "Der Beleg wurde storniert, bevor er übergeben war; er und sein Storno werden nicht übergeben."
    : null;
};

const faehigkeitFehlt = (aktion: Aktion, faehigkeiten: Faehigkeiten): boolean =>
  (aktion === "cancel" && !faehigkeiten.storno) || (aktion === "delete" && !faehigkeiten.loeschenEntwurf);

/** What of the state alone forbids the action; null where it may be tried. */
export const findeHindernis = (
  aktion: Aktion,
  stand: Stand,
  original: Stand | undefined,
  { bestaetigt, imAuftrag }: Umstaende = {},
): Ablehnung | null => {
  if (!erlaubtAus[aktion].includes(stand.zustand))
    return konflikt(
      "zustand",
      `„${aktion}“ geht nur aus ${erlaubtAus[aktion].join(", ")}; dieser Beleg ist ${stand.zustand}.`,
    );
  if (stand.gesperrt && (aktion === "export" || imAuftrag))
    return konflikt("gesperrt", "Das Archivkonto ist als „gesperrt“ markiert; seine Belege werden nicht übergeben.");
  if (aktion === "export") {
    const uebersprungen = warumUebersprungen(stand, original);
    if (uebersprungen) return konflikt("uebersprungen", uebersprungen);
    if (stand.zustand === "legacy" && bestaetigt !== true)
      return konflikt(
        "bestaetigung_noetig",
        'Der Beleg liegt vor dem Start der Übergabe. Soll er trotzdem übergeben werden, bitte { "bestaetigt": true } senden.',
      );
    if (original && original.zustand !== "synced" && original.zustand !== "cancelled")
      return konflikt(
        "original_ungeklaert",
        `Der stornierte Beleg ${original.belegnummer} ist ${original.zustand}; bitte zuerst ihn klären.`,
      );
  }
  if (aktion === "cancel" && stand.stornoVonId !== null)
    return konflikt("storno", "Ein Storno lässt sich nicht stornieren.");
  if ((aktion === "refresh" || aktion === "cancel") && stand.externId === null)
    return konflikt("nie_gesendet", "Von diesem Beleg steht nichts im Buchhaltungssystem.");
  if (aktion === "delete" && (stand.externId === null || stand.externNummer !== null))
    return konflikt(
      "unveraenderlich",
      stand.externNummer === null
        ? "Von diesem Beleg steht kein Entwurf im Buchhaltungssystem."
        : `Der Beleg hat außen die Nummer ${stand.externNummer}; nur ein Entwurf ohne Nummer lässt sich löschen.`,
    );
  return null;
};

/** Whether something of it stands outside, or may: nobody knows, or nobody knows which. */
const vielleichtAussen = ({ externId, zustand, code }: Stand): boolean =>
  externId !== null || zustand === "uncertain" || (zustand === "failed" && code === "doppelt");

/** What the system, its trustee or the document's own Storno forbid. */
export const findeHindernisAussen = (
  aktion: Aktion,
  stand: Stand,
  storno: Stand | undefined,
  { system, mandantId, faehigkeiten }: { system: string; mandantId: string; faehigkeiten: Faehigkeiten },
): Ablehnung | null => {
  const anderswo = vielleichtAussen(stand) && (stand.system !== system || stand.mandantId !== mandantId);
  if (anderswo)
    return konflikt(
      "anderes_system",
      `Der Beleg wurde an ${stand.system} (Mandant ${stand.mandantId}) übergeben, angeschlossen ist ${system} (Mandant ${mandantId}).`,
    );
  if (faehigkeitFehlt(aktion, faehigkeiten))
    return konflikt(
      "nicht_unterstuetzt",
      aktion === "cancel"
        ? "Dieses Buchhaltungssystem storniert nicht; der Storno des Archivs wird dort zur Gutschrift."
        : "Dieses Buchhaltungssystem löscht keine Belege.",
    );
  if (aktion === "cancel" && storno && !["pending", "legacy"].includes(storno.zustand) && storno.versucht)
    return konflikt(
      "storno_uebertragen",
      `Der Storno ${storno.belegnummer} ist ${storno.zustand}; über ihn wird dieser Beleg außen aufgehoben.`,
    );
  return null;
};

/** What the state allows, for whoever shows buttons. */
export const erlaubteAktionen = (stand: Stand, original: Stand | undefined): Aktion[] =>
  (Object.keys(erlaubtAus) as Aktion[]).filter(
    (aktion) => findeHindernis(aktion, stand, original, { bestaetigt: true }) === null,
  );
