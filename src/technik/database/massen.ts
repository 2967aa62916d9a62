import type { Tx } from "./pool.ts";

/**
 * For a transaction that writes thousands of rows and reads them again. Plans made when a few rows were touched must not
 * serve it, its sorts and joins stay in memory, and no estimate may lead to a nested loop: statistics that are taken
 * while rows are written see their pages but none of them. (Forbidding generic plans instead would plan each foreign key
 * check of each row anew.)
 */
export const planeFuerMassen = async (tx: Tx): Promise<void> => {
  await tx`discard plans`;
  await tx`set local work_mem = '64MB'`;
  await tx`set local enable_nestloop = off`;
};

/** Back to statements about single rows; what is planned without nested loops must not serve the next request either. */
export const planeFuerEinzelne = async (tx: Tx): Promise<void> => {
  await tx`set local enable_nestloop = on`;
  await tx`discard plans`;
};
