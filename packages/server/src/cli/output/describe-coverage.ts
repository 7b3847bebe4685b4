import { formatNumber } from '../../core/output/numbers.ts';
import { countryName } from '../../knowledge/rules/places/country.ts';
import { type Field, groupOf, labelOf, shownFields } from '../../pipeline/coverage/counted-fields.ts';
import {
  type CountryCoverage,
  type Coverage,
  describeCompanies,
  describeSample,
  type FieldCoverage,
  percentOf,
} from '../../pipeline/coverage/coverage.ts';
import { type Column, fit, formatTable } from './table.ts';

const lineWidth = 100;

type Row = FieldCoverage & { shown: Field; companies: number };

const columns: readonly Column<Row>[] = [
  { title: 'field', cell: ({ shown }) => `${shown.group ? '  ' : ''}${labelOf(shown)}` },
  { title: 'filled', right: true, cell: ({ filled, companies }) => percentOf(filled, companies) },
  { title: 'count', right: true, cell: ({ filled }) => formatNumber(filled) },
  { title: 'age', right: true, cell: ({ age }) => (age ? formatNumber(age.median) : '') },
  { title: 'p90', right: true, cell: ({ age }) => (age ? formatNumber(age.p90) : '') },
];

/** As many sources as fit, at least the first one, and how many more there are. */
function describeSources({ sources, filled }: FieldCoverage, room: number): string {
  const words = sources.map(({ source, count }) => `${source} ${percentOf(count, filled)}`);
  const shortened = words.map((_, left) => {
    const kept = words.slice(0, words.length - left).join(', ');
    return left > 0 ? `${kept}, +${left}` : kept;
  });
  return fit(shortened.find((text) => text.length <= room) ?? shortened.at(-1) ?? '', room);
}

/** A list, wrapped at the line width. */
function wrap(begin: string, words: readonly string[]): string[] {
  const lines = [begin];
  for (const [at, word] of words.entries()) {
    const more = at < words.length - 1 ? `${word},` : word;
    const line = `${lines.at(-1)} ${more}`;
    if (line.length <= lineWidth) lines[lines.length - 1] = line;
    else lines.push(`    ${more}`);
  }
  return lines;
}

/** Fields without any value; the parts of a group only if another part has one. */
function emptyFields({ fields }: CountryCoverage): string[] {
  const empty = new Set(fields.filter(({ filled }) => filled === 0).map(({ field }) => field));
  return [...empty].filter((field) => !empty.has(groupOf(field) ?? ''));
}

function describeCountry(coverage: CountryCoverage): string[] {
  const { country, companies, fields } = coverage;
  const byName = new Map(fields.map((field) => [field.field, field]));
  const rows = shownFields([coverage]).flatMap((shown) => {
    const field = byName.get(shown.name);
    return field && field.filled > 0 ? [{ ...field, shown, companies }] : [];
  });
  const [head = '', ...lines] = formatTable(columns, rows).split('\n');
  const room = lineWidth - head.length - 4;
  const empty = emptyFields(coverage);
  return [
    '',
    `${country} ${countryName(country)}: ${describeCompanies(companies)}`,
    `  ${head}  sources`,
    ...rows.map((row, at) => `  ${lines[at]}  ${describeSources(row, room)}`),
    ...(empty.length > 0 ? wrap('  no value:', empty) : []),
  ];
}

function describeTotals(coverage: Coverage): string {
  const { day, companies, elsewhere, unnamed } = coverage;
  const facts = [
    `${describeCompanies(companies)} on ${day}`,
    ...describeSample(coverage),
    ...(elsewhere > 0
      ? [`${formatNumber(elsewhere)} of them ${elsewhere === 1 ? 'is' : 'are'} in none of the countries below`]
      : []),
    ...(unnamed > 0 ? [`not counted, because no record gives a name: ${describeCompanies(unnamed)}`] : []),
  ];
  return facts.join('\n');
}

/** A block for each country that has companies, for a terminal. */
export function describeCoverage(coverage: Coverage): string {
  const [some, none] = [
    coverage.countries.filter(({ companies }) => companies > 0),
    coverage.countries.filter(({ companies }) => companies === 0),
  ];
  return [
    describeTotals(coverage),
    ...some.flatMap(describeCountry),
    ...(none.length > 0
      ? [
          '',
          ...wrap(
            'No companies in:',
            none.map(({ country }) => country),
          ),
        ]
      : []),
  ].join('\n');
}
