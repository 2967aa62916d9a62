import { alsAufhebung, istAufhebung, type Lage, liesEinen, suchbild } from "./lage.ts";
import { ausBeleg, type Ergebnis, erledigt } from "./versuch.ts";

const nichtsAussen = { externId: null, externNummer: null, externZustand: null } as const;

/**
 * Takes over the state as it is read outside.
 *
 * @throws Ablehnung when a look-up gets no answer
 */
export const frischeAuf = async (lage: Lage): Promise<Ergebnis> => {
  const { stand, original, leitung } = lage;
  const gelesen = await liesEinen(lage, stand.externId ?? "");
  if (original && istAufhebung(lage))
    return gelesen?.zustand === "storniert"
      ? alsAufhebung(original, gelesen)
      : erledigt({ ...nichtsAussen, zustand: "pending" });
  const fund =
    gelesen === null && leitung.adapter.faehigkeiten.referenz !== "keine"
      ? await leitung.frage((adapter, aufruf) => adapter.suche(suchbild(lage), aufruf))
      : undefined;
  const beleg = gelesen ?? (fund?.fund === "one" ? fund.beleg : null);
  if (beleg === null) return erledigt({ ...nichtsAussen, zustand: "deleted" });
  const zustand = ({ entwurf: "pending", offen: "synced", bezahlt: "synced", storniert: "cancelled" } as const)[
    beleg.zustand
  ];
  return erledigt({ ...ausBeleg(beleg), zustand });
};
