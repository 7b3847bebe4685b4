import { writeFileSync } from 'node:fs';
import { openInstallation } from '../../../testing/src/processes/installation.ts';
import { type Command, readArguments } from '../arguments.ts';
import { note, type Section, type Stamp, stamp, stampText, writeResults } from '../report/results.ts';
import { sumOf } from '../report/statistics.ts';
import { inParagraphs, share, tableOf, whole, wrapped } from '../report/text.ts';
import { readIndexSizes } from '../speed/capacity.ts';
import { withDirectory } from './directory.ts';
import { fitWeights } from './fit.ts';
import {
  type CalibrationBin,
  calibrationOf,
  compareItems,
  decideItem,
  type MatchQuality,
  outcomesByTrap,
  qualitiesOf,
  type TrapOutcome,
} from './items.ts';
import { type LinksReport, measureLinks, type Quality } from './links.ts';
import { type Found, measureSearches } from './search.ts';
import start from './start-weights.json' with { type: 'json' };
import { measureTitles, type TitlesReport } from './titles.ts';

const qualityLines: readonly [string, (quality: Quality) => string][] = [
  ['right pairs', ({ right }) => whole.format(right)],
  ['wrong pairs', ({ wrong }) => whole.format(wrong)],
  ['missed pairs', ({ missed }) => whole.format(missed)],
  ['**precision**', ({ precision }) => share(precision)],
  ['**recall**', ({ recall }) => share(recall)],
];

const linksSection: Section<Stamp & { report: LinksReport }> = {
  page: 'quality',
  name: 'links',
  toText({ report, ...on }) {
    const { companies, records, identifiers, webIdentifiers, names } = report;
    const wrong = names.wrongKinds.map(({ trap, count }) => `${trap} ${whole.format(count)}`).join(', ') || 'none';
    return inParagraphs([
      `${stampText(on)} ${whole.format(companies)} companies, ${whole.format(sumOf(Object.values(records)))} records.`,
      tableOf(
        ['', 'by identifier', 'by identifier, web records only', 'by name and location'],
        qualityLines.map(([name, show]) => [name, show(identifiers), show(webIdentifiers), show(names)]),
      ),
      `Wrong links by name and location: ${wrong}. Missed ones, and how many of them are proposed matches:`,
      tableOf(
        ['cause', 'missed', 'proposed'],
        names.missedKinds.map(({ trap, count, proposed }) => [trap, whole.format(count), whole.format(proposed)]),
      ),
    ]);
  },
};

interface ItemsReport extends Stamp {
  readonly companies: number;
  readonly seed: number;
  readonly qualities: readonly MatchQuality[];
  /** The same for items of countries that the weights were not fitted on. */
  readonly elsewhere: readonly MatchQuality[];
  readonly traps: readonly TrapOutcome[];
  readonly calibration: { readonly bins: readonly CalibrationBin[]; readonly error: number };
}

const itemsSection: Section<ItemsReport> = {
  page: 'quality',
  name: 'items',
  toText({ companies, seed, qualities, elsewhere, traps, calibration, ...on }) {
    const other = elsewhere.find(({ given }) => given === 'all');
    return inParagraphs([
      `${stampText(on)} A directory of ${whole.format(companies)} companies (seed ${seed}), threshold 0.9.`,
      tableOf(
        ['item says', 'items', 'matched', 'precision', 'recall', 'two namesakes fit', 'ambiguous, both listed'],
        qualities.map(({ given, items, matched, precision, recall, pairs, ambiguous }) => [
          ...[given, whole.format(items), whole.format(matched), share(precision), share(recall)],
          ...[whole.format(pairs), share(ambiguous)],
        ]),
      ),
      `In the countries that the weights were not fitted on: precision ${share(other?.precision ?? 0)}, recall ` +
        `${share(other?.recall ?? 0)}. Expected calibration error: ${share(calibration.error)}.`,
      tableOf(
        ['trap', 'items', 'right', 'wrong', 'ambiguous', 'none'],
        traps.map((one) => [
          one.trap,
          ...[one.items, one.right, one.wrong, one.ambiguous, one.none].map((count) => whole.format(count)),
        ]),
      ),
    ]);
  },
};

export interface SearchReport extends Stamp {
  readonly companies: number;
  readonly seed: number;
  /** The size of one copy of each index that search needs, divided by the companies. */
  readonly bytesPerCompany: Readonly<Record<'company' | 'search' | 'sources', number>>;
  readonly found: readonly Found[];
}

const foundLine = (name: string, found: readonly Found[]): string[] => {
  const sum = (of: (one: Found) => number) => sumOf(found.map(of));
  const asked = sum((one) => one.asked);
  return [name, whole.format(asked), share(sum(({ first }) => first) / asked), share(sum(({ five }) => five) / asked)];
};

const searchSection: Section<SearchReport> = {
  page: 'quality',
  name: 'search',
  toText({ companies, seed, found, ...on }) {
    const groups = (of: (one: Found) => string) => [...Map.groupBy(found, of)].sort(([a], [b]) => (a < b ? -1 : 1));
    return inParagraphs([
      `${stampText(on)} A directory of ${whole.format(companies)} companies (seed ${seed}).`,
      tableOf(
        ['searches', 'number', 'first', 'in the first five'],
        [
          ...groups(({ script }) => script).map(([script, all]) => foundLine(script, all)),
          ...groups(({ noise }) => noise).map(([noise, all]) => foundLine(`difference: ${noise}`, all)),
          foundLine('**all**', found),
        ],
      ),
    ]);
  },
};

const titlesSection: Section<Stamp & TitlesReport> = {
  page: 'quality',
  name: 'titles',
  toText: ({ titles, seniority, departments, both, measured }) =>
    wrapped(
      `${measured}: of ${titles} titles that were labeled by hand and not used to write the rules, ${seniority} get the right ` +
        `seniority, ${departments} the right departments, and ${both} both.`,
    ),
};

const options = {
  companies: { type: 'string', default: '100000' },
  count: { type: 'string', default: '30000' },
  seed: { type: 'string', default: '2' },
} as const;

type Values = { readonly [name in keyof typeof options]: string };

/** The weights must hold in other countries too. */
const fittedOn = new Set(['AU', 'US', 'JP', 'SG', 'ID', 'TH']);
const weightsFile = new URL('../../../server/src/pipeline/identity/scoring/weights.json', import.meta.url);
const directoryOf = ({ companies, seed }: Values) => ({ companies: Number(companies), seed: Number(seed) });

const measurements: Readonly<Record<string, (values: Values) => Promise<void>>> = {
  async links({ companies }) {
    const installation = await openInstallation();
    try {
      writeResults(linksSection, { ...stamp(), report: await measureLinks(installation, Number(companies)) });
    } finally {
      await installation.close();
    }
  },
  async items(values) {
    const directory = directoryOf(values);
    const items = await withDirectory(directory, (opened) => compareItems(opened, Number(values.count)));
    const decided = items.map(decideItem);
    writeResults(itemsSection, {
      ...{ ...stamp(), ...directory, qualities: qualitiesOf(decided) },
      elsewhere: qualitiesOf(decided.filter(({ country }) => !fittedOn.has(country))),
      ...{ traps: outcomesByTrap(decided), calibration: calibrationOf(decided) },
    });
  },
  async search(values) {
    const directory = directoryOf(values);
    await withDirectory(directory, async (opened) => {
      const found = await measureSearches(opened, Number(values.count));
      const { company, search, sources } = await readIndexSizes(opened.installation);
      const perCompany = ({ bytes }: { bytes: number }) => Math.round(bytes / directory.companies);
      const bytesPerCompany = {
        company: perCompany(company),
        search: perCompany(search),
        sources: perCompany(sources),
      };
      writeResults(searchSection, { ...stamp(), ...directory, bytesPerCompany, found });
    });
  },
  async titles() {
    writeResults(titlesSection, { ...stamp(), ...measureTitles() });
  },
};

/** Computes the weights of the scorer from known items. */
async function fit(values: Values): Promise<void> {
  const items = await withDirectory(directoryOf(values), (opened) => compareItems(opened, Number(values.count)));
  const fitted = fitWeights(
    start,
    items.filter(({ country }) => fittedOn.has(country)),
  );
  writeFileSync(weightsFile, `${JSON.stringify(fitted.weights, null, 2)}\n`);
  note(`mean log-likelihood ${fitted.before.toFixed(4)} before, ${fitted.after.toFixed(4)} after`);
}

const names = Object.keys(measurements);

export const qualityCommand: Command = {
  usage: `measures how often the result is right: ${names.join(', ')}, or only those that are named; \`fit\` computes the weights of the scorer
  --companies N      companies of the synthetic universe (100000)
  --count N          items or searches (30000)
  --seed N           of the directory that items and searches are about (2)`,
  async run(args) {
    const { values, words } = readArguments(args, options, [...names, 'fit']);
    for (const name of words.length > 0 ? words : names) await (name === 'fit' ? fit : measurements[name])?.(values);
    return 0;
  },
};

export const qualitySections = [linksSection, itemsSection, searchSection, titlesSection] as const;
