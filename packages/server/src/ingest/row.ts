import type { StagedCompany, StagedPerson } from '../ledger/stage.ts';

/** What a line of a file becomes, before it has a place in the run and an id that it would found. */
export type CompanyRow = { kind: 'company' } & Omit<StagedCompany, 'line' | 'candidate'>;
export type PersonRow = { kind: 'person' } & Omit<StagedPerson, 'line' | 'candidate'>;

export type Row = CompanyRow | PersonRow;

/** Why a line is not a row. */
export class Rejection {
  readonly reason: string;
  /** Where it could be read: a whole file that holds a broken row still holds its key. */
  key: string | null = null;
  constructor(reason: string) {
    this.reason = reason;
  }
}
