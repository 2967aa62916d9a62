/** What stops a migration before it changes anything, in words for whoever deploys. */
export class MigrationVerweigert extends Error {
  override name = "MigrationVerweigert";
}
