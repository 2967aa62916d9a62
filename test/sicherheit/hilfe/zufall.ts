import process from "node:process";

/** Numbers in [0, 1) that the same seed gives again (mulberry32). */
export function zufall(saat: number): () => number {
  let stand = saat >>> 0;
  return () => {
    stand = (stand + 0x6d2b79f5) >>> 0;
    let t = Math.imul(stand ^ (stand >>> 15), stand | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** The seed of this run: SAAT=… plays one again. */
export function saat(): number {
  return Number(process.env.SAAT) || Math.floor(Math.random() * 1_000_000_000);
}
