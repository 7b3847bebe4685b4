import { checkLimiter } from '../../../server/src/stores/redis/redis.ts';
import { type Fleet, openFleet } from '../../../testing/src/processes/fleet.ts';
import { startOwnStores } from '../../../testing/src/stores/own-stores.ts';
import { accessScenarios } from '../access/all.ts';
import { type Command, readArguments } from '../arguments.ts';
import { faults } from '../faults/all.ts';
import { note, readResults, type Section, type Stamp, stamp, stampText, writeResults } from '../report/results.ts';
import { inParagraphs, wrapped } from '../report/text.ts';
import { soak } from '../soak/soak.ts';
import type { Outcome, Scenario, SizeName, Stage } from './scenario.ts';
import { installed } from './under-load.ts';

/** The last result of a scenario. */
export interface ScenarioResult extends Outcome, Pick<Scenario, 'name' | 'title'> {
  readonly minutes: number;
  /** Machine, versions and day. */
  readonly measuredOn: string;
}

async function versionsOf({ installation }: Fleet): Promise<string[]> {
  const { rows } = await installation.pool.query('SHOW server_version');
  const { body } = await installation.opensearch.info();
  const redis = await checkLimiter(installation.redisUrl);
  return [`PostgreSQL ${rows[0].server_version.split(' ')[0]}`, redis, `OpenSearch ${body.version.number}`];
}

const mostLines = 10;

/** The errors in the logs of the processes, each once: they explain a violation, and never decide the verdict. */
function errorsOf({ target }: Fleet): string[] {
  const lines = target().members.flatMap((member) => member.log().split('\n'));
  const messages = lines
    .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
    .map((line) => line.slice(0, 500));
  return [...new Set(messages)].slice(-mostLines);
}

const mostLength = 240;

/** The page has the beginning of what was measured; the rest is in the file beside it. */
function beginningOf(measured: string): string {
  const [first = '', ...others] = measured.split('; ');
  return others.reduce((text, part) => (text.length + part.length <= mostLength ? `${text}; ${part}` : text), first);
}

function describeResult({ name, title, violations, measured }: ScenarioResult): string {
  const verdict = violations.length === 0 ? '**holds**' : `**violated**: ${violations.join('; ')}`;
  return wrapped(`- \`${name}\`: ${title}. ${verdict}: ${beginningOf(measured)}.`, '  ');
}

const dayOf = ({ measuredOn }: ScenarioResult): string => /\d{4}-\d\d-\d\d/.exec(measuredOn)?.[0] ?? '';

const sectionOf = (name: string): Section<readonly ScenarioResult[]> => ({
  page: 'faults',
  name,
  toText(results) {
    const days = results.map(dayOf).sort();
    const period = [...new Set([days[0], days.at(-1)])].join(' to ');
    return inParagraphs([`Measured ${period}.`, results.map(describeResult).join('\n')]);
  },
});

/** Runs a scenario. One that cannot be completed is a violation; the others still run. */
async function measure({ name, title, run }: Scenario, stage: Stage, size: SizeName): Promise<ScenarioResult> {
  note(`${name}, ${size} size`);
  const began = Date.now();
  const outcome = await run(stage, size).catch(async (error: Error): Promise<Outcome> => {
    note(error.stack ?? '');
    await stage.fleet.stop();
    await stage.stores?.up();
    return { violations: [`it could not be completed: ${error.message.split('\n')[0]}`], measured: '' };
  });
  if (outcome.violations.length > 0) for (const line of errorsOf(stage.fleet)) note(`log: ${line}`);
  const minutes = (Date.now() - began) / 60_000;
  const on: Stamp = stamp(...(await versionsOf(stage.fleet)));
  return { name, title, ...outcome, minutes, measuredOn: stampText(on).slice(0, -1) };
}

const openStage = async (): Promise<Stage & { close(): Promise<void> }> => {
  const stores = await startOwnStores();
  const fleet = await openFleet(stores, installed).catch(async (error) => {
    await stores.stop();
    throw error;
  });
  return {
    fleet,
    stores,
    async close() {
      try {
        await fleet.close();
      } finally {
        await stores.stop();
      }
    },
  };
};

const commandOf = (
  section: Section<readonly ScenarioResult[]>,
  scenarios: readonly Scenario[],
  about: string,
): Command => {
  const names = scenarios.map(({ name }) => name);
  return {
    usage: `${about}; name some of: ${names.join(', ')}
  --small            at a small size, without limits of time; prints the results and does not keep them`,
    async run(args) {
      const { values, words } = readArguments(args, { small: { type: 'boolean', default: false } }, names);
      const stage = await openStage();
      let isViolated = false;
      // Stores that are not stopped would keep their ports.
      const stop = () => void stage.close().finally(() => process.exit(1));
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
      try {
        for (const scenario of scenarios.filter(({ name }) => words.length === 0 || words.includes(name))) {
          const result = await measure(scenario, stage, values.small ? 'small' : 'full');
          isViolated ||= result.violations.length > 0;
          if (values.small) {
            process.stdout.write(`${section.toText([result])}\n`);
            continue;
          }
          const others = (readResults(section) ?? []).filter(({ name }) => name !== result.name);
          const kept = [...others, result].toSorted((a, b) => names.indexOf(a.name) - names.indexOf(b.name));
          writeResults(section, kept);
        }
      } finally {
        await stage.close();
      }
      return isViolated ? 1 : 0;
    },
  };
};

export const faultsSection = sectionOf('faults');
export const accessSection = sectionOf('access');
export const soakSection = sectionOf('soak');

export const faultsCommand = commandOf(
  faultsSection,
  faults,
  'what clients see while stores and processes fail under load',
);
export const accessCommand = commandOf(
  accessSection,
  accessScenarios,
  'limits, quotas, keys and metering while processes, Redis or PostgreSQL fail',
);
export const soakCommand = commandOf(soakSection, [soak], 'two hours of requests while data, keys and indices change');
