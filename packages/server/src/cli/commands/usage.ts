import type { AccountUsage } from '@orgdex/contract';
import { Command, Option } from 'commander';
import { listUsage } from '../../api/access/usage-report.ts';
import { toCsv } from '../../core/output/escape.ts';
import { formatNumber } from '../../core/output/numbers.ts';
import type { Context } from '../context.ts';
import { formatJsonList, jsonOption } from '../output/json.ts';
import { type Column, fit, formatTable } from '../output/table.ts';
import { requireAccount } from './account.ts';

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
  json?: boolean;
}

export function usageCommand(context: Context): Command {
  return new Command('usage')
    .description('Show used credits by account, day and operation')
    .option('--account <name>', 'Only this account')
    .option('--from <day>', 'First day in UTC, such as 2026-11-01 (default: the first of this month)')
    .option('--to <day>', 'Last day in UTC (default: today)')
    .addOption(new Option('--csv', 'Print CSV').conflicts('json'))
    .option(...jsonOption)
    .action(({ csv = false, json = false, ...question }: Options) =>
      context.withDatabase(async (pool) => {
        if (question.account !== undefined) await requireAccount(pool, question.account);
        const usage = await listUsage({ pool }, question);
        if (csv) context.print(toCsv([fields, ...usage.map((row) => fields.map((name) => row[name]))]));
        else if (json) context.print(formatJsonList(usage));
        else if (usage.length > 0) context.print(formatTable(columns, usage));
        else context.note('No credits were used in this period. Choose another one with --from and --to.');
      }),
    );
}
