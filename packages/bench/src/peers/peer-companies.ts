import type { BenchInstallation } from '../speed/installation.ts';
import { companiesBySize, companiesOf, identifiedBy } from '../speed/sample-companies.ts';
import { companiesIn } from './documents.ts';
import type { PeerCompany, PeerOperation } from './system.ts';

/** Companies with a name, in the arbitrary order of the engine. */
async function namedIn(installation: BenchInstallation): Promise<PeerCompany[]> {
  const named: PeerCompany[] = [];
  for await (const companies of companiesIn(installation)) {
    for (const { id, served } of companies) if (served.name) named.push({ company: id, name: served.name });
  }
  return named;
}

/** The companies to request in each operation. */
export async function readCompanies(installation: BenchInstallation): Promise<Record<PeerOperation, PeerCompany[]>> {
  const { pool } = installation;
  return {
    'lookup-id': await companiesOf(pool),
    'lookup-fqdn': await identifiedBy(pool, 'fqdn'),
    'people-position': (await companiesBySize(pool))['1–200'],
    'search-name': await namedIn(installation),
  };
}
