import { readdirSync, readFileSync } from "node:fs";

/** CPU time that all threads of a process have used, in milliseconds. */
export function cpuMs(pid: number): number {
  const faeden = readdirSync(`/proc/${pid}/task`);
  const ns = faeden.map((faden) => {
    try {
      return Number(readFileSync(`/proc/${pid}/task/${faden}/schedstat`, "utf8").split(" ")[0]);
    } catch {
      return 0; // ended meanwhile
    }
  });
  return ns.reduce((summe, einer) => summe + einer, 0) / 1e6;
}
