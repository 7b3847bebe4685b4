import { hostOn, tableOf, whole } from '../report/page.ts';
import type { Found } from './known-items.ts';
import type { CalibrationBin, MatchQuality, TrapOutcome } from './match-quality.ts';

const share = (value: number) => value.toFixed(4);

export interface ItemsReport {
  readonly measured: string;
  readonly companies: number;
  readonly seed: number;
  readonly qualities: readonly MatchQuality[];
  /** The same for items of countries that the weights were not fitted on. */
  readonly elsewhere: readonly MatchQuality[];
  readonly traps: readonly TrapOutcome[];
  readonly calibration: { readonly bins: readonly CalibrationBin[]; readonly error: number };
}

const qualityTable = (qualities: readonly MatchQuality[]): string =>
  tableOf(
    ['item says', 'items', 'matched', 'precision', 'recall', 'two namesakes fit', 'ambiguous, both listed'],
    qualities.map(({ given, items, matched, precision, recall, pairs, ambiguous }) => [
      given,
      whole.format(items),
      whole.format(matched),
      share(precision),
      share(recall),
      whole.format(pairs),
      share(ambiguous),
    ]),
  );

const trapColumns = ['trap', 'items', 'right', 'wrong', 'ambiguous', 'none', 'not among the candidates', 'a wrong one'];

export function itemsText({ measured, companies, seed, ...report }: ItemsReport): string {
  const { bins, error } = report.calibration;
  return [
    hostOn(measured),
    `A directory of ${whole.format(companies)} companies (seed ${seed}), threshold 0.9.`,
    qualityTable(report.qualities),
    'Only the countries that the weights were not fitted on:',
    qualityTable(report.elsewhere),
    '### Outcome by trap',
    tableOf(
      trapColumns,
      report.traps.map((one) => [
        one.trap,
        ...[one.items, one.right, one.wrong, one.ambiguous, one.none, one.notFound].map((count) => whole.format(count)),
        one.example.replaceAll('|', '\\|'),
      ]),
    ),
    '### Calibration',
    `Expected calibration error: **${share(error)}**. The best candidate of each item, by its score:`,
    tableOf(
      ['score', 'answers', 'mean score', 'right'],
      bins.map(({ from, answers, score, right }) => [
        `${from.toFixed(1)}–${(from + 0.1).toFixed(1)}`,
        whole.format(answers),
        share(score),
        share(right),
      ]),
    ),
    '![Share of right answers by score](calibration.svg)',
  ].join('\n\n');
}

export interface SearchReport {
  readonly measured: string;
  readonly companies: number;
  readonly seed: number;
  /** The size of one copy of each index that search needs, divided by the companies. */
  readonly bytesPerCompany: Readonly<Record<'company' | 'search' | 'sources', number>>;
  readonly found: readonly Found[];
}

interface Line {
  readonly name: string;
  readonly asked: number;
  readonly first: number;
  readonly five: number;
}

function totalOf(name: string, found: readonly Found[]): Line {
  const sum = (of: (one: Found) => number) => found.reduce((total, one) => total + of(one), 0);
  return { name, asked: sum(({ asked }) => asked), first: sum(({ first }) => first), five: sum(({ five }) => five) };
}

const lineTable = (title: string, lines: readonly Line[]): string =>
  tableOf(
    [title, 'searches', 'first', 'in the first five'],
    lines.map(({ name, asked, first, five }) => [name, whole.format(asked), share(first / asked), share(five / asked)]),
  );

export function searchText({ measured, companies, seed, bytesPerCompany, found }: SearchReport): string {
  const { company, search, sources } = bytesPerCompany;
  const scripts = [...Map.groupBy(found, ({ script }) => script)].sort(([a], [b]) => (a < b ? -1 : 1));
  const byNoise = found.toSorted((a, b) => (a.script + a.noise < b.script + b.noise ? -1 : 1));
  const examples = byNoise.flatMap((one) => one.examples.map((example) => [one.script, one.noise, example]));
  return [
    hostOn(measured),
    `A directory of ${whole.format(companies)} companies (seed ${seed}). One copy of a company is ${company} bytes in the index of
profiles, ${search} in the one for search and ${sources} in the one for sources.`,
    lineTable('script', [...scripts.map(([script, all]) => totalOf(script, all)), totalOf('**all**', found)]),
    lineTable(
      'script, difference',
      byNoise.map((one) => ({ ...one, name: `${one.script}, ${one.noise}` })),
    ),
    '### Some that were not found first',
    examples.length === 0
      ? 'None.'
      : tableOf(
          ['script', 'difference', 'typed → meant'],
          examples.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|'))),
        ),
  ].join('\n\n');
}
