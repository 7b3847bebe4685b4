import type { PersonMatch } from '@orgdex/contract';
import { cpuUsOf } from '../load/cpu.ts';
import type { Received } from '../report/send-request.ts';
import { forPosition, lookUpById, lookUpByIdentifier, searchWith, type ToAsked } from '../speed/requests.ts';
import { liveIndices, type Place } from '../speed/installation.ts';
import { openTargets, type Targets } from '../speed/targets.ts';
import { openHttpAsker } from './http-asker.ts';
import type { StoreMeters } from './meters.ts';
import { type Answer, type Party, type PeerQuestion, type Side, serviceOn } from './side.ts';

/** How our service is asked; it has no search by name. */
const toAsked: Partial<Record<PeerQuestion, ToAsked>> = {
  'lookup-id': lookUpById,
  'lookup-fqdn': lookUpByIdentifier,
  'people-position': searchWith(forPosition),
};

function toAnswer({ json, headers, bytes }: Received): Answer {
  if (!Array.isArray(json)) return { about: (json as { id: string }).id, whole: json, bytes };
  const people = json as PersonMatch[];
  const total = Number(headers.get('x-total-count'));
  return { about: people.map(({ person_id }) => person_id), whole: { people, total }, bytes };
}

interface ServiceTerms {
  readonly place: Place;
  readonly meters: StoreMeters;
  /** Of both processes, beside those of the installation. */
  readonly settings: Readonly<Record<string, string>>;
}

type SideTerms = Pick<Side, 'name' | 'meters'> & Pick<Targets['all']['on'], 'base' | 'keys'>;

/** Both processes of the service: nobody asked who they are, and everything on. */
export async function openServices({ place, meters, settings }: ServiceTerms): Promise<Party> {
  const targets = await openTargets(place, { settings });
  const indices = await liveIndices(place);
  const toSide = ({ name, meters: own, ...address }: SideTerms): Side => ({
    name,
    meters: own,
    async prepare(course) {
      const ask = toAsked[course.question];
      return ask && openHttpAsker(course, { address, toAsk: (...turn) => ask(indices, ...turn).service, toAnswer });
    },
  });
  const { off, on } = targets.all;
  const { OpenSearch } = meters;
  const sides = [
    toSide({ ...off, name: 'service, off', meters: { own: () => cpuUsOf(off.processes()), OpenSearch } }),
    toSide({ ...on, name: serviceOn, meters: { own: () => cpuUsOf(on.processes()), ...meters } }),
  ];
  return { sides, close: () => targets.close() };
}
