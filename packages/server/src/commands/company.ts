import { Command, InvalidArgumentError } from 'commander';
import { joinCompanies, splitCompany } from '../ingest/decide.ts';
import { readSecret } from '../secret.ts';
import type { Context } from './context.ts';
import { explainCommand } from './explain.ts';

type RecordName = { source: string; key: string };

function addRecord(text: string, others: readonly RecordName[]): RecordName[] {
  const [, source, key] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (!source || !key) throw new InvalidArgumentError('A record is named <source>:<key>.');
  return [...others, { source, key }];
}

function joinCommand(context: Context): Command {
  return new Command('join')
    .description('join two companies by hand; it is remembered, and the younger id redirects')
    .argument('<id>')
    .argument('<other>')
    .action((one: string, other: string) =>
      context.withLedger(async (pool) => {
        const secret = readSecret(context.config().ORGDEX_HOME);
        const id = await joinCompanies({ pool, secret }, one, other);
        context.note(
          `They are one company now: ${id}. Published by the next \`orgdex publish\`, or by a running \`orgdex serve\`.`,
        );
      }),
    );
}

function splitCommand(context: Context): Command {
  return new Command('split')
    .description('part records from their company by hand; it is remembered, and the id stays with the founding record')
    .argument('<id>')
    .requiredOption('--record <source:key>', 'a record that leaves, repeatable', addRecord, [] as RecordName[])
    .action((id: string, { record }: { record: RecordName[] }) =>
      context.withLedger(async (pool) => {
        const secret = readSecret(context.config().ORGDEX_HOME);
        const { stays, leaves } = await splitCompany({ pool, secret }, id, record);
        context.note(`Stayed: ${stays.join(', ')}. Left: ${leaves.join(', ')}.`);
      }),
    );
}

export function companyCommand(context: Context): Command {
  return new Command('company')
    .description('identity: explained, and decided by hand')
    .addCommand(explainCommand(context))
    .addCommand(joinCommand(context))
    .addCommand(splitCommand(context));
}
