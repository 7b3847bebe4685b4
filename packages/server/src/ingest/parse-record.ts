import { CompanyRecord, PersonRecord } from '@orgdex/contract';
import { Compile } from 'typebox/compile';
import type { Secret } from '../secret.ts';
import { toCompanyRow } from './company-row.ts';
import { toPersonRow } from './person-row.ts';
import { Rejection, type Row } from './row.ts';

const company = Compile(CompanyRecord);
const person = Compile(PersonRecord);

type Fault = { instancePath: string; keyword: string; message: string; params: object };

/** A name may be a value that slipped: only what looks like a name is repeated. */
const showName = (name: string) => (/^[0-9]{1,4}$|^[A-Za-z][A-Za-z0-9_ -]{0,39}$/.test(name) ? name : '(not shown)');

const showPath = (path: string) => path.slice(1).split('/').map(showName).join('.');

/** The first fault, in words that name the field and never repeat its value. */
function describe(faults: readonly Fault[]): string {
  const extra = faults.find(({ keyword }) => keyword === 'additionalProperties');
  if (extra) {
    const { additionalProperties: names } = extra.params as { additionalProperties: string[] };
    const where = extra.instancePath ? ` in ${showPath(extra.instancePath)}` : '';
    return `unknown field${where}: ${names.map(showName).join(', ')}`;
  }
  const fault = faults.find(({ keyword }) => keyword !== 'anyOf') ?? faults[0];
  return fault
    ? `${fault.instancePath ? showPath(fault.instancePath) : 'the record'}: ${fault.message}`
    : 'not a record';
}

/** The schema knows the form of a date, not the calendar; PostgreSQL's has no year 0. */
function checkDate({ observed }: { observed?: string }): Rejection | undefined {
  if (observed === undefined) return undefined;
  const date = new Date(`${observed}T00:00:00Z`);
  const real = !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(observed) && !observed.startsWith('0000');
  return real ? undefined : new Rejection('observed: not a day of the calendar');
}

function toRow(record: unknown, secret: Secret): Row | Rejection {
  if (company.Check(record)) return checkDate(record) ?? toCompanyRow(record);
  if (person.Check(record)) return checkDate(record) ?? toPersonRow(record, secret);
  const type = (record as { type?: unknown } | null)?.type;
  if (type === 'company') return new Rejection(describe(company.Errors(record) as Fault[]));
  if (type === 'person') return new Rejection(describe(person.Errors(record) as Fault[]));
  return new Rejection('type must be "company" or "person"');
}

/** One line of NDJSON as a row of the ledger, or why it is none. */
export function parseRecord(line: string, secret: Secret): Row | Rejection {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return new Rejection('not JSON');
  }
  // PostgreSQL holds every character but this one.
  if (line.includes('\\u0000')) return new Rejection('holds a NUL character');
  const row = toRow(record, secret);
  if (row instanceof Rejection) {
    const key = (record as { key?: unknown } | null)?.key;
    row.key = typeof key === 'string' ? key.slice(0, 200) : null;
  }
  return row;
}
