import type { AuditEntry } from '@orgdex/contract';
import { Command, InvalidArgumentError } from 'commander';
import { listLastAudit } from '../../api/access/audit.ts';
import { checksumOf, type Expected, type Fault, parseChecksum, verifyAudit } from '../../api/access/verify-audit.ts';
import { OperatorError } from '../../core/errors/failure.ts';
import { formatNumber } from '../../core/output/numbers.ts';
import { type Context, withAuditActor } from '../context.ts';
import { parsePositive } from '../options/parse.ts';
import { formatMoment } from '../output/format-time.ts';
import { formatJsonList, jsonOption } from '../output/json.ts';
import { type Column, fit, formatTable } from '../output/table.ts';

const columns: readonly Column<AuditEntry>[] = [
  { title: 'number', right: true, cell: ({ number }) => String(number) },
  { title: 'at', cell: ({ at }) => formatMoment(new Date(at)) },
  { title: 'by', cell: ({ actor }) => fit(actor, 20) },
  { title: 'action', cell: ({ action }) => action },
  { title: 'subject', cell: ({ subject }) => fit(subject, 40) },
  { title: 'detail', cell: ({ detail }) => fit(JSON.stringify(detail), 80) },
];

function listCommand(context: Context): Command {
  return new Command('list')
    .description(
      'List who changed a plan, account or key, decided about a match or a company, or recorded an opt-out; newest first, with times in UTC',
    )
    .option('--limit <n>', 'Number of entries to list', parsePositive, 50)
    .option(...jsonOption)
    .action(({ limit, json = false }: { limit: number; json?: boolean }) =>
      context.withDatabase(async (pool) => {
        const entries = await listLastAudit({ pool }, limit);
        if (json) context.print(formatJsonList(entries));
        else if (entries.length > 0) context.print(formatTable(columns, entries));
        else context.note('The audit log is empty.');
      }),
    );
}

function parseExpected(text: string): Expected {
  const expected = parseChecksum(text);
  if (!expected)
    throw new InvalidArgumentError('It must be <number>:<hash>, as printed by an earlier `orgdex audit verify`.');
  return expected;
}

const reasons: Record<Fault['why'], string> = {
  changed: 'the entry was modified',
  missing: 'the entry is missing, but later ones exist',
  'out of order': 'the entries are not in order',
  truncated: 'the log ends before this entry, which an earlier `verify` had seen',
  'not the one expected': 'its hash differs from the one in --expect',
};

function verifyCommand(context: Context): Command {
  return new Command('verify')
    .description(
      'Verify that no entry was changed, removed or moved. Prints `<number>:<hash>` of the last entry: keep it elsewhere for --expect',
    )
    .option('--expect <number:hash>', 'Output of an earlier `verify`, to detect a truncated log', parseExpected)
    .action(({ expect }: { expect?: Expected }) =>
      withAuditActor(context, async (deps) => {
        const { last, fault } = await verifyAudit(deps, expect);
        if (fault) {
          throw new OperatorError(
            [
              `Audit chain broken at entry ${fault.number}: ${reasons[fault.why]}.`,
              'All entries before it are intact. Compare the log with a backup, and find out who had write access to the',
              'database.',
            ].join(' '),
          );
        }
        if (last.number === 0) return context.note('The audit log is empty: nothing to verify.');
        context.print(checksumOf(last));
        context.note(
          `The audit chain is intact: ${formatNumber(last.number)} entries. Keep the line above outside this database.`,
        );
      }),
    );
}

export const auditCommand = (context: Context): Command =>
  new Command('audit')
    .description('Inspect the audit log')
    .addCommand(listCommand(context))
    .addCommand(verifyCommand(context));
