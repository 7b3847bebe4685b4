import type { SupportedCountry } from '@orgdex/contract';
import type { SourceClass } from '../profiles/precedence.ts';
import type { Format } from './formats/format.ts';
import type { Outcome, Skip } from './row-outcome.ts';

/** One register or dataset: its facts, its file format, and how a row becomes a record. */
export interface Source<Row> {
  /** Its name in the database and on the command line. */
  id: string;
  title: string;
  /** The country that it covers; absent if it covers several. */
  country?: SupportedCountry;
  license: string;
  /** The attribution that the license requires. */
  attribution: string;
  homepage: string;
  /** The kind of source, which decides its precedence. */
  class: SourceClass;
  /** Its files are full files: records that are missing from a new file are removed. */
  whole: boolean;
  /**
   * It lists all companies of its country and also its associations and partnerships. Only such a register shows
   * whether another organization has the same name. The registers of ASIC and New Zealand list companies only.
   */
  complete?: true;
  /** Its publisher also provides delta files in the same layout: `--delta` reads them. */
  deltas?: true;
  /** The normal number of rows, including skipped rows. */
  expected: { min: number; max: number };
  /** Options of `--with`, and the rows that each one also imports. */
  switches?: Record<string, string>;
  format: Format<Row>;
  /** Why a row is skipped, if that is visible without parsing it: a faster way to what `toRecord` returns. */
  skips?(row: Row, switchedOn: ReadonlySet<string>): Skip | undefined;
  toRecord(row: Row, switchedOn: ReadonlySet<string>): Outcome;
}

export type AnySource = Source<unknown>;

export const defineSource = <Row>(source: Source<Row>): Source<Row> => source;
