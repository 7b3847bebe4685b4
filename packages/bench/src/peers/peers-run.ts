import { traffics } from '../speed/cases.ts';
import type { BenchInstallation } from '../speed/installation.ts';
import { openStoreMeters, type StoreMeters } from './meters.ts';
import { readCompanies } from './peer-companies.ts';
import { measureCase, type PeerOrder, type PeerResult } from './peer-rounds.ts';
import { findPgbench } from './pgbench.ts';
import { openPostgres } from './postgres.ts';
import { openServices } from './service.ts';
import { isSpeedOperation, peerOperations, type SystemGroup } from './system.ts';
import { openYente, readYenteVersion } from './yente.ts';

export interface PeersOrder extends PeerOrder {
  /** Paths of the programs. If undefined, pgbench is searched for and yente is left out. */
  readonly pgbench: string | undefined;
  readonly yente: string | undefined;
}

interface BenchContext {
  readonly installation: BenchInstallation;
  readonly meters: StoreMeters;
  note(text: string): void;
}

export interface PeersMeasured {
  readonly results: readonly PeerResult[];
  /** The measured systems with their versions and licenses. */
  readonly versions: readonly string[];
  /** The systems that were left out, with the reason. */
  readonly left: readonly string[];
}

interface Peer {
  readonly name: string;
  /** How to install it. */
  readonly advice: string;
  open(context: BenchContext, program: string): Promise<SystemGroup>;
  version(program: string): string;
}

const peers: Record<'pgbench' | 'yente', Peer> = {
  pgbench: {
    name: 'PostgreSQL by pgbench',
    advice: 'not installed: apt-get install postgresql, or --pgbench PROGRAM',
    open: (context, program) => openPostgres({ ...context, program }),
    version: () => 'PostgreSQL and its pgbench (PostgreSQL License)',
  },
  yente: {
    name: 'yente',
    advice: 'not installed: python3 -m venv FOLDER && FOLDER/bin/pip install yente, then --yente FOLDER/bin/yente',
    open: (context, program) => openYente({ ...context, program }),
    version: (program) => `yente ${readYenteVersion(program) ?? '(unknown version)'} (MIT license)`,
  },
};

/** Starts the installed systems. One that is not installed or does not start is left out, with the reason. */
async function openPeers(context: BenchContext, programs: Record<keyof typeof peers, string | undefined>) {
  const opened = { groups: [] as SystemGroup[], versions: [] as string[], left: [] as string[] };
  for (const [key, { name, advice, open, version }] of Object.entries(peers)) {
    const program = programs[key as keyof typeof peers];
    const leave = (reason: string) => {
      const why = reason.replaceAll(/\s+/g, ' ');
      opened.left.push(`${name}: ${why}`);
      context.note(`left out: ${name}: ${why}`);
    };
    if (!program) {
      leave(advice);
      continue;
    }
    context.note(`loading data into ${name}`);
    const group = await open(context, program).catch((error: Error) => leave(error.message));
    if (!group) continue;
    opened.groups.push(group);
    opened.versions.push(version(program));
  }
  return opened;
}

// With unique keys the list of this dataset repeats, so a cache would contain every company by then.
const settings = { unique: { ORGDEX_CACHE_MB: '0' }, zipf: {} } as const;

async function measureAll(
  context: BenchContext,
  groups: readonly SystemGroup[],
  order: PeersOrder,
): Promise<PeerResult[]> {
  const samples = await readCompanies(context.installation);
  const results: PeerResult[] = [];
  for (const traffic of traffics) {
    const services = await openServices({ ...context, settings: settings[traffic] });
    try {
      const systems = [services, ...groups].flatMap((group) => group.systems);
      for (const operation of peerOperations) {
        if (traffic === 'zipf' && !isSpeedOperation(operation)) continue;
        context.note(`${operation}, ${traffic}`);
        const peerCase = { operation, traffic, samples: samples[operation] };
        const result = await measureCase(
          systems,
          peerCase,
          operation === 'match' ? { ...order, connections: 4 } : order,
        );
        if (result) results.push(result);
      }
    } finally {
      await services.close();
    }
  }
  return results;
}

/** Measures orgdex and the other systems in turn, with the same requests and the same dataset. */
export async function measurePeers(
  { installation, note }: Pick<BenchContext, 'installation' | 'note'>,
  order: PeersOrder,
): Promise<PeersMeasured> {
  const context = { installation, note, meters: openStoreMeters(installation.config) };
  const programs = { pgbench: order.pgbench ?? findPgbench(), yente: order.yente };
  const { groups, versions, left } = await openPeers(context, programs);
  try {
    return { results: await measureAll(context, groups, order), versions, left };
  } finally {
    for (const group of groups) await group.close();
  }
}
