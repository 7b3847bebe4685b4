import { ms, tableOf, whole } from '../report/page.ts';
import { median, spreadOf } from '../report/statistics.ts';
import { parts } from './meters.ts';
import type { PeerResult } from './peer-rounds.ts';
import { fullServiceName, type PeerOperation, type Sample } from './system.ts';

const titles: Record<PeerOperation, string> = {
  'lookup-id': 'Company by id',
  'lookup-fqdn': 'Company by fqdn',
  'people-position': 'People of a company of 1–200 people by position, the first 10 in order',
  'search-name': 'Companies by name',
  match: 'Match 10 companies by name and country, with 4 connections',
};

const seenOf = ({ rounds }: PeerResult, name: string): Sample[] =>
  rounds.flatMap((round) => (round[name] ? [round[name]] : []));

/** Ratios to the full service within each round; undefined if the full service was not measured. */
export function ratiosOf({ rounds }: PeerResult, name: string): number[] | undefined {
  const ratios = rounds.flatMap((round) => {
    const [one, ours] = [round[name], round[fullServiceName]];
    return one && ours ? [one.perSecond / ours.perSecond] : [];
  });
  return ratios.length > 0 ? ratios : undefined;
}

function spreadCell(values: readonly number[] | undefined, show: (value: number) => string): string {
  if (!values) return '–';
  const { low, middle, high } = spreadOf(values);
  return `${show(middle)} (${show(low)}–${show(high)})`;
}

/** The CPU time of each part, and the sum. */
function cpuCell(seen: readonly Sample[]): string {
  const used = parts.flatMap((part) => {
    const values = seen.flatMap(({ cpuUs }) => cpuUs[part] ?? []);
    return values.length > 0 ? [{ part, us: median(values) }] : [];
  });
  const sum = used.reduce((total, { us }) => total + us, 0);
  if (used.length === 1) return whole.format(sum);
  return `${whole.format(sum)}: ${used.map(({ part, us }) => `${part} ${whole.format(us)}`).join(', ')}`;
}

function lineOf(result: PeerResult, name: string): string[] {
  const seen = seenOf(result, name);
  return [
    name,
    spreadCell(
      seen.map(({ perSecond }) => perSecond),
      whole.format,
    ),
    spreadCell(ratiosOf(result, name), (ratio) => ratio.toFixed(2)),
    cpuCell(seen),
    ms(median(seen.map(({ p50Ms }) => p50Ms))),
    ms(median(seen.map(({ p99Ms }) => p99Ms))),
    whole.format(result.bytes[name] ?? Number.NaN),
  ];
}

const head = ['', 'requests/s', `÷ ${fullServiceName}`, 'server CPU per request, µs', 'p50 ms', 'p99 ms', 'bytes'];

const trafficNames = { unique: 'unique keys', zipf: 'Zipf keys' } as const;

export function toSection(result: PeerResult): string {
  const title = `### ${titles[result.operation]}, ${trafficNames[result.traffic]}`;
  const names = Object.keys(result.bytes).filter((name) => seenOf(result, name).length > 0);
  const table = tableOf(
    head,
    names.map((name) => lineOf(result, name)),
  );
  const companies = `${whole.format(result.companies)} companies.`;
  return [title, companies, table, ...result.failures.map((text) => `Failed: ${text}`)].join('\n\n');
}
