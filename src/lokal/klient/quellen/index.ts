export { Auftragsfehler, auftragVon, verfolge, warteAufAuftrag } from "./auftrag.ts";
export { dateiname } from "./datei.ts";
export { anmeldeadresse, erstelleKlient, type Klient, type Klientwahl } from "./klient.ts";
export { fassung, schluessel } from "./kopf.ts";
export type * from "./openapi.ts";
export { ergebnis, feldfehler, istProblem, Problemfehler, type ProblemVon } from "./problem.ts";
export { alle, type Eintrag, type Listenpfad } from "./seiten.ts";
export { type Problemcode, problemcodes, version } from "./vertrag.ts";
