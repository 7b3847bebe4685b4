import { OperatorError } from '../failure.ts';
import { createBatchTables } from '../ledger/batch-tables.ts';
import { companiesOf, recordsOf, saveDecision } from '../ledger/decisions.ts';
import { lockWrites } from '../ledger/locks.ts';
import { type Client, type Pool, transaction } from '../ledger/pool.ts';
import type { Secret } from '../secret.ts';
import { settleCompanies } from './apply.ts';
import { resolveIdentity } from './resolve.ts';

interface DecideDeps {
  pool: Pool;
  secret: Secret;
}

async function recordsOrFail(client: Client, company: string) {
  const records = await recordsOf(client, company);
  if (records.length === 0) throw new OperatorError(`No company has the id ${company}, or it was merged into another.`);
  return records;
}

/** Draws the links again after claims were added or taken back, in the same transaction. */
export async function settle(client: Client, secret: Secret): Promise<void> {
  await resolveIdentity(client, secret);
  await settleCompanies(client, 0);
}

/** Joins two companies by hand: remembered with their records, whatever is imported later. Gives the surviving id. */
export function joinCompanies({ pool, secret }: DecideDeps, one: string, other: string): Promise<string> {
  if (one === other) throw new OperatorError('Name two companies: the same id stands here twice.');
  return transaction(pool, async (client) => {
    await lockWrites(client);
    await createBatchTables(client);
    // What a match brought goes on by that match: if it is withdrawn, the decision must not hold it.
    const records = [...(await recordsOrFail(client, one)), ...(await recordsOrFail(client, other))].filter(
      ({ matched }) => !matched,
    );
    await saveDecision(client, 'join', [records]);
    await settle(client, secret);
    const [company, ...others] = await companiesOf(client, records);
    if (company === undefined || others.length > 0) {
      throw new OperatorError(
        'They hold different numbers of one register, or were parted by hand, which cannot be undone yet: they stay two companies.',
      );
    }
    return company;
  });
}

/** Parts the named records from the rest of their company: remembered too. Gives the ids of both parts. */
export function splitCompany(
  { pool, secret }: DecideDeps,
  company: string,
  leaving: readonly { source: string; key: string }[],
): Promise<{ stays: string[]; leaves: string[] }> {
  return transaction(pool, async (client) => {
    await lockWrites(client);
    await createBatchTables(client);
    const records = await recordsOrFail(client, company);
    const isLeaving = (record: { source: string; key: string }) =>
      leaving.some(({ source, key }) => source === record.source && key === record.key);
    const sides = [records.filter((record) => !isLeaving(record)), records.filter(isLeaving)] as const;
    if (sides[1].length < leaving.length || sides[0].length === 0) {
      const names = records.map(({ source, key }) => `${source}:${key}`).join(', ');
      throw new OperatorError(`Name some, not all, of the company's own records: ${names}.`);
    }
    await saveDecision(client, 'split', sides);
    await settle(client, secret);
    return { stays: [...(await companiesOf(client, sides[0]))], leaves: [...(await companiesOf(client, sides[1]))] };
  });
}
