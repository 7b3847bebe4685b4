import { Command } from 'commander';
import { checkEngine } from '../engine/health.ts';
import { readRates } from '../exchange-rates.ts';
import { formatNumber } from '../format-number.ts';
import { type Generation, listGenerations } from '../ledger/generations.ts';
import { kinds } from '../ledger/marks.ts';
import { type LedgerStatus, readStatus } from '../ledger/status.ts';
import { checkLimiter } from '../limiter/redis.ts';
import { isOurs } from '../publish/drain.ts';
import type { Rates } from '../rules/rates.ts';
import type { Context } from './context.ts';
import { formatMoment as when } from './format-time.ts';

function describeGeneration(generation: Generation, facts: { first: boolean; ours: boolean; dirty: number }): string {
  const { first, ours, dirty } = facts;
  const state = generation.live_since === null ? 'being built' : first ? 'live' : 'kept for a rollback';
  const rules = ours ? '' : ', made by other rules than this version of orgdex';
  return `  generation ${generation.id}  ${state}, since ${when(generation.live_since)}${rules}; ${formatNumber(dirty)} dirty`;
}

function describeLedger(status: LedgerStatus, generations: readonly Generation[], rates: Rates): string[] {
  const dirtyOf = (slot: number) => status.dirty.find((found) => found.slot === slot)?.count ?? 0;
  return [
    'Loaded',
    `  companies     ${formatNumber(status.companies)} from ${formatNumber(status.companyRecords)} records; ${formatNumber(status.redirects)} redirect to another`,
    `  people        ${formatNumber(status.people)} in ${formatNumber(status.employments)} employments; ${formatNumber(status.waiting)} wait for their company`,
    `  opt-outs      ${formatNumber(status.suppressed)} values`,
    'Published',
    ...(generations.length === 0 ? ['  nothing yet: run `orgdex publish`'] : []),
    ...generations.map((generation, at) =>
      describeGeneration(generation, {
        first: at === 0,
        ours: isOurs(generation, rates),
        dirty: dirtyOf(generation.slot),
      }),
    ),
    `  parked        ${formatNumber(status.parkedCount)}${status.parkedCount > 0 ? ': the engine refused them' : ''}`,
    ...status.parked.map(({ kind, id, reason }) => `    ${kinds[kind]} ${id}: ${reason}`),
    'Runs',
    ...status.running.map((run) => `  run ${run.id}  ${run.source}, ${run.state} since ${when(run.started_at)}`),
    ...status.lastRuns.map(
      (run) =>
        `  run ${run.id}  ${run.source}, ${run.state} ${when(run.ended_at)}${run.reason ? `: ${run.reason}` : ''}`,
    ),
    ...(status.running.length + status.lastRuns.length === 0 ? ['  none'] : []),
  ];
}

/** A line an engine: what it is, or what is wrong with it. */
async function checkAll(context: Context, ledger: string): Promise<{ lines: string[]; well: boolean }> {
  const { OPENSEARCH_URL, REDIS_URL } = context.config();
  const { openEngine } = await import('../engine/client.ts');
  const engine = openEngine(OPENSEARCH_URL);
  const checks = await Promise.allSettled([checkEngine(engine), checkLimiter(REDIS_URL)]);
  await engine.close();
  const lines = checks.map((check) =>
    check.status === 'fulfilled' ? check.value : `not well: ${(check.reason as Error).message}`,
  );
  return {
    lines: [`  ledger        PostgreSQL ${ledger}`, `  engine        ${lines[0]}`, `  limiter       ${lines[1]}`],
    well: checks.every(({ status }) => status === 'fulfilled'),
  };
}

export function statusCommand(context: Context): Command {
  return new Command('status')
    .description('what is loaded, dirty, parked and running, which generation is live, whether the engines are well')
    .option('--json', 'as JSON')
    .action(({ json = false }: { json?: boolean }) =>
      context.withLedger(async (pool) => {
        const rates = readRates(context.config().ORGDEX_EXCHANGE_RATES);
        const status = await readStatus(pool);
        const generations = await listGenerations(pool);
        const { lines, well } = await checkAll(context, status.version);
        if (json)
          context.print(JSON.stringify({ ...status, generations, engines: lines.map((line) => line.trim()), well }));
        else context.print([...describeLedger(status, generations, rates), 'Engines', ...lines].join('\n'));
        if (!well) process.exitCode = 1;
      }),
    );
}
