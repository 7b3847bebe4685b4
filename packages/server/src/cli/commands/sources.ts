import { Command } from 'commander';
import { OperatorError } from '../../core/errors/failure.ts';
import { formatNumber } from '../../core/output/numbers.ts';
import type { AnySource } from '../../knowledge/sources/define-source.ts';
import { findSource, sources } from '../../knowledge/sources/index.ts';
import type { Context } from '../context.ts';
import { formatJsonList, jsonOption } from '../output/json.ts';
import { type Column, formatTable } from '../output/table.ts';

const rowsOf = ({ expected: { min, max } }: AnySource) => `${formatNumber(min)}-${formatNumber(max)}`;
const filesOf = ({ whole, deltas }: AnySource) => (whole ? `full${deltas ? ', delta' : ''}` : 'partial');

const columns: readonly Column<AnySource>[] = [
  { title: 'source', cell: ({ id }) => id },
  { title: 'country', cell: ({ country }) => country ?? 'several' },
  { title: 'files', cell: filesOf },
  { title: 'expected rows', right: true, cell: rowsOf },
  { title: 'title', cell: ({ title }) => title },
];

function describeSource(source: AnySource): string {
  const { id, title, country, license, attribution, homepage, switches = {} } = source;
  return [
    `${id}: ${title}`,
    `  country      ${country ?? 'several'}`,
    `  class        ${source.class}`,
    `  files        ${filesOf(source)}`,
    `  rows         ${rowsOf(source)}`,
    `  license      ${license}`,
    `  attribution  ${attribution}`,
    `  homepage     ${homepage}`,
    ...Object.entries(switches).map(([name, rows]) => `  --with ${name}: also import ${rows}`),
  ].join('\n');
}

/** The facts of a source, without its code. */
const toJson = ({ id, title, country, license, attribution, homepage, expected, ...source }: AnySource) => ({
  id,
  title,
  country: country ?? null,
  class: source.class,
  full: source.whole,
  deltas: source.deltas ?? false,
  complete: source.complete ?? false,
  expected_rows: expected,
  switches: source.switches ?? {},
  license,
  attribution,
  homepage,
});

function sourceOrFail(id: string): AnySource {
  const source = findSource(id);
  if (source) return source;
  throw new OperatorError(`Source "${id}" does not exist. \`orgdex sources\` lists all sources.`);
}

export function sourcesCommand(context: Context): Command {
  return new Command('sources')
    .description('List the registers and datasets that this version can import')
    .argument('[source]', 'Show only this source, with its license and homepage')
    .option(...jsonOption)
    .action((id: string | undefined, { json = false }: { json?: boolean }) => {
      if (id !== undefined) {
        const source = sourceOrFail(id);
        return context.print(json ? JSON.stringify(toJson(source)) : describeSource(source));
      }
      const sorted = sources.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      context.print(json ? formatJsonList(sorted.map(toJson)) : formatTable(columns, sorted));
      if (!json) context.note('\nLicense, attribution and homepage of a source: `orgdex sources <source>`.');
    });
}
