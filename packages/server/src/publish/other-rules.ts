import { readHeld, writeDocuments } from '../engine/bulk.ts';
import { OperatorError } from '../errors/failure.ts';
import type { Generation } from '../ledger/outbox/generations.ts';
import type { OutboxRow } from '../ledger/outbox/outbox.ts';
import { readRosterRows } from '../ledger/outbox/rosters.ts';
import type { PublishDeps } from './publish-batch.ts';
import { closedRosterWrite } from './to-documents.ts';

/**
 * For a generation of other rules, before these employments are deleted: nobody may stay in a roster who is gone from
 * the search. How it would write the roster we do not know, so it sends to the search from then on.
 */
export async function closeRosters(
  { pool, engine }: PublishDeps,
  { indices }: Generation,
  ended: readonly OutboxRow[],
): Promise<void> {
  const ids = [...new Set(ended.map(({ id }) => id))];
  const writes = (await readRosterRows(pool, { ids }, 0)).map((row) => closedRosterWrite(indices, row));
  // One that is not there may be of a version that knows no rosters, and would refuse it.
  const held = await readHeld(engine, indices.company, writes);
  const open = writes.filter((write, at) => held[at] && held[at].hash !== write.hash);
  const failed = (await writeDocuments(engine, open)).find((outcome) => typeof outcome === 'object');
  if (failed) throw new OperatorError(`A roster still shows people who are gone: ${Object.values(failed).join()}`);
}
