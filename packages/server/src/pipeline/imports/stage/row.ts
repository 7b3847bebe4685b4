import type { StagedCompany, StagedPerson } from '../../../stores/postgres/imports/stage-line.ts';

/** A converted line of a file, before it has a line number in the run, an id that it would found, and a fingerprint. */
export type CompanyRow = { kind: 'company' } & Omit<StagedCompany, 'line' | 'candidate' | 'fingerprint'>;
export type PersonRow = { kind: 'person' } & Omit<StagedPerson, 'line' | 'candidate'>;

export type Row = CompanyRow | PersonRow;
