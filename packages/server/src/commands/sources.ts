import { Command } from 'commander';
import { formatNumber } from '../format-number.ts';
import type { AnySource } from '../sources/define-source.ts';
import { sources } from '../sources/index.ts';
import type { Context } from './context.ts';

const rowsOf = ({ expected: { min, max } }: AnySource) => `${formatNumber(min)} to ${formatNumber(max)} rows`;

function describeSource(source: AnySource): string {
  const kind = source.whole
    ? `full files${source.deltas ? ' and files of changes (--delta)' : ''}`
    : 'files that add to what is there';
  return [
    `${source.id}: ${source.title}`,
    `  ${source.country ?? 'several countries'}, ${source.class}, ${kind}, ${rowsOf(source)}`,
    `  ${source.licence}; ${source.homepage}`,
    ...Object.entries(source.switches ?? {}).map(([name, meaning]) => `  --with ${name}: ${meaning}`),
  ].join('\n');
}

/** The facts of a source, without its code. */
const factsOf = ({ format: _, toRecord: __, ...facts }: AnySource) => facts;

export function sourcesCommand(context: Context): Command {
  return new Command('sources')
    .description('the registers and datasets that this version can read')
    .option('--json', 'as JSON')
    .action(({ json = false }: { json?: boolean }) => {
      const sorted = sources.toSorted((a, b) => (a.id < b.id ? -1 : 1));
      context.print(json ? JSON.stringify(sorted.map(factsOf)) : sorted.map(describeSource).join('\n\n'));
    });
}
