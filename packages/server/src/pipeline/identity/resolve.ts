import { deriveId, type Secret } from '../../core/settings/secret.ts';
import {
  type CompanyIdRow,
  type IdentityChanges,
  type NeighborRow,
  readNeighborhood,
  saveIdentity,
} from '../../stores/postgres/identity/affected-records.ts';
import type { Client } from '../../stores/postgres/pool.ts';
import { assign, type CompanyId } from './assign-ids.ts';
import { ownersOf } from './identifier-owners.ts';
import { type WideIdentifier, widestIdentifier } from './widest-identifier.ts';

/** The ids that records of the neighborhood founded, each with the index of its founder. */
function standingAt(records: readonly NeighborRow[], rows: readonly CompanyIdRow[]): CompanyId[] {
  const name = (source: number, key: string) => `${source}:${key}`;
  const at = new Map(records.map((row, index) => [name(row.source_id, row.key), index]));
  return rows.map(({ id, founded_seq: seq, founded_nth: nth, redirect_to: redirectTo, ...row }) => {
    const founder = at.get(name(row.founder_source, row.founder_key));
    if (founder === undefined) throw new Error(`The founder of ${id} is not among its records.`);
    return { id, founder, seq, nth, redirectTo };
  });
}

/** Which company a record belongs to, and with which other records. */
const placeFields = ['company_id', 'matched_by', 'hidden'] as const;
const linkFields = [...placeFields, 'linked_by'] as const;

/** Computes what changes for these records. */
function identityChanges(
  records: readonly NeighborRow[],
  standing: readonly CompanyIdRow[],
  secret: Secret,
): IdentityChanges {
  const result = assign(records, standingAt(records, standing));
  const row = (index: number) => records[index] as NeighborRow;
  const foundedBy = new Map<number, string>();
  const idOf = (company: string | { foundedBy: number }): string => {
    if (typeof company === 'string') return company;
    const { source, key, founded } = row(company.foundedBy);
    const id = foundedBy.get(company.foundedBy) ?? deriveId('c', secret.companyIdKey, { source, key, nth: founded });
    foundedBy.set(company.foundedBy, id);
    return id;
  };
  const links = records.map(({ source_id, key, is_new }, index) => ({
    source_id,
    key,
    is_new,
    company_id: idOf(result.company[index] as string),
    linked_by: result.linkedBy[index] ?? null,
    matched_by: result.matchedBy[index] ?? null,
    hidden: result.hidden[index] as boolean,
  }));
  const moved = links.flatMap((after, index) => {
    const before = row(index);
    const stays = placeFields.every((field) => before[field] === after[field]);
    return stays ? [] : [before.company_id, after.company_id];
  });
  return {
    founded: [...foundedBy].map(([index, id]) => ({ id, ...pick(row(index)) })),
    links: links.filter((after, index) => linkFields.some((field) => row(index)[field] !== after[field])),
    redirected: result.redirected,
    refounded: result.refounded.map(({ id, founder }) => ({ id, ...pick(row(founder)) })),
    found: ownersOf(
      records,
      links.map(({ hidden, company_id }) => (hidden ? undefined : company_id)),
    ),
    changed: moved.filter((id) => id !== null),
  };
}

const pick = ({ source_id, key, seq, founded }: NeighborRow) => ({ source_id, key, seq, nth: founded });

/** Resolves the identity of the batch's neighborhood again. Returns the identifier that most of its records share. */
export async function resolveIdentity(client: Client, secret: Secret): Promise<WideIdentifier | undefined> {
  const { records, standing } = await readNeighborhood(client);
  await saveIdentity(client, identityChanges(records, standing, secret));
  return widestIdentifier(records);
}
