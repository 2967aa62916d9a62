import type { PositionVersion } from "../../../../kern/pacht/typen.ts";
import type { Positionsartwerte } from "../../../../stammdaten/einstellungen/positionsarten/pflege.ts";
import type { Positionvorgang } from "./positionen.ts";

/** Types as they will be, by id. */
export type Arten = ReadonlyMap<number, Positionsartwerte>;

/** A version that the file brings, as the calculation takes it. */
export function alsFassung({ id, ursprungId, werte }: Positionvorgang, arten: Arten): PositionVersion {
  const art = arten.get(werte.positionsartId);
  const satz = werte.steuersatzBp ?? art?.steuersatzBp ?? 0;
  return {
    ...werte,
    id,
    ursprungId,
    bezeichnung: werte.bezeichnung ?? art?.name ?? "",
    steuersatzBp: satz,
    steuerbefreiungGrund: satz === 0 ? (art?.steuerbefreiungGrund ?? null) : null,
    erhoehbar: art?.erhoehbar ?? false,
    weiterleitung: art?.weiterleitung ?? false,
  };
}
