import { readFileSync, writeFileSync } from 'node:fs';
import { checkLimiter } from '../../../server/src/stores/redis/redis.ts';
import { breakBuild } from '../../../testing/src/processes/broken-build.ts';
import type { SizeName, Stage, TestedPromise, Verdict } from '../../../testing/src/processes/promise.ts';
import { hostWith, tableOf } from './page.ts';

/** A deliberate fault, and the violations that the test reported. */
export interface TriedBreakage {
  readonly what: string;
  readonly isSeen: boolean;
  readonly broken: readonly string[];
}

/** The last result of one promise. */
export interface PromiseResult extends Verdict {
  readonly name: string;
  readonly says: string;
  readonly minutes: number;
  readonly measuredOn: string;
  readonly breakages: readonly TriedBreakage[];
}

export const note = (text: string) => void process.stderr.write(`${new Date().toISOString().slice(11, 19)} ${text}\n`);

/** Tests a promise, at the smallest size, on builds that break it. */
export async function tryBreakages<S extends Stage>(promise: TestedPromise<S>, stage: S): Promise<TriedBreakage[]> {
  const tried: TriedBreakage[] = [];
  for (const { what, changes, seen } of promise.breakages) {
    note(`${promise.name}, broken: ${what}`);
    const build = breakBuild(changes);
    try {
      const { broken } = await promise.try({ ...stage, build: build.program }, 'tiny');
      tried.push({ what, isSeen: seen.test(broken.join('\n')), broken });
    } catch (error) {
      // The result on the real build still counts.
      note((error as Error).stack ?? '');
      tried.push({ what, isSeen: false, broken: [`the test could not be completed: ${(error as Error).message}`] });
    } finally {
      await stage.fleet.stop();
      build.remove();
    }
  }
  return tried;
}

async function versionsOf({ installation }: Stage['fleet']): Promise<string> {
  const { rows } = await installation.pool.query('SHOW server_version');
  const { body } = await installation.opensearch.info();
  const redis = await checkLimiter(installation.redisUrl);
  return `PostgreSQL ${rows[0].server_version.split(' ')[0]}, ${redis}, OpenSearch ${body.version.number}`;
}

interface LoggedError {
  readonly message?: string;
  readonly cause?: LoggedError;
}

const mostLines = 10;

/** The errors in the logs of the processes, each once: they explain a violation. The verdict never depends on them. */
function errorsOf({ target }: Stage['fleet']): string[] {
  const lines = target().members.flatMap((member) => member.log().split('\n'));
  return [...new Set(lines.filter((line) => /"level":(50|60|"error"|"fatal")/.test(line)).map(describeLine))].slice(
    -mostLines,
  );
}

const reasonsOf = (error: LoggedError | undefined): string[] =>
  error ? [error.message ?? '', ...reasonsOf(error.cause)] : [];

function describeLine(line: string): string {
  try {
    const { msg, error } = JSON.parse(line) as { msg: string; error?: LoggedError };
    return [msg, ...reasonsOf(error)].join(': ');
  } catch {
    return line;
  }
}

/** Tests a promise on the build as it is. */
export async function measurePromise<S extends Stage>(
  promise: TestedPromise<S>,
  stage: S,
  size: SizeName,
): Promise<Omit<PromiseResult, 'breakages'>> {
  note(`${promise.name}, ${size} size`);
  const began = Date.now();
  const verdict = await promise.try(stage, size);
  const minutes = (Date.now() - began) / 60_000;
  if (verdict.broken.length > 0) for (const line of errorsOf(stage.fleet)) note(`log: ${line}`);
  const measuredOn = `${new Date().toISOString().slice(0, 10)}, ${hostWith(await versionsOf(stage.fleet))}`;
  const { name, says } = promise;
  return { name, says, ...verdict, minutes, measuredOn };
}

const verdictOf = (broken: readonly string[]) =>
  broken.length === 0 ? '**holds**' : `**violated**: ${broken.join('; ')}`;

const brokenLine = ({ what, isSeen, broken }: TriedBreakage) =>
  `${isSeen ? 'detected' : '**not detected**'} if ${what}: ${broken[0] ?? 'no violation reported'}`;

export const resultLine = ({ name, says, measured, broken, minutes, breakages }: PromiseResult): string[] => [
  `\`${name}\`: ${says}`,
  `${measured} (${minutes.toFixed(1)} min)`,
  verdictOf(broken),
  breakages.map(brokenLine).join('<br>'),
];

export const resultTable = (results: readonly PromiseResult[]): string =>
  tableOf(['guarantee', 'test and result', 'verdict', 'on a broken build'], results.map(resultLine));

export const machineList = (results: readonly PromiseResult[]): string =>
  results.map(({ name, measuredOn }) => `- \`${name}\`: ${measuredOn}`).join('\n');

export const isViolated = ({ broken, breakages }: Pick<PromiseResult, 'broken' | 'breakages'>): boolean =>
  broken.length > 0 || breakages.some(({ isSeen }) => !isSeen);

/** The last result of each promise, in a file, so that promises can be tested one at a time. */
export function openResults(file: string, order: readonly string[]) {
  function read(): PromiseResult[] {
    try {
      return JSON.parse(readFileSync(file, 'utf8'));
    } catch {
      return [];
    }
  }
  return {
    /** Returns all results, with this one. */
    keep(result: PromiseResult): PromiseResult[] {
      const results = [...read().filter(({ name }) => name !== result.name), result];
      results.sort((a, b) => order.indexOf(a.name) - order.indexOf(b.name));
      writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
      return results;
    },
  };
}
