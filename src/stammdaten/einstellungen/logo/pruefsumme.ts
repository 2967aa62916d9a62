const tafel = Uint32Array.from({ length: 256 }, (_, byte) => {
  let wert = byte;
  for (let bit = 0; bit < 8; bit++) wert = wert & 1 ? 0xedb88320 ^ (wert >>> 1) : wert >>> 1;
  return wert;
});

/** CRC-32 as PNG counts it. */
export const pruefsumme = (bytes: Uint8Array): number => {
  let wert = 0xffffffff;
  for (const byte of bytes) wert = Number(tafel[(wert ^ byte) & 0xff]) ^ (wert >>> 8);
  return (wert ^ 0xffffffff) >>> 0;
};
