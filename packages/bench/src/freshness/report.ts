import { tableOf, whole } from '../report/page.ts';
import { type KindName, kindNames } from './change-kinds.ts';
import { type Scenario, scenarios } from './scenarios.ts';
import type { Lag } from './trial.ts';
import { judgeScenario, longestMs, promisedKinds, type Since, sinceNames, summarize } from './verdict.ts';

/** The measurements of one scenario. */
export interface Measured {
  readonly scenario: Scenario;
  readonly lags: readonly Lag[];
}

const since = Object.keys(sinceNames) as Since[];

function cellOf(lags: readonly Lag[], from: Since): string {
  const { medianMs, p99Ms, latestMs } = summarize(lags, from);
  return [medianMs, p99Ms, latestMs].map((ms) => whole.format(ms)).join(' / ');
}

const ofKind = ({ lags }: Measured, kind: KindName) => lags.filter((lag) => lag.kind === kind);
const latestOf = (measured: Measured, kind: KindName, from: Since): number =>
  summarize(ofKind(measured, kind), from).latestMs;

function sectionOf(measured: Measured): string {
  const { name } = measured.scenario;
  const head = ['', ...since.map((from) => `${sinceNames[from]}: median / p99 / max`)];
  const lines = kindNames.map((kind) => [kind, ...since.map((from) => cellOf(ofKind(measured, kind), from))]);
  return `**${name[0]?.toUpperCase()}${name.slice(1)}**\n\n${tableOf(head, lines)}`;
}

/** The slowest kind of change and its scenario. */
function latest(results: readonly Measured[], from: Since) {
  const all = results.flatMap((measured) =>
    kindNames.map((kind) => ({ measured, kind, ms: latestOf(measured, kind, from) })),
  );
  return all.toSorted((a, b) => b.ms - a.ms)[0];
}

function describePromised(results: readonly Measured[]): string[] {
  const allNotified = results.find(({ scenario }) => scenario === scenarios.allNotified);
  if (!allNotified) return [];
  const seen = promisedKinds.map((kind) => `${kind}, ${whole.format(latestOf(allNotified, kind, 'lastOldMs'))} ms`);
  const isKept = promisedKinds.every((kind) => latestOf(allNotified, kind, 'lastOldMs') <= longestMs);
  return [
    [
      '- **After the command**, if all processes are notified, the last request with an old response was sent at',
      `most: ${seen.join('; ')}. Guaranteed: ${whole.format(longestMs)} ms: ${isKept ? 'met' : '**missed**'}.`,
    ].join(' '),
  ];
}

/** The summary of the tables. */
function summaryOf(results: readonly Measured[]): string {
  const [behind, late] = [latest(results, 'behindMs'), latest(results, 'lastOldMs')];
  if (!behind || !late) return '';
  const part = latestOf(late.measured, late.kind, 'behindMs');
  const isKept = behind.ms <= longestMs;
  return [
    [
      `- **Cache delay**: at most ${whole.format(behind.ms)} ms (${behind.kind};`,
      `${behind.measured.scenario.name}). Guaranteed in every scenario: ${whole.format(longestMs)} ms:`,
      `${isKept ? 'met' : '**missed**'}.`,
    ].join(' '),
    ...describePromised(results),
    [
      `- **Slowest change** after its command: ${late.kind} (${late.measured.scenario.name}),`,
      `${whole.format(late.ms)} ms; the cache was at most ${whole.format(part)} ms of it, the rest was`,
      'publishing.',
    ].join(' '),
  ].join('\n');
}

/** @param facts machine and number of trials */
export const toFreshnessPage = (facts: string, results: readonly Measured[]): string =>
  [facts, summaryOf(results), ...results.map(sectionOf)].join('\n\n');

/** The violated guarantees, each with its scenario. */
export const brokenOf = (results: readonly Measured[]): string[] =>
  results.flatMap(({ scenario, lags }) => judgeScenario(scenario, lags).map((words) => `${scenario.name}: ${words}`));
