import { konflikt } from "../../../src/kern/ablehnung.ts";
import { antworte } from "../../../worker/faden/antwort.ts";

/** A thread that refuses, as an import does where a run is being published. */
await antworte(async () => {
  throw konflikt("lauf_aktiv", "Vera Verwalterin bucht gerade dieses Pachtkonto.", { laufId: "abc" });
});
