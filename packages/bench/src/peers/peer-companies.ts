import type { BenchInstallation } from '../speed/installation.ts';
import { companiesBySize, companiesOf, identifiedBy } from '../speed/sample-companies.ts';
import { companiesIn } from './documents.ts';
import type { NamedCompany, PeerCompany, PeerOperation } from './system.ts';

interface Named extends NamedCompany {
  readonly company: string;
}

/** Companies whose name no other company has, in the arbitrary order of OpenSearch. */
async function namedIn(installation: BenchInstallation): Promise<Named[]> {
  const named: Named[] = [];
  for await (const companies of companiesIn(installation)) {
    for (const { id, served, card } of companies) {
      if (served.name) named.push({ company: id, name: served.name, country: card.country });
    }
  }
  return [...Map.groupBy(named, ({ name }) => name).values()].flatMap((same) => (same.length === 1 ? same : []));
}

const itemsOfBatch = 10;

function toBatches(named: readonly Named[]): PeerCompany[] {
  return Array.from({ length: Math.floor(named.length / itemsOfBatch) }, (_, at) => {
    const batch = named.slice(at * itemsOfBatch, (at + 1) * itemsOfBatch);
    return { company: (batch[0] as Named).company, batch: batch.map(({ name, country }) => ({ name, country })) };
  });
}

/** The companies to request in each operation. */
export async function readCompanies(installation: BenchInstallation): Promise<Record<PeerOperation, PeerCompany[]>> {
  const { pool } = installation;
  const named = await namedIn(installation);
  return {
    'lookup-id': await companiesOf(pool),
    'lookup-fqdn': await identifiedBy(pool, 'fqdn'),
    'people-position': (await companiesBySize(pool))['1–200'],
    'search-name': named.map(({ company, name }) => ({ company, name })),
    match: toBatches(named),
  };
}
