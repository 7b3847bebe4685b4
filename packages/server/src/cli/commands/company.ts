import { Command, InvalidArgumentError } from 'commander';
import { readSecret } from '../../core/settings/secret.ts';
import { joinCompanies, splitCompany } from '../../pipeline/identity/manual-decisions.ts';
import { auditing, type Context } from '../context.ts';
import { explainCommand } from './explain.ts';

type RecordName = { source: string; key: string };

function addRecord(text: string, others: readonly RecordName[] = []): RecordName[] {
  const [, source, key] = /^([^:]+):(.+)$/.exec(text) ?? [];
  if (!source || !key) throw new InvalidArgumentError('Specify a record as <source>:<key>, for example crm:42.');
  return [...others, { source, key }];
}

const published = 'The next `orgdex publish`, or a running `orgdex serve`, publishes the change.';

/** Opens the database for decisions about identity, which the audit log records with the operator as the actor. */
function deciding<T>(context: Context, run: (deps: Parameters<typeof joinCompanies>[0]) => Promise<T>): Promise<T> {
  return context.withDatabase((pool) => {
    const secret = readSecret(context.config().ORGDEX_HOME);
    return run({ pool, secret, recordAudit: auditing(context) });
  });
}

function joinCommand(context: Context): Command {
  return new Command('join')
    .description(
      'Join two companies, or undo the split that separated them. Later imports keep the decision; the newer id redirects to the older one',
    )
    .argument('<id>', 'Company id')
    .argument('<other>', 'Id of the other company')
    .action(async (one: string, other: string) => {
      const { company, undoneSplits } = await deciding(context, (deps) => joinCompanies(deps, one, other));
      const done = undoneSplits.length > 0 ? 'The split is undone' : 'Joined';
      context.note(`${done}: both are now company ${company}; the other id redirects to it. ${published}`);
    });
}

function splitCommand(context: Context): Command {
  return new Command('split')
    .description(
      'Move records out of a company. Later imports keep the decision; the id stays with the founding record. `company join` undoes it',
    )
    .argument('<id>', 'Company id')
    .requiredOption('--record <source:key>', 'Record to move out (repeatable)', addRecord)
    .action(async (id: string, { record }: { record: RecordName[] }) => {
      const { stays, leaves } = await deciding(context, (deps) => splitCompany(deps, id, record));
      const undo = leaves.map((left) => `\`orgdex company join ${stays[0]} ${left}\``).join(', ');
      context.note(
        `Split: ${stays.join(', ')} keeps the other records, ${leaves.join(', ')} has the records you named. Undo with ${undo}. ${published}`,
      );
    });
}

export function companyCommand(context: Context): Command {
  return new Command('company')
    .description('Explain, join and split companies')
    .addCommand(explainCommand(context))
    .addCommand(joinCommand(context))
    .addCommand(splitCommand(context));
}
