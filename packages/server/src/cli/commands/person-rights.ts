import { Command } from 'commander';
import { formatNumber } from '../../core/output/numbers.ts';
import { awaitErasures, erase } from '../../pipeline/privacy/erase.ts';
import { expirePeople, previewExpiry, type SourceAge } from '../../pipeline/privacy/expire.ts';
import { exportPerson } from '../../pipeline/privacy/held-data.ts';
import { suppressionFile } from '../../pipeline/privacy/suppression-file.ts';
import { publishOnce } from '../../pipeline/publish/publisher.ts';
import { auditing, type Context, withBatches, withStores } from '../context.ts';
import { addPersonOptions, type PersonOptions, toOptOut } from '../options/person-ways.ts';
import { formatJsonList } from '../output/json.ts';
import { type Column, formatTable } from '../output/table.ts';

/** How long `person erase` waits until no index contains the person. */
const publishWithinMs = 60_000;

const exporting = (context: Context): Command =>
  addPersonOptions(new Command('export'))
    .description(
      [
        'Answer an access request: print everything that is stored about a person as JSON. Give exactly one of --id, --network,',
        '--email and --phone',
      ].join(' '),
    )
    .action((options: PersonOptions) =>
      withBatches(context, false, async ({ config, pool, secret }) => {
        const deps = { pool, secret, home: config.ORGDEX_HOME, recordAudit: auditing(context) };
        const held = await exportPerson(deps, toOptOut(options));
        context.print(JSON.stringify(held, undefined, 2));
        if (held.people.length > 1)
          context.note(`${held.people.length} people match. Find out which of them asks before you send anything.`);
      }),
    );

const erasing = (context: Context): Command =>
  addPersonOptions(new Command('erase'))
    .description(
      [
        'Delete everything that is stored about a person, publish that, and keep only keyed hashes that stop the person from being',
        'imported again. It cannot be undone. Give exactly one of --id, --network, --email and --phone',
      ].join(' '),
    )
    .requiredOption('--reason <text>', 'Why, for the audit log. Do not name the person')
    .option('--json', 'Print a receipt as JSON, which does not name the person')
    .action(({ reason, json = false, ...options }: PersonOptions & { reason: string; json?: boolean }) =>
      withStores(context, json, async ({ config, pool, secret, rebuild }) => {
        const home = config.ORGDEX_HOME;
        const erased = await erase({ pool, secret, home, recordAudit: auditing(context) }, toOptOut(options), reason);
        context.note(
          erased.people > 0
            ? `Erased: ${formatNumber(erased.positions)} positions. They are hidden from now on.`
            : 'No loaded person matches. Future imports will skip this person.',
        );
        for (const run of erased.unfinished_runs)
          context.note(`Run ${run} is unfinished and may contain the person. Its rows are deleted when it ends.`);
        context.note(
          `Only keyed hashes are left, also in ${suppressionFile(home)}. Include this file in your backups.`,
        );
        const left = await awaitErasures(pool, () => publishOnce(rebuild), publishWithinMs);
        if (json) context.print(JSON.stringify({ ...erased, complete: left === 0 }));
        context.note(
          left === 0
            ? 'No index contains the person any more.'
            : 'Changes are still being published. Run `orgdex person expire` later to delete the ids of the ended positions.',
        );
      }),
    );

const columns: readonly Column<SourceAge>[] = [
  { title: 'source', cell: ({ source }) => source },
  { title: 'months', right: true, cell: ({ months }) => (months === null ? 'never' : formatNumber(months)) },
  { title: 'last observed before', cell: ({ before }) => before ?? '' },
  { title: 'records', right: true, cell: ({ records }) => formatNumber(records) },
  { title: 'expired', right: true, cell: ({ expired }) => formatNumber(expired) },
];

interface ExpireOptions {
  dryRun?: boolean;
  json?: boolean;
}

const expiring = (context: Context): Command =>
  new Command('expire')
    .description(
      [
        'Remove people who were not observed for longer than the maximum age of their source (ORGDEX_PEOPLE_MAX_AGE), and delete',
        'what ended positions and erasures left. Run it as a scheduled job',
      ].join(' '),
    )
    .option('--dry-run', 'Count the records that would be removed, and change nothing')
    .option('--json', 'Print JSON, with progress as JSON on standard error')
    .action(({ dryRun = false, json = false }: ExpireOptions) =>
      withBatches(context, json, async ({ config, pool, progress }) => {
        const deps = { pool, maxAges: config.ORGDEX_PEOPLE_MAX_AGE, progress };
        if (dryRun) {
          const ages = await previewExpiry(deps);
          return context.print(json ? formatJsonList(ages) : formatTable(columns, ages));
        }
        const expired = await expirePeople(deps);
        progress.end();
        if (json) return context.print(JSON.stringify({ event: 'done', ...expired }));
        context.note(
          [
            `${formatNumber(expired.records)} records removed, ${formatNumber(expired.deleted_positions)} ended positions deleted.`,
            ...(expired.pending_erasures > 0
              ? [`${expired.pending_erasures} erasures wait for \`orgdex publish\`.`]
              : []),
          ].join(' '),
        );
      }),
    );

/** The rights of people: access, erasure and expiry. */
export const rightsCommands = (context: Context): Command[] => [
  exporting(context),
  erasing(context),
  expiring(context),
];
