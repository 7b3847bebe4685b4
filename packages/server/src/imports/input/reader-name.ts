import type { RecordKind } from '../../ledger/imports/compare-stage.ts';
import type { TableKind } from '../../sources/tables/header-names.ts';

/** An operator's own table, and what they say of it. */
export interface TableReaderName {
  kind: 'own';
  table: TableKind;
  /** Their column to our field. */
  map: readonly (readonly [string, string])[];
  /** Of rows that name none. */
  country: string | undefined;
}

/** Which reader an input needs, in words that can be sent to another thread. */
export type ReaderName =
  | { kind: 'records' }
  | { kind: 'source'; id: string; switchedOn: readonly string[] }
  | TableReaderName;

/** What an input speaks of: a table of companies says nothing of people. */
export function kindsOf(name: ReaderName): readonly RecordKind[] {
  if (name.kind !== 'own') return ['company', 'person'];
  return name.table === 'companies' ? ['company'] : ['person'];
}
