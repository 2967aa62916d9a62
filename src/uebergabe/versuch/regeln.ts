import { type Ablehnung, konflikt } from "../../kern/ablehnung.ts";
import type { Faehigkeiten, System } from "../adapter/typen.ts";
import { bezeichnungVon } from "../adapter/waehle.ts";
import type { Aktion, ExtaccountingDocumentAction, Zustand } from "../schema.ts";
import { aktionsworte, eineVon, zustandsworte } from "../worte.ts";
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

/** Nothing of it ever stood outside under a number; `istUebersprungen` says the same in SQL. */
const nieAussen = ({ zustand, externNummer }: Stand): boolean =>
  ["pending", "legacy", "failed", "deleted"].includes(zustand) && externNummer === null;

/**
 * A cancelled document that was never sent is skipped, and so is its Storno.
 *
 * @param original of a Storno the document that it cancels
 */
const warumUebersprungen = (stand: Stand, original: Stand | undefined): string | null => {
  if (original)
    return nieAussen(original)
      ? `Der stornierte Beleg ${original.belegnummer} wurde nie übergeben; sein Storno wird es auch nicht.`
      : null;
  return stand.storniertDurchId !== null && nieAussen(stand)
    ? "Der Beleg wurde storniert, bevor er übergeben war; er und sein Storno werden nicht übergeben."
    : null;
};

const faehigkeitFehlt = (aktion: Aktion, faehigkeiten: Faehigkeiten): boolean =>
  (aktion === "cancel" && !faehigkeiten.storno) || (aktion === "delete" && !faehigkeiten.loeschenEntwurf);

/** Not sent are a cancelled document that never was, one of before the start unasked, and a Storno of what is not clear. */
const findeExporthindernis = (
  stand: Stand,
  original: Stand | undefined,
  { bestaetigt }: Umstaende,
): Ablehnung | null => {
  const uebersprungen = warumUebersprungen(stand, original);
  if (uebersprungen) return konflikt("uebersprungen", uebersprungen);
  if (stand.zustand === "legacy" && bestaetigt !== true)
    return konflikt(
      "bestaetigung_noetig",
      `Der Beleg ist ${zustandsworte.legacy}. Soll er trotzdem übergeben werden, bitte ihn einzeln übergeben und das dabei bestätigen.`,
    );
  if (original && original.zustand !== "synced" && original.zustand !== "cancelled")
    return konflikt(
      "original_ungeklaert",
      `Der stornierte Beleg ${original.belegnummer} ist ${zustandsworte[original.zustand]}. Bitte erst ihn klären, dann den Storno übergeben.`,
    );
  return null;
};

const fehltAussen = ({ externId }: Stand): Ablehnung | null =>
  externId === null ? konflikt("nie_gesendet", "Von diesem Beleg steht nichts im Buchhaltungssystem.") : null;

const findeLoeschhindernis = ({ externId, externNummer }: Stand): Ablehnung | null => {
  if (externId !== null && externNummer === null) return null;
  return konflikt(
    "unveraenderlich",
    externNummer === null
      ? "Von diesem Beleg steht kein Entwurf im Buchhaltungssystem; zu löschen ist dort nichts."
      : `Der Beleg hat außen die Nummer ${externNummer}; nur ein Entwurf ohne Nummer lässt sich löschen.`,
  );
};

/** What beside the state itself forbids an action that the state allows. */
const findeWeiteres = (
  aktion: Aktion,
  stand: Stand,
  original: Stand | undefined,
  umstaende: Umstaende,
): Ablehnung | null => {
  if (stand.gesperrt && (aktion === "export" || umstaende.imAuftrag))
    return konflikt("gesperrt", "Das Archivkonto ist als „gesperrt“ markiert; seine Belege werden nicht übergeben.");
  switch (aktion) {
    case "export":
      return findeExporthindernis(stand, original, umstaende);
    case "cancel":
      if (stand.stornoVonId !== null) return konflikt("storno", "Ein Storno lässt sich nicht stornieren.");
      return fehltAussen(stand);
    case "refresh":
      return fehltAussen(stand);
    case "delete":
      return findeLoeschhindernis(stand);
    case "reconcile":
      return null;
  }
};

const alleAktionen = Object.keys(erlaubtAus) as Aktion[];

const erlaubtDerZustand = (aktion: Aktion, { zustand }: Stand): boolean => erlaubtAus[aktion].includes(zustand);

/** What the state allows, for whoever shows buttons. */
export function erlaubteAktionen(stand: Stand, original: Stand | undefined): Aktion[] {
  return alleAktionen.filter(
    (aktion) =>
      erlaubtDerZustand(aktion, stand) && findeWeiteres(aktion, stand, original, { bestaetigt: true }) === null,
  );
}

/** How the document stands, and what can be done with it instead; if that is nothing, why it is not handed over. */
const falscherZustand = (aktion: Aktion, stand: Stand, original: Stand | undefined): Ablehnung => {
  const moegliche = erlaubteAktionen(stand, original);
  const stattdessen =
    moegliche.length > 0
      ? `, wohl aber ${eineVon(moegliche)}.`
      : `. ${findeWeiteres("export", stand, original, { bestaetigt: true })?.detail ?? ""}`.trimEnd();
  return konflikt(
    // Of what cannot be deleted the answer is the same whether its state or its number says so.
    aktion === "delete" ? "unveraenderlich" : "zustand",
    `Der Beleg ist ${zustandsworte[stand.zustand]}. So lässt er sich nicht ${aktionsworte[aktion]}${stattdessen}`,
  );
};

/** What of the state alone forbids the action; null where it may be tried. */
export function findeHindernis(
  aktion: Aktion,
  stand: Stand,
  original: Stand | undefined,
  umstaende: Umstaende = {},
): Ablehnung | null {
  return erlaubtDerZustand(aktion, stand)
    ? findeWeiteres(aktion, stand, original, umstaende)
    : falscherZustand(aktion, stand, original);
}

/** Whether something of it stands outside, or may: nobody knows, or nobody knows which. */
const vielleichtAussen = ({ externId, zustand, code }: Stand): boolean =>
  externId !== null || zustand === "uncertain" || (zustand === "failed" && code === "doppelt");

const ortVon = ({ system, mandantId }: { system: string | null; mandantId: string | null }): string =>
  `${bezeichnungVon(system as System)}, Mandant ${mandantId}`;

/** Of a Storno that was sent: how it stands, and what to do with it so that it cancels its original outside. */
const wieDerStornoSteht = ({ belegnummer, zustand }: Stand): string => {
  if (zustand === "synced")
    return `Der Storno ${belegnummer} ist ${zustandsworte.synced}; über ihn ist dieser Beleg außen aufgehoben. Zu tun ist nichts.`;
  const schritt = alleAktionen.find((aktion) => erlaubtAus[aktion].includes(zustand)) ?? "reconcile";
  return `Der Storno ${belegnummer} ist ${zustandsworte[zustand]}; über ihn wird dieser Beleg außen aufgehoben. Bitte den Storno ${aktionsworte[schritt]}.`;
};

/** What the system, its trustee or the document's own Storno forbid. */
export function findeHindernisAussen(
  aktion: Aktion,
  stand: Stand,
  storno: Stand | undefined,
  { system, mandantId, faehigkeiten }: { system: string; mandantId: string; faehigkeiten: Faehigkeiten },
): Ablehnung | null {
  const anderswo = vielleichtAussen(stand) && (stand.system !== system || stand.mandantId !== mandantId);
  if (anderswo)
    return konflikt(
      "anderes_system",
      `Der Beleg ging an ${ortVon(stand)}; angeschlossen ist ${ortVon({ system, mandantId })}. Weiter geht es mit ihm nur dort: bitte einen Administrator, es wieder anzuschließen.`,
    );
  if (faehigkeitFehlt(aktion, faehigkeiten))
    return konflikt(
      "nicht_unterstuetzt",
      aktion === "cancel"
        ? "Dieses Buchhaltungssystem storniert nicht; der Storno des Archivs wird dort zur Gutschrift."
        : "Dieses Buchhaltungssystem löscht keine Belege.",
    );
  if (aktion === "cancel" && storno && !["pending", "legacy"].includes(storno.zustand) && storno.versucht)
    return konflikt("storno_uebertragen", wieDerStornoSteht(storno));
  return null;
}
