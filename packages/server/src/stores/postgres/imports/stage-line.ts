import { toBytea, toCopyLine } from './copy.ts';

export interface StagedCompany {
  line: number;
  key: string;
  removed: boolean;
  country: string | null;
  observed: string | null;
  claims: string[];
  /** The record in its canonical form, as JSON; empty for a removal. */
  content: string;
  /** Hexadecimal. */
  hash: string;
  /** The id of the company that this record would found. */
  candidate: string;
  /** Of the row as it was read; null: it has none. */
  fingerprint: string | null;
}

export interface StagedPerson {
  line: number;
  key: string;
  removed: boolean;
  observed: string | null;
  /** `key:<source>:<key>`, an identifier, or a description of the company. */
  companyRef: string;
  country: string;
  position: string | null;
  network: string | null;
  levels: number[] | null;
  departments: number[] | null;
  flags: number;
  /** Keyed hashes of the contact values; the values themselves are not stored. */
  contacts: string[];
  /** All values by which an opt-out can identify this person. */
  handles: string[];
  /** Hexadecimal. */
  hash: string;
  candidate: string;
}

export interface StagedRejection {
  file: string;
  line: number;
  reason: string;
  key: string | null;
}

/** The rows of one step that were recognized by their fingerprints. */
export interface StagedKnownRows {
  lines: number[];
  fingerprints: string[];
}

/** The columns of the stage tables, in the order of the functions below. */
export const companyColumns = {
  line: 'bigint',
  key: 'text COLLATE "C"',
  removed: 'boolean',
  country: 'text',
  observed: 'date',
  claims: 'text[] COLLATE "C"',
  content: 'json',
  hash: 'bytea',
  candidate: 'text COLLATE "C"',
  fingerprint: 'bigint',
};
export const personColumns = {
  line: 'bigint',
  key: 'text COLLATE "C"',
  removed: 'boolean',
  observed: 'date',
  company_ref: 'text COLLATE "C"',
  country: 'text',
  position: 'text',
  network: 'text COLLATE "C"',
  levels: 'smallint[]',
  departments: 'smallint[]',
  flags: 'smallint',
  contacts: 'text[] COLLATE "C"',
  handles: 'text[] COLLATE "C"',
  hash: 'bytea',
  candidate: 'text COLLATE "C"',
};
export const rejectionColumns = { file: 'text', line: 'bigint', reason: 'text', key: 'text COLLATE "C"' };
export const knownColumns = { lines: 'bigint[]', fingerprints: 'bigint[]' };

// biome-ignore format: in the order of the columns
export const toCompanyLine = (row: StagedCompany): string =>
  toCopyLine([
    row.line, row.key, row.removed, row.country, row.observed, row.claims, row.content, toBytea(row.hash), row.candidate,
    row.fingerprint,
  ]);

// biome-ignore format: in the order of the columns
export const toPersonLine = (row: StagedPerson): string =>
  toCopyLine([
    row.line, row.key, row.removed, row.observed, row.companyRef, row.country, row.position, row.network, row.levels,
    row.departments, row.flags, row.contacts, row.handles, toBytea(row.hash), row.candidate,
  ]);

export const toRejectionLine = ({ file, line, reason, key }: StagedRejection): string =>
  toCopyLine([file, line, reason, key]);

export const toKnownLine = ({ lines, fingerprints }: StagedKnownRows): string => toCopyLine([lines, fingerprints]);

/** A converted line of a file, before it has a line number in the run, an id that it would found, and a fingerprint. */
export type CompanyRow = { kind: 'company' } & Omit<StagedCompany, 'line' | 'candidate' | 'fingerprint'>;
export type PersonRow = { kind: 'person' } & Omit<StagedPerson, 'line' | 'candidate'>;

export type Row = CompanyRow | PersonRow;
