import { ms, tableOf, whole } from '../report/page.ts';
import { median, spreadOf } from '../report/statistics.ts';
import type { MatchSpeed } from './match.ts';
import type { PartName } from './options.ts';
import { partNames } from './options.ts';
import type { Paging } from './paging.ts';
import type { PartResults } from './parts.ts';
import type { PeopleSpeed } from './people.ts';
import type { Side, SideBySide } from './side-by-side.ts';

/** The goals of the page. */
const goals = { search: 0.8, suggest: 0.6, p99: 2, itemsPerSecond: 300, people: 3 } as const;

/** One line of the summary: what was measured, the figure and its goal. */
interface Figure {
  readonly what: string;
  readonly measured: string;
  readonly goal: string;
  readonly isMet: boolean;
}

interface Section {
  readonly figures: readonly Figure[];
  readonly details: string;
}

const ratio = (value: number) => value.toFixed(2);
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;
const spread = (values: readonly number[]) => {
  const { low, middle, high } = spreadOf(values);
  return `${ratio(middle)} (${ratio(low)}–${ratio(high)})`;
};

const sideNames: Readonly<Record<Side, string>> = { opensearchOnly: 'OpenSearch only', service: 'full service' };

function latencyFigure({ latency }: SideBySide): Figure[] {
  if (!latency) return [];
  const { service, opensearchOnly } = latency.p99Ms;
  const value = service / opensearchOnly;
  return [
    {
      what: `suggest, p99 at ${latency.perSecond} requests/s, full service / OpenSearch only`,
      measured: `${ratio(value)} (${ms(service)} ms / ${ms(opensearchOnly)} ms)`,
      goal: `≤ ${goals.p99}`,
      isMet: value <= goals.p99,
    },
  ];
}

function sideLine({ rounds, latency }: SideBySide, side: Side): string[] {
  const of = (read: (sample: SideBySide['rounds'][number][Side]) => number) =>
    median(rounds.map((round) => read(round[side])));
  return [
    sideNames[side],
    whole.format(of(({ perSecond }) => perSecond)),
    whole.format(of(({ serviceCpuUs }) => serviceCpuUs)),
    whole.format(of(({ opensearchCpuUs }) => opensearchCpuUs)),
    latency ? ms(latency.p50Ms[side]) : '–',
    latency ? ms(latency.p99Ms[side]) : '–',
  ];
}

const sideBySide =
  (name: 'search' | 'suggest') =>
  (result: SideBySide): Section => {
    const ratios = result.rounds.map(({ service, opensearchOnly }) => service.perSecond / opensearchOnly.perSecond);
    const value = median(ratios);
    const head = ['', 'requests/s', 'CPU of the service, µs', 'CPU of OpenSearch, µs', 'p50, ms', 'p99, ms'];
    return {
      figures: [
        {
          what: `${name}, requests/s, full service / OpenSearch only`,
          measured: spread(ratios),
          goal: `≥ ${goals[name]}`,
          isMet: value >= goals[name],
        },
        ...latencyFigure(result),
      ],
      details: [
        `${whole.format(result.questions)} different requests, ${result.connections} connections, median of ${result.rounds.length} rounds; CPU per request.`,
        tableOf(head, [sideLine(result, 'opensearchOnly'), sideLine(result, 'service')]),
      ].join('\n\n'),
    };
  };

function match({ items, batches, connections, matched, rounds }: MatchSpeed): Section {
  const perSecond = rounds.map((round) => round.perSecond * items);
  const perItem = (read: (sample: MatchSpeed['rounds'][number]) => number) =>
    whole.format(median(rounds.map(read)) / items);
  return {
    figures: [
      {
        what: `match, batches of ${items} with name and location only`,
        measured: `${whole.format(median(perSecond))} items/s`,
        goal: `≥ ${goals.itemsPerSecond} items/s`,
        isMet: median(perSecond) >= goals.itemsPerSecond,
      },
    ],
    details:
      `${whole.format(batches)} different batches, ${connections} connections, median of ${rounds.length} rounds; ` +
      `${percent(matched)} of the items are matched. ` +
      `CPU per item: ${perItem(({ serviceCpuUs }) => serviceCpuUs)} µs of the service, ${perItem(({ opensearchCpuUs }) => opensearchCpuUs)} µs of OpenSearch.`,
  };
}

function people({ companies, found, rounds }: PeopleSpeed): Section {
  const ratios = rounds.map(({ oneMs, manyMs }) => manyMs / oneMs);
  return {
    figures: [
      {
        what: `people in ${companies} companies / in one company, median time of a request`,
        measured: spread(ratios),
        goal: `≤ ${goals.people}`,
        isMet: median(ratios) <= goals.people,
      },
    ],
    details:
      `One request at a time, median of ${rounds.length} rounds: ${ms(median(rounds.map(({ manyMs }) => manyMs)))} ms for \`POST /companies/people\`, ` +
      `${ms(median(rounds.map(({ oneMs }) => oneMs)))} ms for \`POST /people/search\`; ${percent(found)} of the companies have people in the result.`,
  };
}

function paging(result: Paging): Section {
  const { sort, results, expected, pages, seconds, imports, changed, repeated, missing } = result;
  return {
    figures: [
      {
        what: `${whole.format(results)} results by cursor, \`sort: ${sort}\`, while ${whole.format(imports)} imports are published`,
        measured: `${whole.format(repeated.all)} repeated, ${whole.format(missing.all)} missing`,
        goal: '0 and 0',
        isMet: repeated.all === 0 && missing.all === 0,
      },
    ],
    details:
      `${whole.format(pages)} pages in ${whole.format(seconds)} s. ${whole.format(expected)} companies existed all the time. ` +
      `The imports changed the number of employees of ${whole.format(changed.all)} companies ` +
      `(${whole.format(changed.published)} were found with the new number at the end), and added others. ` +
      `${whole.format(repeated.changed)} of the repeated and ${whole.format(missing.changed)} of the missing companies are among those that were changed.`,
  };
}

const sections: { readonly [Name in PartName]: (result: PartResults[Name]) => Section } = {
  search: sideBySide('search'),
  suggest: sideBySide('suggest'),
  match,
  people,
  paging,
};

/** The result of one part, with its conditions. */
export interface KeptPart<Name extends PartName = PartName> {
  /** The machine, the data and the date. */
  readonly measuredOn: string;
  readonly result: PartResults[Name];
}
export type KeptParts = { [Name in PartName]?: KeptPart<Name> };

const sectionOf = <Name extends PartName>(name: Name, kept: KeptParts[Name]): Section | undefined =>
  kept && sections[name](kept.result as PartResults[Name]);

/** The goals that were missed. */
export const missedOf = (parts: KeptParts): string[] =>
  partNames.flatMap((name) => {
    const figures = sectionOf(name, parts[name])?.figures ?? [];
    return figures.filter(({ isMet }) => !isMet).map(({ what, measured, goal }) => `${what}: ${measured}, not ${goal}`);
  });

const figureLine = ({ what, measured, goal, isMet }: Figure) => [what, measured, goal, isMet ? 'met' : '**missed**'];

/** Everything that was measured so far, in the order of the parts. */
export function toDiscoveryPage(parts: KeptParts): string {
  const measured = partNames.flatMap((name) => {
    const section = sectionOf(name, parts[name]);
    return section ? [{ name, section, on: parts[name]?.measuredOn ?? '' }] : [];
  });
  const summary = measured.flatMap(({ section }) => section.figures.map(figureLine));
  return [
    tableOf(['', 'measured', 'goal', ''], summary),
    ...measured.map(({ name, section, on }) => `### \`${name}\`\n\n${on}\n\n${section.details}`),
  ].join('\n\n');
}
