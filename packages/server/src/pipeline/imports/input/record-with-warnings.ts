import type { CompanyRecord, PersonRecord } from '@orgdex/contract';

/** A record, and which values of its row were left out. These are counted by reason, like rejections. */
export class RecordWithWarnings {
  readonly record: CompanyRecord | PersonRecord;
  readonly notes: readonly string[];
  constructor(record: CompanyRecord | PersonRecord, notes: readonly string[]) {
    this.record = record;
    this.notes = notes;
  }
}
