import type { CompanyRecord, PersonRecord, SupportedCountry } from '@orgdex/contract';
import type { SourceClass } from '../profiles/precedence.ts';
import type { Format } from './formats/format.ts';

/** A row that is left out on purpose, and why: counted by reason. */
export class Skip {
  readonly reason: string;
  constructor(reason: string) {
    this.reason = reason;
  }
}

/** A row that cannot be used, and why; the reason never repeats a value. The key, where it is known: a whole file that holds a broken row still holds it. */
export class Reject {
  readonly reason: string;
  readonly key: string | undefined;
  constructor(reason: string, key?: string) {
    this.reason = reason;
    this.key = key;
  }
}

export const skip = (reason: string) => new Skip(reason);
export const reject = (reason: string, key?: string) => new Reject(reason, key);

export type Outcome = CompanyRecord | PersonRecord | Skip | Reject;

/** One register or dataset: facts, how its files are read, and what a row says. */
export interface Source<Row> {
  /** Names it in the ledger and on the command line. */
  id: string;
  title: string;
  /** The country that it speaks of; absent: several. */
  country?: SupportedCountry;
  licence: string;
  /** The sentence that the licence asks for. */
  attribution: string;
  homepage: string;
  /** What kind of source it is: decides whom we believe. */
  class: SourceClass;
  /** Its files hold everything that it says: what is missing is removed. */
  whole: boolean;
  /**
   * It holds the associations and partnerships of its country beside all its companies: only where a company stands in
   * such a register is it known who else bears its name. Those of ASIC and New Zealand hold companies alone.
   */
  complete?: true;
  /** Its publisher gives files of what changed as well, in the same layout: `--delta` reads them. */
  deltas?: true;
  /** How many rows are normal, skipped ones included. */
  expected: { min: number; max: number };
  /** What can be switched on by name, and what it does. */
  switches?: Record<string, string>;
  format: Format<Row>;
  toRecord(row: Row, switchedOn: ReadonlySet<string>): Outcome;
}

export type AnySource = Source<unknown>;

export const defineSource = <Row>(source: Source<Row>): Source<Row> => source;
