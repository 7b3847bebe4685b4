import { Command, Option } from 'commander';
import { OperatorError } from '../../core/errors/failure.ts';
import { counted, formatNumber } from '../../core/output/numbers.ts';
import { readSecret } from '../../core/settings/secret.ts';
import { liftOptOut } from '../../pipeline/privacy/lift.ts';
import { readOptOutFile } from '../../pipeline/privacy/opt-out-file.ts';
import type { Receipt } from '../../pipeline/privacy/record.ts';
import { replaySuppressions } from '../../pipeline/privacy/replay.ts';
import { type OptOutDeps, suppress } from '../../pipeline/privacy/suppress.ts';
import { type RowOutcome, suppressFile } from '../../pipeline/privacy/suppress-file.ts';
import { suppressionFile } from '../../pipeline/privacy/suppression-file.ts';
import { listOptOuts, readOptOuts } from '../../stores/postgres/opt-outs.ts';
import { auditing, type Context } from '../context.ts';
import { parsePositive } from '../options/parse.ts';
import { addPersonOptions, type PersonOptions, toOptOut } from '../options/person-ways.ts';
import { formatMoment } from '../output/format-time.ts';
import { formatJsonList, jsonOption } from '../output/json.ts';
import { type Column, fit, formatTable } from '../output/table.ts';
import { rightsCommands } from './person-rights.ts';

const lists = ['file', 'email-hashes', 'phone-hashes'] as const;

/** The name of an option as commander stores it. */
const camel = (name: string) => name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());

function listOption(name: (typeof lists)[number], description: string): Option {
  const others = lists.filter((other) => other !== name).map(camel);
  return new Option(`--${name} <file>`, description).conflicts(others);
}

/** Opens the database after what it lacks of the file was applied: a command that died may have left an opt-out there only. */
const withOptOuts = <T>(context: Context, run: (deps: OptOutDeps) => Promise<T>): Promise<T> =>
  context.withDatabase(async (pool) => {
    const { ORGDEX_HOME: home } = context.config();
    const deps = { pool, secret: readSecret(home), home, recordAudit: auditing(context) };
    await replaySuppressions(deps);
    return run(deps);
  });

const backup = (home: string) => `Also stored in ${suppressionFile(home)}. Include this file in your backups.`;

interface SuppressOptions extends PersonOptions {
  file?: string;
  emailHashes?: string;
  phoneHashes?: string;
  json?: boolean;
}

async function suppressOne(context: Context, deps: OptOutDeps, options: SuppressOptions): Promise<void> {
  const receipt = await suppress(deps, toOptOut(options));
  if (options.json) return context.print(JSON.stringify(receipt));
  context.note(
    receipt.people > 0
      ? `Hidden: ${counted(receipt.positions, 'position')}. The next publish deletes them from the index.`
      : 'No loaded person matches. Future imports will skip this person.',
  );
  context.note(`Receipt ${receipt.id}. ${backup(deps.home)}`);
}

/** Invalid rows that the terminal shows; --json lists all. */
const mostShown = 20;

function describeOutcomes(outcomes: readonly RowOutcome[], home: string): string {
  const of = (status: RowOutcome['status']) => outcomes.filter((outcome) => outcome.status === status);
  const recorded = of('recorded');
  const sum = (count: 'people' | 'positions') =>
    recorded.reduce((total, { receipt }) => total + (receipt?.[count] ?? 0), 0);
  const invalid = of('invalid');
  return [
    [
      `${counted(outcomes.length, 'row')} = ${formatNumber(recorded.length)} recorded +`,
      `${formatNumber(of('repeated').length)} recorded before + ${formatNumber(of('lifted').length)} lifted +`,
      `${formatNumber(invalid.length)} invalid.`,
    ].join(' '),
    `Hidden: ${counted(sum('people'), 'person', 'people')} with ${counted(sum('positions'), 'position')}.`,
    ...invalid.slice(0, mostShown).map(({ line, reason }) => `  line ${line}: ${reason}`),
    ...(invalid.length > mostShown
      ? [`  … and ${formatNumber(invalid.length - mostShown)} more: --json lists them`]
      : []),
    `Receipts: orgdex person receipts. ${backup(home)}`,
  ].join('\n');
}

async function suppressList(context: Context, deps: OptOutDeps, options: SuppressOptions): Promise<void> {
  const { file, emailHashes, phoneHashes, json = false } = options;
  const path = file ?? emailHashes ?? phoneHashes ?? '';
  const digests = emailHashes !== undefined ? 'email_sha256' : phoneHashes !== undefined ? 'phone_sha256' : undefined;
  const outcomes = await suppressFile(deps, await readOptOutFile(path, digests));
  if (json) context.print(formatJsonList(outcomes));
  else context.note(describeOutcomes(outcomes, deps.home));
  const invalid = outcomes.filter(({ status }) => status === 'invalid').length;
  if (invalid > 0)
    throw new OperatorError(
      `${counted(invalid, 'row was', 'rows were')} not recorded. Fix the file and run the command again, or pass the fixed rows alone.`,
    );
}

function suppressCommand(context: Context): Command {
  return addPersonOptions(new Command('suppress'), lists.map(camel))
    .description(
      [
        'Honor an opt-out: add a person to the suppression list, which hides them now and after every import, rollback or',
        'restore, and issue a receipt. Give exactly one of --id, --network, --email and --phone, or a list',
      ].join(' '),
    )
    .addOption(
      listOption(
        'file',
        'Table with a column email, phone, network or person_id; each row identifies one person in one way. Run the command again if it was interrupted',
      ),
    )
    .addOption(
      listOption(
        'email-hashes',
        'List of SHA-256 hashes of email addresses, as an authority publishes it (California: DROP)',
      ),
    )
    .addOption(listOption('phone-hashes', 'List of SHA-256 hashes of phone numbers'))
    .option(...jsonOption)
    .action((options: SuppressOptions) =>
      withOptOuts(context, (deps) =>
        lists.some((name) => options[camel(name) as keyof SuppressOptions] !== undefined)
          ? suppressList(context, deps, options)
          : suppressOne(context, deps, options),
      ),
    );
}

const columns: readonly Column<Receipt>[] = [
  { title: 'receipt', cell: ({ id }) => id },
  { title: 'at', cell: ({ at }) => formatMoment(new Date(at)) },
  { title: 'by', cell: ({ by }) => by ?? '' },
  ...(['people', 'positions', 'emails', 'phones', 'profiles'] as const).map((count) => ({
    title: count,
    right: true,
    cell: (receipt: Receipt) => formatNumber(receipt[count]),
  })),
  { title: 'lifted', cell: ({ lifted_at }) => (lifted_at === null ? '' : formatMoment(new Date(lifted_at))) },
  { title: 'reason', cell: ({ lift_reason }) => fit(lift_reason ?? '', 40) },
];

function receiptsCommand(context: Context): Command {
  return new Command('receipts')
    .description('List the receipts of opt-outs, newest first, with times in UTC. They contain no value of a person')
    .option('--limit <n>', 'Number of receipts to list', parsePositive, 50)
    .option(...jsonOption)
    .action(({ limit, json = false }: { limit: number; json?: boolean }) =>
      context.withDatabase(async (pool) => {
        const receipts = await listOptOuts(pool, { limit });
        if (json) context.print(formatJsonList(receipts));
        else if (receipts.length > 0) context.print(formatTable(columns, receipts));
        else context.note('No opt-outs are recorded.');
      }),
    );
}

function receiptCommand(context: Context): Command {
  return new Command('receipt')
    .description('Print the receipt of one opt-out as JSON')
    .argument('<receipt>', 'Id of the receipt')
    .action((id: string) =>
      context.withDatabase(async (pool) => {
        const receipt = (await readOptOuts(pool, [id])).get(id);
        if (!receipt) throw new OperatorError(`No opt-out has the receipt ${id}. List them: orgdex person receipts`);
        context.print(JSON.stringify(receipt, null, 2));
      }),
    );
}

function liftCommand(context: Context): Command {
  return new Command('lift')
    .description(
      [
        'Lift an opt-out that was recorded by mistake. Other opt-outs of the same person stay in effect.',
        'The next import that contains the person shows them again',
      ].join(' '),
    )
    .argument('<receipt>', 'Id of the receipt')
    .requiredOption('--reason <text>', 'Why it was a mistake; stored with the receipt and in the audit log')
    .option(...jsonOption)
    .action((id: string, { reason, json = false }: { reason: string; json?: boolean }) =>
      withOptOuts(context, async (deps) => {
        const { receipt, kept } = await liftOptOut(deps, { id, reason });
        if (json) return context.print(JSON.stringify({ ...receipt, kept }));
        const still = kept > 0 ? ` ${counted(kept, 'value stays', 'values stay')} suppressed by another opt-out.` : '';
        context.note(`Lifted.${still} The next import that contains the person shows them again.`);
      }),
    );
}

export function personCommand(context: Context): Command {
  const optOuts = [suppressCommand, receiptsCommand, receiptCommand, liftCommand].map((command) => command(context));
  const person = new Command('person').description(
    'Manage the suppression list, and answer requests of people about their data',
  );
  for (const command of [...optOuts, ...rightsCommands(context)]) person.addCommand(command);
  return person;
}
