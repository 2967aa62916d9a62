import type { ExternerBeleg, Fund } from "./typen.ts";

export const alsFund = (belege: ExternerBeleg[]): Fund => {
  const [erster] = belege;
  if (!erster) return { fund: "none" };
  return belege.length === 1 ? { fund: "one", beleg: erster } : { fund: "many", belege };
};
