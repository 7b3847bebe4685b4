import { traffics } from '../speed/cases.ts';
import type { Place } from '../speed/installation.ts';
import { readSubjects } from './courses.ts';
import { openStoreMeters, type StoreMeters } from './meters.ts';
import { measureCourse, type PeerOrder, type PeerResult } from './peer-rounds.ts';
import { findPgbench } from './pgbench.ts';
import { openPostgres } from './postgres.ts';
import { openServices } from './service.ts';
import { type Party, peerQuestions } from './side.ts';
import { openYente, readYenteVersion } from './yente.ts';

export interface PeersOrder extends PeerOrder {
  /** Where pgbench and yente are installed; undefined: looked for, or left out. */
  readonly pgbench: string | undefined;
  readonly yente: string | undefined;
}

interface Scene {
  readonly place: Place;
  readonly meters: StoreMeters;
  note(text: string): void;
}

export interface PeersMeasured {
  readonly results: readonly PeerResult[];
  /** Of the peers that took part, with their licences. */
  readonly versions: readonly string[];
  /** Who did not take part, and why. */
  readonly left: readonly string[];
}

interface Peer {
  readonly name: string;
  /** What one has to do to have it. */
  readonly advice: string;
  open(scene: Scene, program: string): Promise<Party>;
  version(program: string): string;
}

const peers: Record<'pgbench' | 'yente', Peer> = {
  pgbench: {
    name: 'PostgreSQL by pgbench',
    advice: 'not installed: apt-get install postgresql, or --pgbench PROGRAM',
    open: (scene, program) => openPostgres({ ...scene, program }),
    version: () => 'PostgreSQL and its pgbench (PostgreSQL Licence)',
  },
  yente: {
    name: 'yente',
    advice: 'not named: python3 -m venv FOLDER && FOLDER/bin/pip install yente, then --yente FOLDER/bin/yente',
    open: (scene, program) => openYente({ ...scene, program }),
    version: (program) => `yente ${readYenteVersion(program) ?? 'of unknown version'} (MIT licence)`,
  },
};

/** Those that are installed; one that is not, or does not start, is left out with its reason. */
async function openPeers(scene: Scene, programs: Record<keyof typeof peers, string | undefined>) {
  const opened = { parties: [] as Party[], versions: [] as string[], left: [] as string[] };
  for (const [key, { name, advice, open, version }] of Object.entries(peers)) {
    const program = programs[key as keyof typeof peers];
    const leave = (reason: string) => {
      const why = reason.replaceAll(/\s+/g, ' ');
      opened.left.push(`${name}: ${why}`);
      scene.note(`left out: ${name}: ${why}`);
    };
    if (!program) {
      leave(advice);
      continue;
    }
    scene.note(`filling ${name}`);
    const party = await open(scene, program).catch((error: Error) => leave(error.message));
    if (!party) continue;
    opened.parties.push(party);
    opened.versions.push(version(program));
  }
  return opened;
}

// Each another: this world's list comes round, and a cache would know everybody by then.
const settings = { different: { ORGDEX_CACHE_MB: '0' }, zipf: {} } as const;

async function measureAll(scene: Scene, parties: readonly Party[], order: PeersOrder): Promise<PeerResult[]> {
  const subjects = await readSubjects(scene.place);
  const results: PeerResult[] = [];
  for (const traffic of traffics) {
    const services = await openServices({ ...scene, settings: settings[traffic] });
    try {
      const sides = [services, ...parties].flatMap((party) => party.sides);
      for (const question of peerQuestions) {
        if (traffic === 'zipf' && question === 'search-name') continue;
        scene.note(`${question}, ${traffic}`);
        const result = await measureCourse(sides, { question, traffic, subjects: subjects[question] }, order);
        if (result) results.push(result);
      }
    } finally {
      await services.close();
    }
  }
  return results;
}

/** The service and its peers, asked the same of the same world in turn. */
export async function measurePeers(
  { place, note }: Pick<Scene, 'place' | 'note'>,
  order: PeersOrder,
): Promise<PeersMeasured> {
  const scene = { place, note, meters: openStoreMeters(place.config) };
  const programs = { pgbench: order.pgbench ?? findPgbench(), yente: order.yente };
  const { parties, versions, left } = await openPeers(scene, programs);
  try {
    return { results: await measureAll(scene, parties, order), versions, left };
  } finally {
    for (const party of parties) await party.close();
  }
}
