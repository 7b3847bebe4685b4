import type { Company, FoundCompanies, MatchedCompanies, PersonMatch } from '@orgdex/contract';
import type { GenerationIndices } from '../../../server/src/stores/opensearch/documents.ts';
import { cpuUsOf } from '../load/cpu.ts';
import type { ReceivedResponse } from '../report/send-request.ts';
import { type BenchInstallation, liveIndices } from '../speed/installation.ts';
import {
  type BenchRequest,
  type BuildRequests,
  byPosition,
  lookUpById,
  lookUpByIdentifier,
  searchWith,
} from '../speed/requests.ts';
import { openTargets, type Targets } from '../speed/targets.ts';
import { openHttpClient } from './http-client.ts';
import type { StoreMeters } from './meters.ts';
import {
  fullServiceName,
  isSpeedOperation,
  type PeerCompany,
  type PeerOperation,
  type PeerResponse,
  type System,
  type SystemGroup,
} from './system.ts';

type ToServiceRequest = (indices: GenerationIndices, sample: PeerCompany, turn: number) => BenchRequest;

const fromSpeed =
  (build: BuildRequests): ToServiceRequest =>
  (...turn) =>
    build(...turn).service;

const post = (path: string, body: object): BenchRequest => ({ method: 'POST', path, body: JSON.stringify(body) });

const toRequest: Record<PeerOperation, ToServiceRequest> = {
  'lookup-id': fromSpeed(lookUpById),
  'lookup-fqdn': fromSpeed(lookUpByIdentifier),
  'people-position': fromSpeed(searchWith(byPosition)),
  'search-name': (_, { name }) => post('/companies/search', { q: name, size: 10 }),
  match: (_, { batch = [] }) => post('/companies/match', { companies: batch }),
};

/** The first company of a search, the company of each item of a batch, or the company itself. */
function toCompanyResponse(json: unknown, bytes: number): PeerResponse {
  const { companies, results, id } = json as Partial<FoundCompanies & MatchedCompanies & Company>;
  if (companies) return { about: companies[0]?.id, bytes };
  if (results) return { items: results.map(({ candidates }) => candidates[0]?.company.id), bytes };
  return { about: id, whole: json, bytes };
}

function toResponse({ json, headers, bytes }: ReceivedResponse): PeerResponse {
  if (!Array.isArray(json)) return toCompanyResponse(json, bytes);
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

interface SystemOptions extends Pick<System, 'name' | 'meters'>, Pick<Targets['all']['fullService'], 'base' | 'keys'> {
  serves?(operation: PeerOperation): boolean;
}

/** Two orgdex processes: one without access control, and the full service. */
export async function openServices({ installation, meters, settings }: ServiceOptions): Promise<SystemGroup> {
  const targets = await openTargets(installation, { settings });
  const indices = await liveIndices(installation);
  const toSystem = ({ name, meters: own, serves = () => true, ...address }: SystemOptions): System => ({
    name,
    meters: own,
    async prepare(peerCase) {
      if (!serves(peerCase.operation)) return undefined;
      const build = toRequest[peerCase.operation];
      return openHttpClient(peerCase, { address, toRequest: (...turn) => build(indices, ...turn), toResponse });
    },
  });
  const { withoutAccess, fullService } = targets.all;
  const { OpenSearch } = meters;
  const systems = [
    toSystem({
      ...withoutAccess,
      name: 'without access control',
      serves: isSpeedOperation,
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
