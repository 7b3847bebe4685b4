import {
  type IdentityChanges,
  type NeighbourRow,
  readNeighbourhood,
  type StandingRow,
  saveIdentity,
} from '../ledger/neighbourhood.ts';
import type { Client } from '../ledger/pool.ts';
import { deriveId, type Secret } from '../secret.ts';
import { assign } from './assign.ts';
import { standingAt } from './standing.ts';

/** Works out what a new look at these records changes. */
function identityChanges(
  records: readonly NeighbourRow[],
  standing: readonly StandingRow[],
  secret: Secret,
): IdentityChanges {
  const neighbours = records.map((row) => ({ ...row, company: row.company_id ?? undefined }));
  const result = assign(neighbours, standingAt(records, standing));
  const row = (index: number) => records[index] as NeighbourRow;
  const foundedBy = new Map<number, string>();
  const idOf = (company: string | { foundedBy: number }): string => {
    if (typeof company === 'string') return company;
    const { source, key, founded } = row(company.foundedBy);
    const id = foundedBy.get(company.foundedBy) ?? deriveId('c', secret.companyIdKey, { source, key, nth: founded });
    foundedBy.set(company.foundedBy, id);
    return id;
  };
  const links = records
    .map((before, index) => ({
      before,
      after: {
        source_id: before.source_id,
        key: before.key,
        company_id: idOf(result.company[index] as string),
        linked_by: result.linkedBy[index] ?? null,
        matched_by: result.matchedBy[index] ?? null,
        hidden: result.hidden[index] as boolean,
      },
    }))
    .filter(({ before, after }) =>
      (['company_id', 'linked_by', 'matched_by', 'hidden'] as const).some((field) => before[field] !== after[field]),
    );
  const moved = links.filter(
    ({ before, after }) => before.company_id !== after.company_id || before.hidden !== after.hidden,
  );
  return {
    founded: [...foundedBy].map(([index, id]) => ({ id, ...pick(row(index)) })),
    links: links.map(({ after }) => after),
    redirects: result.redirects.map(({ from, to }) => ({ from, to: idOf(to) })),
    revived: result.revived,
    refounded: result.refounded.map(({ id, founder }) => ({ id, ...pick(row(founder)) })),
    changed: moved.flatMap(({ before, after }) => [before.company_id, after.company_id]).filter((id) => id !== null),
  };
}

const pick = ({ source_id, key, seq }: NeighbourRow) => ({ source_id, key, seq });

/** Draws the links of the batch's neighbourhood again. */
export async function resolveIdentity(client: Client, secret: Secret): Promise<void> {
  const { records, standing } = await readNeighbourhood(client);
  await saveIdentity(client, identityChanges(records, standing, secret));
}
