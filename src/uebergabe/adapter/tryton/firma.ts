import type { Rpc } from "./rpc/rpc.ts";
import type { Stammdaten } from "./stammdaten.ts";

/** One company of one Tryton, as the signed-in user works in it. */
export type Firma = { mandant: number; kontext: object; rpc: Rpc; stammdaten: Stammdaten };
