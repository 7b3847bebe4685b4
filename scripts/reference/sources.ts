import { formatNumber } from '../../packages/server/src/core/output/numbers.ts';
import { type SourceClass, sourceClasses } from '../../packages/server/src/knowledge/profiles/precedence.ts';
import type { AnySource } from '../../packages/server/src/knowledge/sources/define-source.ts';
import { sources } from '../../packages/server/src/knowledge/sources/index.ts';
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
  Object.entries(switches).map(([name, rows]) => [code(id), code(`--with ${name}`), `Also import ${rows}`]);

/** The classes that sources have, for people. */
const classes: Readonly<Record<Exclude<SourceClass, 'wikidata'>, string>> = {
  own: 'Your own tables and records (`import companies`, `people` and `records`)',
  register: 'A national business register',
  gleif: 'The global index of Legal Entity Identifiers',
  web: 'A dataset without register numbers, such as company pages or local business licenses. Only these sources create links in `orgdex match run`, unless you name others with `--source`',
};

/** The place of a class in an order that counts only the classes above. */
const rankOf = (name: keyof typeof classes, order: 'precedence' | 'identityPrecedence'): string =>
  String(
    1 +
      Object.keys(classes).filter(
        (other) => sourceClasses[other as keyof typeof classes][order] < sourceClasses[name][order],
      ).length,
  );

const classRow = ([name, meaning]: [string, string]): string[] => {
  const known = name as keyof typeof classes;
  return [code(name), meaning, rankOf(known, 'precedence'), rankOf(known, 'identityPrecedence')];
};

const attributionOf = ({ id, attribution }: AnySource): string => `- ${code(id)}: ${attribution}`;

/** Every register and dataset that can be imported, with its license and attribution. */
export const sourcesPage = (): string =>
  page('Sources', 'packages/server/src/knowledge/sources/index.ts', [
    'The registers and datasets that orgdex can import. Download the files yourself, then run `orgdex import <id> <file...>`; there is no need to unpack them. orgdex downloads nothing.',
    [
      '- **Full files** replace the records of the source: a record that is no longer in the file is removed. (A company that loses its last record is still served with its last values.) With fewer or more rows than expected, the import stops before it changes anything; `--expect` sets other limits.',
      '- **Delta files** (`--delta`) contain changes. They can have any number of rows, and remove only what they mark as withdrawn.',
      '- **Additions** are files of a source that publishes no full file. They add and update companies, and remove none.',
    ].join('\n'),
    'A *complete* register lists every organization of its country, including associations and partnerships, so that a name that occurs once in it is unique. `orgdex match run` links automatically only to companies of a complete register; all other matches are proposed for review.',
    [
      'The *class* of a source decides whose value wins:',
      '',
      table(
        ['Class', 'What it is', 'Rank', 'Rank for name, identifiers and register status'],
        Object.entries(classes).map(classRow),
      ),
      '',
      '1 wins over 2, and so on. [Fields](fields.md) shows the rank of each source in each field.',
    ].join('\n'),
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
