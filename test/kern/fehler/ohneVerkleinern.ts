import fc from "fast-check";

/** That a property fails is enough to know; the smallest example is not needed. */
fc.configureGlobal({ endOnFailure: true });
