import type { TableKind } from '../../../knowledge/sources/tables/header-names.ts';
import type { RecordKind } from '../../../stores/postgres/imports/compare-stage.ts';

/** An operator's own table, and its settings. */
export interface TableReaderName {
  kind: 'own';
  table: TableKind;
  /** Column of the table to field of the record. */
  map: readonly (readonly [string, string])[];
  /** The country of rows without one. */
  country: string | undefined;
}

/** Which reader an input needs, as plain data that can be sent to another thread. */
export type ReaderName =
  | { kind: 'records' }
  | { kind: 'source'; id: string; switchedOn: readonly string[] }
  | TableReaderName;

/** The kinds of records in an input: a table of companies does not affect people. */
export function kindsOf(name: ReaderName): readonly RecordKind[] {
  if (name.kind !== 'own') return ['company', 'person'];
  return name.table === 'companies' ? ['company'] : ['person'];
}
