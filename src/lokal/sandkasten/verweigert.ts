/** What the stand-in refuses, as it says it. */
export class Verweigert extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, ursache: string) {
    super(ursache);
    this.status = status;
    this.code = code;
  }
}
