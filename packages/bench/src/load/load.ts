import { type Installation, openInstallation } from '../../../testing/src/processes/installation.ts';
import { syntheticRegisters } from '../../../testing/src/synthetic/registers/index.ts';
import { type Command, readArguments, UsageError } from '../arguments.ts';
import { note, readResults, stamp, writeResults } from '../report/results.ts';
import { loadSection, measureLoad } from './import.ts';
import { measureRead, readSection } from './read.ts';
import { measureRebuild, rebuildSection } from './rebuild.ts';
import { matchSection, measureSix, sixSection } from './six.ts';
import { measureSource, sourcesSection, withSource } from './sources.ts';

const options = {
  companies: { type: 'string', default: '100000' },
  people: { type: 'string', default: '400000' },
  rows: { type: 'string', default: '1000000' },
  source: { type: 'string', default: '' },
  lanes: { type: 'string', default: '1,2' },
  runs: { type: 'string', default: '3' },
  shared: { type: 'string', default: '500000' },
  alone: { type: 'string', default: '4500000' },
} as const;

type Values = { readonly [name in keyof typeof options]: string };

/** Works with an empty installation. */
async function withInstallation<T>(work: (installation: Installation) => Promise<T>): Promise<T> {
  const installation = await openInstallation();
  try {
    return await work(installation);
  } finally {
    await installation.close();
  }
}

const lanesOf = ({ lanes }: Values): number[] => lanes.split(',').map(Number);
const sizeOf = ({ companies, people }: Values) => ({ companies: Number(companies), people: Number(people) });

const steps: Readonly<Record<string, (values: Values) => Promise<void>>> = {
  async read(values) {
    const { source, rows, runs } = values;
    const order = { source: source || 'au-abr', rows: Number(rows), lanes: lanesOf(values), runs: Number(runs) };
    writeResults(readSection, await measureRead(order));
  },
  async import(values) {
    const { again: _, ...cost } = await withInstallation((installation) => measureLoad(installation, sizeOf(values)));
    writeResults(loadSection, cost);
  },
  async sources({ source, rows }) {
    for (const id of source === '' ? Object.keys(syntheticRegisters) : source.split(',')) {
      note(id);
      const result = await withInstallation((installation) => measureSource(installation, id, Number(rows)));
      const kept = readResults(sourcesSection)?.sources ?? [];
      writeResults(sourcesSection, { host: stamp().host, sources: withSource(kept, result) });
    }
  },
  async rebuild(values) {
    const order = { ...sizeOf(values), lanes: lanesOf(values) };
    writeResults(rebuildSection, await withInstallation((installation) => measureRebuild(installation, order)));
  },
  async six({ shared, alone }) {
    const order = { shared: Number(shared), alone: Number(alone) };
    const { six, match } = await withInstallation((installation) => measureSix(installation, order));
    writeResults(sixSection, six);
    writeResults(matchSection, match);
  },
};

const names = Object.keys(steps);

export const loadCommand: Command = {
  usage: `measures loading: ${names.join(', ')}, or only those that are named
  --companies N --people N   of import and rebuild (100000, 400000)
  --rows N --source NAME,…   of read and sources: synthetic files of registers (1000000; au-abr, all)
  --lanes N,… --runs N       of read and rebuild (1,2; 3)
  --shared N --alone N       of six: companies of five sources, and of a sixth (500000, 4500000)`,
  async run(args) {
    const { values, words } = readArguments(args, options, names);
    if (lanesOf(values).some((count) => !(count > 0))) throw new UsageError('--lanes must be numbers');
    for (const name of words.length > 0 ? words : names) await steps[name]?.(values);
    return 0;
  },
};
