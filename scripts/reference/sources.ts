import { formatNumber } from '../../packages/server/src/format-number.ts';
import type { AnySource } from '../../packages/server/src/sources/define-source.ts';
import { sources } from '../../packages/server/src/sources/index.ts';
import { code, page, table } from './markdown.ts';

const sorted = sources.toSorted((a, b) => (a.id < b.id ? -1 : 1));

const filesOf = ({ whole, deltas }: AnySource): string =>
  whole ? `full${deltas ? ', or `--delta`' : ''}` : 'add to what is there';

const rowOf = (source: AnySource): string[] => [
  code(source.id),
  source.title,
  source.country ?? 'several',
  source.class,
  filesOf(source),
  source.complete ? 'yes' : '',
  `${formatNumber(source.expected.min)} to ${formatNumber(source.expected.max)}`,
  source.licence,
  `<${source.homepage}>`,
];

const switchesOf = ({ id, switches = {} }: AnySource): string[][] =>
  Object.entries(switches).map(([name, meaning]) => [code(id), code(`--with ${name}`), meaning]);

const attributionOf = ({ id, attribution }: AnySource): string => `- ${code(id)}: ${attribution}`;

/** Every register and dataset that can be read, and what its licence asks for. */
export const sourcesPage = (): string =>
  page('Sources', 'packages/server/src/sources/index.ts', [
    'The registers and datasets that orgdex can read. `orgdex import <id> <file...>` takes their files in as they were downloaded; orgdex fetches nothing itself. A file with fewer or more rows than is normal stops before anything is changed (`--expect` says otherwise). What a full file no longer holds is removed; where a source has files of changes too, `--delta` says that a file is one: it may be of any size, and removes only what it marks as withdrawn.',
    'A *complete* register holds the associations and partnerships of its country beside all its companies, so that everybody who bears a name is known: only to its companies does `orgdex match run` link without asking.',
    table(
      ['ID', 'Title', 'Country', 'Class', 'Files', 'Complete', 'Normal rows', 'Licence', 'Where to get it'],
      sorted.map(rowOf),
    ),
    '## Switches',
    'Off unless they are named.',
    table(['Source', 'Switch', 'What it does'], sorted.flatMap(switchesOf)),
    '## Attribution',
    'Whoever passes data of a source on owes the sentence that its licence asks for. Copy those of the sources that you have loaded to where your readers see them.',
    sorted.map(attributionOf).join('\n'),
  ]);
