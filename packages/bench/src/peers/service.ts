import type { PersonMatch } from '@orgdex/contract';
import { cpuUsOf } from '../load/cpu.ts';
import type { ReceivedResponse } from '../report/send-request.ts';
import { type BenchInstallation, liveIndices } from '../speed/installation.ts';
import { type BuildRequests, byPosition, lookUpById, lookUpByIdentifier, searchWith } from '../speed/requests.ts';
import { openTargets, type Targets } from '../speed/targets.ts';
import { openHttpClient } from './http-client.ts';
import type { StoreMeters } from './meters.ts';
import { fullServiceName, type PeerOperation, type PeerResponse, type System, type SystemGroup } from './system.ts';

/** The requests to orgdex, which has no search by name. */
const buildRequests: Partial<Record<PeerOperation, BuildRequests>> = {
  'lookup-id': lookUpById,
  'lookup-fqdn': lookUpByIdentifier,
  'people-position': searchWith(byPosition),
};

function toResponse({ json, headers, bytes }: ReceivedResponse): PeerResponse {
  if (!Array.isArray(json)) return { about: (json as { id: string }).id, whole: json, bytes };
  const people = json as PersonMatch[];
  const total = Number(headers.get('x-total-count'));
  return { about: people.map(({ person_id }) => person_id), whole: { people, total }, bytes };
}

interface ServiceOptions {
  readonly installation: BenchInstallation;
  readonly meters: StoreMeters;
  /** Settings of both processes, in addition to those of the installation. */
  readonly settings: Readonly<Record<string, string>>;
}

type SystemOptions = Pick<System, 'name' | 'meters'> & Pick<Targets['all']['fullService'], 'base' | 'keys'>;

/** Two orgdex processes: one without access control, and the full service. */
export async function openServices({ installation, meters, settings }: ServiceOptions): Promise<SystemGroup> {
  const targets = await openTargets(installation, { settings });
  const indices = await liveIndices(installation);
  const toSystem = ({ name, meters: own, ...address }: SystemOptions): System => ({
    name,
    meters: own,
    async prepare(peerCase) {
      const buildRequest = buildRequests[peerCase.operation];
      return (
        buildRequest &&
        openHttpClient(peerCase, {
          address,
          toRequest: (...turn) => buildRequest(indices, ...turn).service,
          toResponse,
        })
      );
    },
  });
  const { withoutAccess, fullService } = targets.all;
  const { OpenSearch } = meters;
  const systems = [
    toSystem({
      ...withoutAccess,
      name: 'without access control',
      meters: { own: () => cpuUsOf(withoutAccess.processes()), OpenSearch },
    }),
    toSystem({
      ...fullService,
      name: fullServiceName,
      meters: { own: () => cpuUsOf(fullService.processes()), ...meters },
    }),
  ];
  return { systems, close: () => targets.close() };
}
