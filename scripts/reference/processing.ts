import {
  type DataGroup,
  dataGroups,
  indexFields,
  otherPlaces,
  type TableColumns,
  tables,
} from '../../packages/server/src/pipeline/privacy/records-of-processing.ts';
import { code, page, table } from './markdown.ts';

const groups = Object.entries<DataGroup>(dataGroups);

const columnsOf = (group: string): string[][] =>
  Object.entries<TableColumns>(tables)
    .filter(([, one]) => one.group === group)
    .flatMap(([name, { personal }]) =>
      Object.entries(personal).map(([column, purpose]) => [code(`${name}.${column}`), purpose]),
    );

const intro = [
  'What orgdex stores about people, where, why and for how long: the technical part of your records of processing activities. The',
  'operator adds who is responsible, the sources, the recipients and the legal basis; orgdex cannot know these.',
].join('\n');

const requests = `## Requests of people

| Request | Command |
| --- | --- |
| Access: everything that is stored, with sources and dates | \`orgdex person export --email …\` |
| Objection: not shown and not imported again | \`orgdex person suppress --email …\` |
| Erasure: deleted; only keyed hashes are left | \`orgdex person erase --email … --reason …\` |
| Storage limit: not observed for long | \`orgdex person expire\`, [scheduled](../guides/requests-of-people.md#remove-people-after-a-maximum-age) |
| Who received the data | \`orgdex key set <id> --record-people\`, then \`orgdex person export\` |

Export, suppress and erase also take \`--id\`, \`--network\` and \`--phone\`, and are also on the page **Privacy** of the console and in
the admin API ([guide](../guides/requests-of-people.md)). The audit log has how the person was identified, but not the value.`;

const backups = `## Backups

A backup still contains a person who was erased or opted out later. Both hold after a restore, because \`suppression.ndjson\` in
\`ORGDEX_HOME\` is applied to the restored database before anything is imported, built or served: [Back up and
restore](../operations/backup.md). Back up that file, and keep backups no longer than you say you keep data.

After an erasure, deleted rows are in the files of PostgreSQL until it vacuums the table, in its WAL until that is recycled, and in
the files of OpenSearch until it merges the segment. No query returns them.
[Why](../decisions/15-privacy.md#erasure-keeps-only-keyed-hashes-in-two-steps)`;

const groupPart = ([name, { title, purpose, basis, kept, seenBy }]: [string, DataGroup]): string =>
  [
    `### ${title}`,
    table(
      ['', ''],
      [
        ['Purpose', purpose],
        ['Usual basis', basis],
        ['Kept', kept],
        ['Seen by', seenBy],
      ],
    ),
    table(['Column', 'What it is, and what it is for'], columnsOf(name)),
  ].join('\n\n');

/** Which personal data is stored where, from the list that is compared with the schema. */
export const processingPage = (): string =>
  page('Records of processing', 'packages/server/src/pipeline/privacy/records-of-processing.ts', [
    intro,
    requests,
    '## In the database',
    'Names, email addresses and phone numbers of people who work at companies are not stored.',
    ...groups.map(groupPart),
    '## In the index of people',
    table(
      ['Field', 'What it is, and what it is for'],
      Object.entries(indexFields).map(([field, purpose]) => [code(field), purpose]),
    ),
    '## Elsewhere',
    table(['Place', 'Content', 'Kept'], otherPlaces),
    backups,
  ]);
