const vier = /^\d{4}$/;
const fuenf = /^\d{5}$/;
const dreiZwei = /^\d{3} ?\d{2}$/;

/** How postcodes of other countries look; of those that are not here, only that it is letters and digits. */
const formen: Record<string, RegExp> = {
  AT: vier,
  AU: vier,
  BE: vier,
  BG: vier,
  CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i,
  CH: vier,
  CZ: dreiZwei,
  DK: vier,
  EE: fuenf,
  ES: fuenf,
  FI: fuenf,
  FR: fuenf,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
  GR: dreiZwei,
  HR: fuenf,
  HU: vier,
  IE: /^[A-Z]\d[\dW] ?[A-Z\d]{4}$/i,
  IT: fuenf,
  LI: /^94(8[5-9]|9[0-8])$/,
  LT: /^(LT-)?\d{5}$/i,
  LU: /^(L-)?\d{4}$/i,
  LV: /^(LV-)?\d{4}$/i,
  NL: /^[1-9]\d{3} ?[A-Z]{2}$/i,
  NO: vier,
  PL: /^\d{2}-\d{3}$/,
  PT: /^\d{4}(-\d{3})?$/,
  RO: /^\d{6}$/,
  SE: dreiZwei,
  SI: vier,
  SK: dreiZwei,
  UA: fuenf,
  US: /^\d{5}(-\d{4})?$/,
};

export function istAuslandsplz(land: string, plz: string): boolean {
  return (formen[land] ?? /^[A-Z\d][A-Z\d -]{1,11}$/i).test(plz);
}
