import { tableOf, whole } from '../report/page.ts';
import { type KindName, kindNames } from './kinds.ts';
import type { Lag } from './trial.ts';
import { judgeWay, longestMs, promisedKinds, type Since, sinceWords, summarise } from './verdict.ts';
import { type Way, ways } from './ways.ts';

/** What was seen while something was wrong in one way. */
export interface Measured {
  readonly way: Way;
  readonly lags: readonly Lag[];
}

const since = Object.keys(sinceWords) as Since[];

function cellOf(lags: readonly Lag[], from: Since): string {
  const { medianMs, p99Ms, latestMs } = summarise(lags, from);
  return [medianMs, p99Ms, latestMs].map((ms) => whole.format(ms)).join(' / ');
}

const ofKind = ({ lags }: Measured, kind: KindName) => lags.filter((lag) => lag.kind === kind);
const latestOf = (measured: Measured, kind: KindName, from: Since): number =>
  summarise(ofKind(measured, kind), from).latestMs;

function sectionOf(measured: Measured): string {
  const { name } = measured.way;
  const head = ['', ...since.map((from) => `${sinceWords[from]}: median / p99 / latest`)];
  const lines = kindNames.map((kind) => [kind, ...since.map((from) => cellOf(ofKind(measured, kind), from))]);
  return `**${name[0]?.toUpperCase()}${name.slice(1)}**\n\n${tableOf(head, lines)}`;
}

/** The kind and the way that were latest. */
function latest(results: readonly Measured[], from: Since) {
  const all = results.flatMap((measured) =>
    kindNames.map((kind) => ({ measured, kind, ms: latestOf(measured, kind, from) })),
  );
  return all.toSorted((a, b) => b.ms - a.ms)[0];
}

function describePromised(results: readonly Measured[]): string[] {
  const told = results.find(({ way }) => way === ways.told);
  if (!told) return [];
  const seen = promisedKinds.map((kind) => `${kind}, ${whole.format(latestOf(told, kind, 'lastOldMs'))} ms`);
  const isKept = promisedKinds.every((kind) => latestOf(told, kind, 'lastOldMs') <= longestMs);
  return [
    [
      '- **After the command**, where all are told, the last old answer was asked for at the latest after:',
      `${seen.join('; ')}. ${whole.format(longestMs)} ms are promised: ${isKept ? 'kept' : '**missed**'}.`,
    ].join(' '),
  ];
}

/** What the tables show, in words that follow from them. */
function summaryOf(results: readonly Measured[]): string {
  const [behind, late] = [latest(results, 'behindMs'), latest(results, 'lastOldMs')];
  if (!behind || !late) return '';
  const part = latestOf(late.measured, late.kind, 'behindMs');
  const isKept = behind.ms <= longestMs;
  return [
    [
      `- **Behind**: remembering kept the old for at most ${whole.format(behind.ms)} ms longer (${behind.kind};`,
      `${behind.measured.way.name}). ${whole.format(longestMs)} ms are promised in every way:`,
      `${isKept ? 'kept' : '**missed**'}.`,
    ].join(' '),
    ...describePromised(results),
    [
      `- **Latest of all** after its command: ${late.kind} (${late.measured.way.name}), ${whole.format(late.ms)}`,
      `ms; remembering was at most ${whole.format(part)} ms of it, the rest was publishing.`,
    ].join(' '),
  ].join('\n');
}

/** @param facts on what it was measured, and how often */
export const toFreshnessPage = (facts: string, results: readonly Measured[]): string =>
  [facts, summaryOf(results), ...results.map(sectionOf)].join('\n\n');

/** What was promised and not kept, each with its way. */
export const brokenOf = (results: readonly Measured[]): string[] =>
  results.flatMap(({ way, lags }) => judgeWay(way, lags).map((words) => `${way.name}: ${words}`));
