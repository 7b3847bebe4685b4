import { CompanyRecord, longestKey, PersonRecord } from '@orgdex/contract';
import { Compile } from 'typebox/compile';
import type { Secret } from '../../../core/settings/secret.ts';
import { isCalendarDay } from '../../../knowledge/rules/calendar-day.ts';
import { Reject, reject } from '../../../knowledge/sources/row-outcome.ts';
import type { Row } from '../../../stores/postgres/imports/stage-line.ts';
import { toCompanyRow } from './company-row.ts';
import { personKey, toPersonRow } from './person-row.ts';

const company = Compile(CompanyRecord);
const person = Compile(PersonRecord);

type Fault = { instancePath: string; keyword: string; message: string; params: object };

/** A field name may be a misplaced value, so only text that looks like a name is shown. */
const showName = (name: string) => (/^[0-9]{1,4}$|^[A-Za-z][A-Za-z0-9_ -]{0,39}$/.test(name) ? name : '(not shown)');

const showPath = (path: string) => path.slice(1).split('/').map(showName).join('.');

/** Describes the first fault with its field name, and never its value. */
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

/** The schema checks the format of a date, not the calendar. */
function checkDate({ observed }: { observed?: string }): Reject | undefined {
  return observed === undefined || isCalendarDay(observed) ? undefined : reject('observed: not a valid date');
}

function convert(record: unknown, secret: Secret): Row | Reject {
  if (company.Check(record)) return checkDate(record) ?? toCompanyRow(record);
  if (person.Check(record)) return checkDate(record) ?? toPersonRow(record, secret);
  const type = (record as { type?: unknown } | null)?.type;
  if (type === 'company') return reject(describe(company.Errors(record) as Fault[]));
  if (type === 'person') return reject(describe(person.Errors(record) as Fault[]));
  return reject('type must be "company" or "person"');
}

/** Converts a record to a row of the database, or returns why it cannot. */
export function toRow(record: unknown, secret: Secret): Row | Reject {
  const row = convert(record, secret);
  if (!(row instanceof Reject)) return row;
  const { key, type } = (record ?? {}) as { key?: unknown; type?: unknown };
  if (typeof key !== 'string') return row;
  return reject(row.reason, (type === 'company' ? key : personKey(key, secret)).slice(0, longestKey));
}

/** A company in a file of records needs a name. Registers may add to a company that another source names. */
export function checkName(record: unknown): unknown {
  const { type, removed, name, key } = (record ?? {}) as Partial<CompanyRecord>;
  if (type !== 'company' || removed || (typeof name === 'string' && name.trim() !== '')) return record;
  if (name !== undefined && typeof name !== 'string') return record;
  return reject('name is missing', typeof key === 'string' ? key.slice(0, longestKey) : undefined);
}
