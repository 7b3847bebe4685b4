import type { Place } from '../speed/installation.ts';
import { companiesBySize, companiesOf, identifiedBy } from '../speed/sample-companies.ts';
import { companiesIn } from './documents.ts';
import type { PeerQuestion, PeerSubject } from './side.ts';

/** Companies that have a name, in the order in which the engine gives them: by no meaning. */
async function namedIn(place: Place): Promise<PeerSubject[]> {
  const named: PeerSubject[] = [];
  for await (const companies of companiesIn(place)) {
    for (const { id, served } of companies) if (served.name) named.push({ company: id, name: served.name });
  }
  return named;
}

/** The companies that each question is about. */
export async function readSubjects(place: Place): Promise<Record<PeerQuestion, PeerSubject[]>> {
  const { pool } = place;
  return {
    'lookup-id': await companiesOf(pool),
    'lookup-fqdn': await identifiedBy(pool, 'fqdn'),
    'people-position': (await companiesBySize(pool))['1–200'],
    'search-name': await namedIn(place),
  };
}
