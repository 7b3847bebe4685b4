import { randomUUID } from 'node:crypto';
import { OperatorProblem } from '../../core/errors/failure.ts';
import { deriveId } from '../../core/settings/secret.ts';
import type { AuditedAction } from '../../stores/postgres/access/audit.ts';
import { lockWrites } from '../../stores/postgres/locks.ts';
import { readOptOuts } from '../../stores/postgres/opt-outs.ts';
import { type Client, type LockWait, transaction } from '../../stores/postgres/pool.ts';
import { type Identified, identify, type OptOut } from './identify.ts';
import { type PrivacyDeps, type Receipt, record } from './record.ts';

export interface OptOutDeps extends PrivacyDeps, LockWait {
  /** Adds an entry to the audit log, in the same transaction; returns its number. */
  recordAudit(client: Client, done: AuditedAction): Promise<number>;
}

/** What became of one opt-out of a list. */
export type OptOutOutcome =
  | { readonly receipt: Receipt /** The same list was sent before. */; readonly isRepeated: boolean }
  | { readonly problem: OperatorProblem };

/** Says how people were identified, but not who: neither values nor their hashes go into the audit log. */
function auditOf(receipts: readonly Receipt[]): AuditedAction {
  const [first] = receipts;
  const sum = (count: 'people' | 'positions') => receipts.reduce((total, receipt) => total + receipt[count], 0);
  const ways: Record<string, number> = {};
  for (const { by } of receipts) ways[by as string] = (ways[by as string] ?? 0) + 1;
  const counts = { people: sum('people'), positions: sum('positions') };
  const detail =
    receipts.length === 1
      ? { by: first?.by, receipt: first?.id, ...counts }
      : { receipts: receipts.length, by: ways, ...counts };
  return { action: 'person.suppress', subject: 'opt-out', detail };
}

type Parsed = Identified & { id: string };

/** The same person in the same list has the same receipt, so that a list can be sent again after a crash. */
function parse({ secret }: OptOutDeps, list: string, optOut: OptOut): Parsed | OperatorProblem {
  try {
    const identified = identify(secret, optOut);
    const [named = ''] = identified.values;
    return { ...identified, id: deriveId('r', secret.rowKey, { source: `opt-outs ${list}`, key: named }) };
  } catch (error) {
    if (error instanceof OperatorProblem) return error;
    throw error;
  }
}

/** Records those that the database does not have yet; returns the receipts of all, and which are new. */
function recordMissing(deps: OptOutDeps, parsed: readonly Parsed[]) {
  const unique = [...new Map(parsed.map((one) => [one.id, one])).values()];
  const work = async (client: Client) => {
    await lockWrites(client);
    const stored = await readOptOuts(
      client,
      unique.map(({ id }) => id),
    );
    const missing = unique.filter(({ id }) => !stored.has(id));
    const issued = missing.length > 0 ? await record(client, deps, missing) : [];
    if (issued.length > 0) await deps.recordAudit(client, auditOf(issued));
    return { receipts: new Map([...stored, ...issued.map((one) => [one.id, one] as const)]), repeated: stored };
  };
  return transaction(deps.pool, work, deps);
}

/**
 * Removes people permanently: at once from responses, with the next publish from OpenSearch, and from every later import. An
 * invalid opt-out does not stop the others. `list` names the list: sent again under the same name, it returns the same
 * receipts, and an opt-out that was lifted stays lifted.
 */
export async function suppressMany(
  deps: OptOutDeps,
  optOuts: readonly OptOut[],
  list: string,
): Promise<OptOutOutcome[]> {
  const outcomes: OptOutOutcome[] = [];
  for (const batch of batchesOf(optOuts)) {
    const parsed = batch.map((optOut) => parse(deps, list, optOut));
    const valid = parsed.filter((one): one is Parsed => !(one instanceof OperatorProblem));
    const { receipts, repeated } = await recordMissing(deps, valid);
    for (const one of parsed) {
      if (one instanceof OperatorProblem) outcomes.push({ problem: one });
      else outcomes.push({ receipt: receipts.get(one.id) as Receipt, isRepeated: repeated.has(one.id) });
    }
  }
  return outcomes;
}

/** Removes one person in the same way. */
export async function suppress(deps: OptOutDeps, optOut: OptOut): Promise<Receipt> {
  const [outcome] = (await suppressMany(deps, [optOut], randomUUID())) as [OptOutOutcome];
  if ('problem' in outcome) throw outcome.problem;
  return outcome.receipt;
}

/** How many people one transaction changes: an import and an opt-out wait for at most one of them. */
export const batchSize = 1000;

export function* batchesOf<T>(items: readonly T[]): Generator<T[]> {
  for (let at = 0; at < items.length; at += batchSize) yield items.slice(at, at + batchSize);
}
