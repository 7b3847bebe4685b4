/** What a line of a file becomes on its way into the ledger. */
export interface CompanyRow {
  kind: 'company';
  key: string;
  removed: boolean;
  country: string | null;
  observed: string | null;
  claims: string[];
  /** The record in its canonical form, as JSON; empty for a removal. */
  content: string;
  hash: Buffer;
}

export interface PersonRow {
  kind: 'person';
  key: string;
  removed: boolean;
  observed: string | null;
  /** `key:<key>` of the same source, or an identifier. */
  companyRef: string;
  country: string;
  position: string | null;
  network: string | null;
  levels: number[] | null;
  departments: number[] | null;
  flags: number;
  /** Keyed hashes of the contact values: the values themselves end here. */
  contacts: string[];
  /** Everything by which an opt-out may name this person. */
  handles: string[];
  hash: Buffer;
}

export type Row = CompanyRow | PersonRow;

/** Why a line is not a row. */
export class Rejection {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}
