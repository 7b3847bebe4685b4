import type { Company } from '@orgdex/contract';
import type { StoredCompany } from '../../../server/src/stores/opensearch/companies/cards.ts';
import { queryRow } from '../../../server/src/stores/postgres/pool.ts';
import { type BenchInstallation, liveIndices } from '../speed/installation.ts';

/** A published company, as a customer may know it. */
export interface NamedCompany {
  readonly id: string;
  readonly name: string;
  readonly country: string | null;
  readonly region: string | null;
  readonly city: string | null;
}

interface SampleOrder {
  readonly count: number;
  readonly seed: number;
}

/** Documents in one request. */
const chunkSize = 500;

function toNamed({ served, card }: StoredCompany): NamedCompany[] {
  const { id, name } = JSON.parse(served.base.text) as Company;
  const { country, region, city } = card;
  return name === null ? [] : [{ id, name, country, region, city }];
}

/** These companies as they are published, at most a few hundred. */
export async function readNamed(installation: BenchInstallation, ids: readonly string[]): Promise<NamedCompany[]> {
  const { company: index } = await liveIndices(installation);
  const { body } = await installation.opensearch.mget({ index, body: { ids: [...ids] } });
  const documents = body.docs as { _source?: Partial<StoredCompany> }[];
  return documents.flatMap(({ _source }) => (_source?.served && _source.card ? toNamed(_source as StoredCompany) : []));
}

/** Companies of the database in an arbitrary order that depends on the seed only, as they are published. */
export async function readSample(
  installation: BenchInstallation,
  { count, seed }: SampleOrder,
): Promise<NamedCompany[]> {
  const { rows } = await installation.pool.query<{ id: string }>(
    'SELECT id FROM company WHERE redirect_to IS NULL ORDER BY hashtextextended(id, $2), id LIMIT $1',
    [count, seed],
  );
  const found: NamedCompany[] = [];
  for (let at = 0; at < rows.length; at += chunkSize) {
    const ids = rows.slice(at, at + chunkSize).map(({ id }) => id);
    found.push(...(await readNamed(installation, ids)));
  }
  if (found.length === 0) throw new Error('No company is published in this installation. Run `orgdex publish` first.');
  return found;
}

export async function countCompanies({ pool }: BenchInstallation): Promise<number> {
  const select = 'SELECT count(*)::int AS count FROM company WHERE redirect_to IS NULL';
  return (await queryRow<{ count: number }>(pool, select)).count;
}
