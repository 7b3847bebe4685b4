import { formatNumber } from '../../packages/server/src/output/format-number.ts';
import type { AnySource } from '../../packages/server/src/sources/define-source.ts';
import { sources } from '../../packages/server/src/sources/index.ts';
import { code, page, table } from './markdown.ts';

const sorted = sources.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const filesOf = ({ whole, deltas }: AnySource): string =>
  whole ? `full${deltas ? ', or `--delta`' : ''}` : 'additions';

const rowOf = (source: AnySource): string[] => [
  code(source.id),
  source.title,
  source.country ?? 'several',
  source.class,
  filesOf(source),
  source.complete ? 'yes' : '',
  `${formatNumber(source.expected.min)} to ${formatNumber(source.expected.max)}`,
  source.license,
  `<${source.homepage}>`,
];

const switchesOf = ({ id, switches = {} }: AnySource): string[][] =>
  Object.entries(switches).map(([name, meaning]) => [code(id), code(`--with ${name}`), meaning]);

const attributionOf = ({ id, attribution }: AnySource): string => `- ${code(id)}: ${attribution}`;

/** Every register and dataset that can be imported, with its license and attribution. */
export const sourcesPage = (): string =>
  page('Sources', 'packages/server/src/sources/index.ts', [
    'The registers and datasets that orgdex can import. Download the files yourself, then run `orgdex import <id> <file...>`; there is no need to unpack them. orgdex downloads nothing.',
    [
      '- **Full files** replace the source: a company that is no longer in the file is removed. With fewer or more rows than expected, the import stops before it changes anything; `--expect` sets other limits.',
      '- **Delta files** (`--delta`) contain changes. They can have any number of rows, and remove only what they mark as withdrawn.',
      '- **Additions** are files of a source that publishes no full file. They add and update companies, and remove none.',
    ].join('\n'),
    'A *complete* register lists every organization of its country, including associations and partnerships, so that a name that occurs once in it is unique. `orgdex match run` links automatically only to companies of a complete register; all other matches are proposed for review.',
    table(
      ['ID', 'Title', 'Country', 'Class', 'Files', 'Complete', 'Expected rows', 'License', 'Download'],
      sorted.map(rowOf),
    ),
    '## Options',
    'Off by default.',
    table(['Source', 'Option', 'Effect'], sorted.flatMap(switchesOf)),
    '## Attribution',
    'If you publish or share data of a source, its license requires this attribution. Copy the lines of the sources that you have loaded to a place where your users see them.',
    sorted.map(attributionOf).join('\n'),
  ]);
