import { OperatorProblem } from '../../core/errors/failure.ts';
import { isPersonId } from '../../knowledge/rules/contacts/handles.ts';
import { lockWrites } from '../../stores/postgres/locks.ts';
import { markLifted, readOptOuts, releaseValues } from '../../stores/postgres/opt-outs.ts';
import { type Client, transaction } from '../../stores/postgres/pool.ts';
import { releasePeople } from '../../stores/postgres/suppression.ts';
import { parseReason } from './identify.ts';
import type { Receipt } from './record.ts';
import type { OptOutDeps } from './suppress.ts';
import { appendLift, type LiftEntry } from './suppression-file.ts';

export interface Lifted {
  readonly receipt: Receipt;
  /** Values that stay on the suppression list, because another opt-out has them too. */
  readonly kept: number;
}

/** Takes an opt-out back in the database. Returns how many of its values another opt-out keeps. */
export async function liftInDatabase(client: Client, { lifts: id, at, reason }: LiftEntry): Promise<number> {
  await markLifted(client, { id, at, reason });
  const { values, kept } = await releaseValues(client, id);
  await releasePeople(client, values.filter(isPersonId));
  return kept;
}

async function readLiftable(client: Client, id: string): Promise<Receipt> {
  const receipt = (await readOptOuts(client, [id])).get(id);
  if (!receipt) throw new OperatorProblem('opt_out_not_found', 'No opt-out has this receipt.', 'id');
  if (receipt.by === null) {
    const message = 'This opt-out was recorded before there were receipts. It cannot be lifted.';
    throw new OperatorProblem('opt_out_not_liftable', message, 'id');
  }
  return receipt;
}

/**
 * Takes a mistaken opt-out back. The next import that contains the person shows them again, unless another opt-out covers
 * them. The file outside the database learns it last: until then, a restore still hides the person.
 */
export async function liftOptOut(
  deps: OptOutDeps,
  { id, reason: given }: { id: string; reason: string },
): Promise<Lifted> {
  const reason = parseReason(given);
  const work = async (client: Client) => {
    await lockWrites(client);
    const receipt = await readLiftable(client, id);
    // Lifted before: the file may still lack it, if that process died.
    if (receipt.lifted_at !== null) return { receipt, kept: 0 };
    const at = new Date().toISOString();
    const kept = await liftInDatabase(client, { lifts: id, at, reason });
    await deps.recordAudit(client, { action: 'person.lift', subject: id, detail: { by: receipt.by, reason, kept } });
    return { receipt: { ...receipt, lifted_at: at, lift_reason: reason }, kept };
  };
  const lifted = await transaction(deps.pool, work, deps);
  const { lifted_at, lift_reason } = lifted.receipt;
  appendLift(deps.home, { at: lifted_at as string, lifts: id, reason: lift_reason as string });
  return lifted;
}
