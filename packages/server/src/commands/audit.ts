import type { AuditEntry } from '@orgdex/contract';
import { Command, InvalidArgumentError } from 'commander';
import { listLastAudit } from '../access/audit.ts';
import { type Expected, type Fault, verifyAudit } from '../access/verify-audit.ts';
import { OperatorError } from '../failure.ts';
import { formatNumber } from '../format-number.ts';
import { acting } from './acting.ts';
import type { Context } from './context.ts';
import { formatMoment } from './format-time.ts';
import { parsePositive } from './parse-count.ts';
import { type Column, fit, formatTable } from './table.ts';

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
    .description('who changed which plan, account or key, or decided about which match, newest last, times in UTC')
    .option('--limit <n>', 'how many', parsePositive, 50)
    .option('--json', 'whole, one JSON object a line')
    .action(({ limit, json = false }: { limit: number; json?: boolean }) =>
      context.withLedger(async (pool) => {
        const entries = await listLastAudit({ pool }, limit);
        if (json) for (const entry of entries) context.print(JSON.stringify(entry));
        else if (entries.length > 0) context.print(formatTable(columns, entries));
        else context.note('Nothing was changed yet.');
      }),
    );
}

function parseExpected(text: string): Expected {
  const [, number, hash] = /^([1-9][0-9]{0,14}):([0-9a-f]{64})$/.exec(text) ?? [];
  if (!number || !hash) throw new InvalidArgumentError('What an earlier verify printed is needed: <number>:<hash>.');
  return { number: Number(number), hash };
}

const reasons: Record<Fault['why'], string> = {
  changed: 'it is not what was written',
  missing: 'it is not there, though later ones are',
  'out of order': 'it stands at another place',
  'cut off': 'the log ends before it, though more was written',
  'not the one expected': 'it has another hash than was noted',
};

function verifyCommand(context: Context): Command {
  return new Command('verify')
    .description(
      'check that no entry was changed, removed or moved; prints <number>:<hash> of the last one to note elsewhere',
    )
    .option('--expect <number:hash>', 'what an earlier verify printed: notices a log that was cut off', parseExpected)
    .action(({ expect }: { expect?: Expected }) =>
      acting(context, async (deps) => {
        const { last, fault } = await verifyAudit(deps, expect);
        if (fault) {
          throw new OperatorError(
            `The audit log does not fit at entry ${fault.number}: ${reasons[fault.why]}. Entries before it are as they were written. Compare with a backup, and find out who had access to the ledger.`,
          );
        }
        if (last.number === 0) return context.note('The audit log is empty: there is nothing to verify.');
        context.print(`${last.number}:${last.hash}`);
        context.note(
          `All ${formatNumber(last.number)} entries are as they were written. Note the line above elsewhere.`,
        );
      }),
    );
}

export const auditCommand = (context: Context): Command =>
  new Command('audit')
    .description('the log of changes to plans, accounts and keys, and of decisions about matches')
    .addCommand(listCommand(context))
    .addCommand(verifyCommand(context));
