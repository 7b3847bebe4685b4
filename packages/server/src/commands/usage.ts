import type { AccountUsage } from '@orgdex/contract';
import { Command } from 'commander';
import { listUsage } from '../access/usage-report.ts';
import { formatNumber } from '../format-number.ts';
import { checkThere } from './account-there.ts';
import type { Context } from './context.ts';
import { toCsv } from './csv.ts';
import { type Column, fit, formatTable } from './table.ts';

const columns: readonly Column<AccountUsage>[] = [
  { title: 'account', cell: ({ account }) => fit(account, 40) },
  { title: 'day', cell: ({ day }) => day },
  { title: 'operation', cell: ({ operation }) => operation },
  { title: 'count', right: true, cell: ({ count }) => formatNumber(count) },
];

const fields = ['account', 'day', 'operation', 'count'] as const;

interface Options {
  account?: string;
  from?: string;
  to?: string;
  csv?: boolean;
}

export function usageCommand(context: Context): Command {
  return new Command('usage')
    .description('answers that cost a credit, by account, day and operation')
    .option('--account <name>', 'only this account')
    .option('--from <day>', 'first day, UTC; default: the first of this month')
    .option('--to <day>', 'last day, UTC; default: today')
    .option('--csv', 'as CSV')
    .action(({ csv = false, ...question }: Options) =>
      context.withLedger(async (pool) => {
        if (question.account !== undefined) await checkThere(pool, question.account);
        const usage = await listUsage({ pool }, question);
        if (csv) context.print(toCsv([fields, ...usage.map((row) => fields.map((name) => row[name]))]));
        else if (usage.length > 0) context.print(formatTable(columns, usage));
        else context.note('Nothing was counted in these days: --from and --to ask for others.');
      }),
    );
}
