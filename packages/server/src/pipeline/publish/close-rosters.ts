import { OperatorError } from '../../core/errors/failure.ts';
import { readHeld, writeDocuments } from '../../stores/opensearch/bulk.ts';
import type { Generation } from '../../stores/postgres/outbox/generations.ts';
import type { OutboxRow } from '../../stores/postgres/outbox/outbox.ts';
import { readRosterRows } from '../../stores/postgres/outbox/rosters.ts';
import type { PublishDeps } from './publish-batch.ts';
import { closedRosterWrite } from './to-documents.ts';

/**
 * For a generation with other rules, before these employments are deleted: a person removed from the search must not
 * stay in a roster. This process does not know how the generation's own rules write the roster, so it writes one that
 * refers to the search.
 */
export async function closeRosters(
  { pool, opensearch }: PublishDeps,
  { indices }: Generation,
  ended: readonly OutboxRow[],
): Promise<void> {
  const ids = [...new Set(ended.map(({ id }) => id))];
  const writes = (await readRosterRows(pool, { ids }, 0)).map((row) => closedRosterWrite(indices, row));
  // A missing roster may mean a version without rosters, whose mapping would reject one.
  const held = await readHeld(opensearch, indices.company, writes);
  const open = writes.filter((write, at) => held[at] && held[at].hash !== write.hash);
  const failed = (await writeDocuments(opensearch, open)).find((outcome) => typeof outcome === 'object');
  if (failed) throw new OperatorError(`A roster still contains removed people: ${Object.values(failed).join()}`);
}
