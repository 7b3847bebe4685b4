import type { StagedCompany, StagedPerson } from '../../ledger/imports/stage-line.ts';

/** A converted line of a file, before it has a line number in the run and an id that it would found. */
export type CompanyRow = { kind: 'company' } & Omit<StagedCompany, 'line' | 'candidate'>;
export type PersonRow = { kind: 'person' } & Omit<StagedPerson, 'line' | 'candidate'>;

export type Row = CompanyRow | PersonRow;
