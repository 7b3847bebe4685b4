import type { CompanyRecord, PersonRecord } from '@orgdex/contract';
import type { Secret } from '../../../core/settings/secret.ts';
import { type Placed, type RowReader, UnreadableFile } from '../../../knowledge/sources/formats/format.ts';
import type { Skip } from '../../../knowledge/sources/row-outcome.ts';
import type { TableKind } from '../../../knowledge/sources/tables/header-names.ts';
import type { RecordKind } from '../../../stores/postgres/imports/compare-stage.ts';
import type { InputPosition } from '../../../stores/postgres/imports/runs.ts';
import type { Part, WantedParts } from './files.ts';

/** Turns bytes into rows, and a row into a record (possibly with warnings) or the reason why it is none. */
export interface Reader extends WantedParts {
  rowsOf(part: Part): AsyncIterable<Placed<unknown>[]>;
  /** Why a row is skipped, if that is visible without parsing it. */
  skips?(row: unknown): Skip | undefined;
  toOutcome(row: unknown): unknown;
}

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

/** A record, and which values of its row were left out. These are counted by reason, like rejections. */
export class RecordWithWarnings {
  readonly record: CompanyRecord | PersonRecord;
  readonly notes: readonly string[];
  constructor(record: CompanyRecord | PersonRecord, notes: readonly string[]) {
    this.record = record;
    this.notes = notes;
  }
}

/** A row may be long, or follow bytes without rows. After more than this, no row is expected. */
const maxBytesWithoutRow = 8 * 1024 * 1024;

/** The rows of a stream of bytes. A stream with too many bytes without a row is rejected, however long it is. */
export async function* rowsOf<Row>(
  reader: RowReader<Row>,
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Placed<Row>[]> {
  let without = 0;
  let line = 0;
  for await (const chunk of bytes) {
    const rows = reader.take(chunk);
    line = rows.at(-1)?.line ?? line;
    without = rows.length > 0 ? 0 : without + chunk.length;
    if (without > maxBytesWithoutRow) {
      const where = line > 0 ? `After the row on line ${line}` : 'At the beginning';
      throw new UnreadableFile(
        `${where} there are 8 MiB without another row. Check that it is a file of this kind, or download it again.`,
      );
    }
    yield rows;
  }
  yield reader.end();
}

/** What to read, as plain data that can be sent to another thread. */
export interface ReadingTask {
  files: readonly string[];
  reader: ReaderName;
  source: { id: number; name: string };
  secret: Secret;
  from: InputPosition;
  stepRows: number;
  /** Whether rows get fingerprints, and the memory of the rows that are recognized by them. */
  fingerprints?: boolean;
  known?: SharedArrayBuffer | undefined;
}
