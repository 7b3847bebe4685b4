import { OperatorError, OperatorProblem } from '../../core/errors/failure.ts';
import type { Secret } from '../../core/settings/secret.ts';
import { isRegisterNumber, schemeOf } from '../../knowledge/rules/identifiers/claims.ts';
import type { AuditedAction } from '../../stores/postgres/access/audit.ts';
import {
  companiesOf,
  type OwnRecord,
  recordsOf,
  removeDecisions,
  saveDecision,
  splitsBetween,
} from '../../stores/postgres/identity/decisions.ts';
import { createBatchTables } from '../../stores/postgres/imports/batch-tables.ts';
import { lockWrites } from '../../stores/postgres/locks.ts';
import { type Client, type LockWait, orRollBack, type Pool, transaction } from '../../stores/postgres/pool.ts';
import { settle } from './apply-links.ts';

export interface DecideDeps extends LockWait {
  pool: Pool;
  secret: Secret;
  /** Adds an entry to the audit log, in the same transaction. */
  recordAudit(client: Client, done: AuditedAction): Promise<unknown>;
}

async function recordsOrFail(client: Client, company: string) {
  const records = await recordsOf(client, company);
  if (records.length === 0)
    throw new OperatorProblem(
      'company_not_found',
      `No company has the id ${company}, or it was merged into another: run \`orgdex company explain ${company}\`.`,
    );
  return records;
}

/** The company that all these records belong to; undefined: they belong to several. */
async function onlyCompanyOf(client: Client, records: readonly OwnRecord[]): Promise<string | undefined> {
  const [company, ...others] = await companiesOf(client, records);
  return others.length === 0 ? company : undefined;
}

/** Describes why records cannot be one company, with the conflicting numbers if there are any. */
function describeConflict(records: readonly OwnRecord[]): string {
  const numbers = new Set(records.flatMap(({ claims }) => claims.filter(isRegisterNumber)));
  const different = [...Map.groupBy(numbers, schemeOf).values()].filter((claims) => claims.length > 1).flat();
  return different.length > 0
    ? `they have different numbers in the same register (${different.join(', ')})`
    : 'a number or another split keeps their records apart; `orgdex company explain <id>` shows both for each company';
}

interface Joining {
  secret: Secret;
  records: readonly OwnRecord[];
  /** The splits between them. */
  splits: readonly number[];
}

/**
 * Removes the splits. If that alone makes them one company, the state is as before the split, and no decision is
 * stored.
 */
async function undoSplits(client: Client, { secret, records, splits }: Joining): Promise<string | undefined> {
  if (splits.length === 0) return undefined;
  return orRollBack(client, async () => {
    await removeDecisions(client, splits);
    await settle(client, secret);
    return onlyCompanyOf(client, records);
  });
}

/** Stores a join with the records, so that it survives later imports. */
async function joinRecords(client: Client, { secret, records, splits }: Joining) {
  await removeDecisions(client, splits);
  const decision = await saveDecision(client, 'join', [records]);
  await settle(client, secret);
  const company = await onlyCompanyOf(client, records);
  if (company === undefined)
    throw new OperatorProblem(
      'decision_conflict',
      `These companies cannot be joined: ${describeConflict(records)}. Nothing was changed.`,
    );
  return { company, decision };
}

/**
 * Joins two companies by hand, or undoes the split between them. Returns the surviving id and the splits that were
 * undone.
 */
export function joinCompanies(
  { pool, secret, recordAudit, ...wait }: DecideDeps,
  one: string,
  other: string,
): Promise<{ company: string; undoneSplits: number[] }> {
  if (one === other) throw new OperatorError('Specify two different companies: both ids are the same.');
  const join = async (client: Client) => {
    await lockWrites(client);
    await createBatchTables(client);
    // Records linked by a match stay linked by it: if the match is withdrawn, this decision must not keep them.
    const records = [...(await recordsOrFail(client, one)), ...(await recordsOrFail(client, other))].filter(
      ({ matched }) => !matched,
    );
    const undoneSplits = await splitsBetween(client, one, other);
    const joining = { secret, records, splits: undoneSplits };
    const before = await undoSplits(client, joining);
    const { company, ...decided } = before ? { company: before } : await joinRecords(client, joining);
    const detail = { companies: [one, other], ...decided, ...(undoneSplits.length > 0 && { undone: undoneSplits }) };
    await recordAudit(client, { action: 'company.join', subject: `company:${company}`, detail });
    return { company, undoneSplits };
  };
  return transaction(pool, join, wait);
}

const nameOf = ({ source, key }: { source: string; key: string }) => `${source}:${key}`;

/** Splits the named records from their company, permanently. Returns the ids of both parts. */
export function splitCompany(
  { pool, secret, recordAudit, ...wait }: DecideDeps,
  company: string,
  leaving: readonly { source: string; key: string }[],
): Promise<{ stays: string[]; leaves: string[] }> {
  const split = async (client: Client) => {
    await lockWrites(client);
    await createBatchTables(client);
    const records = await recordsOrFail(client, company);
    const named = new Set(leaving.map(nameOf));
    const isLeaving = (record: OwnRecord) => named.has(nameOf(record));
    const sides = [records.filter((record) => !isLeaving(record)), records.filter(isLeaving)] as const;
    if (sides[1].length < named.size || sides[0].length === 0) {
      throw new OperatorProblem(
        'decision_conflict',
        `Name some, but not all, of the company's records. Its records are ${records.map(nameOf).join(', ')}.`,
      );
    }
    const decision = await saveDecision(client, 'split', sides);
    await settle(client, secret);
    const stays = [...(await companiesOf(client, sides[0]))];
    const leaves = [...(await companiesOf(client, sides[1]))];
    const detail = { records: sides[1].map(nameOf), stays, leaves, decision };
    await recordAudit(client, { action: 'company.split', subject: `company:${company}`, detail });
    return { stays, leaves };
  };
  return transaction(pool, split, wait);
}
