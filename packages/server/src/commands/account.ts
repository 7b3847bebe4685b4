import type { Account, AccountTerms } from '@orgdex/contract';
import { Command } from 'commander';
import { listAccounts, setAccount } from '../access/accounts.ts';
import type { ChangeDeps } from '../access/change.ts';
import { defaultPlan, listPlans } from '../access/plans.ts';
import { OperatorError } from '../failure.ts';
import { checkThere, isThere } from './account-there.ts';
import { acting } from './acting.ts';
import type { Context } from './context.ts';
import { formatMoment } from './format-time.ts';
import { type Column, fit, formatTable } from './table.ts';

const columns: readonly Column<Account>[] = [
  { title: 'account', cell: ({ name }) => fit(name, 40) },
  { title: 'plan', cell: ({ plan }) => plan },
  { title: 'state', cell: ({ suspended }) => (suspended ? 'suspended' : 'active') },
  { title: 'created', cell: ({ created_at }) => formatMoment(new Date(created_at)) },
];

function listCommand(context: Context): Command {
  return new Command('list').description('all accounts').action(() =>
    context.withLedger(async (pool) => {
      const accounts = await listAccounts({ pool });
      if (accounts.length > 0) context.print(formatTable(columns, accounts));
      else context.note('There is no account yet: orgdex account create NAME');
    }),
  );
}

/** As a shell takes it for one word, whatever is in it. */
const quoted = (name: string): string => `"${name.replaceAll(/["\\$`]/g, '\\$&')}"`;

/** The command that issues a key with all that its plan allows. */
async function keyHint({ pool }: ChangeDeps, { name, plan }: Account): Promise<string> {
  const agreed = (await listPlans({ pool })).find((one) => one.name === plan);
  const scopes = agreed?.scopes.map((scope) => ` --scope ${scope}`) ?? [];
  return `orgdex key create --account ${quoted(name)}${scopes.join('')}`;
}

function create(context: Context, name: string, terms: AccountTerms): Promise<void> {
  return acting(context, async (deps) => {
    if (await isThere(deps.pool, name)) {
      throw new OperatorError(`There is an account ${name} already: orgdex account set changes it.`);
    }
    // Said again where it counts: somebody else may be making it too.
    const account = await setAccount(deps, { name, terms, isKnown: false });
    context.print(formatTable(columns, [account]));
    context.note(`Issue a key for it: ${await keyHint(deps, account)}`);
  });
}

/** Changes an account that must be there. */
function set(context: Context, name: string, { terms, done }: { terms: AccountTerms; done: string }): Promise<void> {
  return acting(context, async (deps) => {
    await checkThere(deps.pool, name);
    context.print(formatTable(columns, [await setAccount(deps, { name, terms, isKnown: true })]));
    context.note(done);
  });
}

function createCommand(context: Context): Command {
  return new Command('create')
    .description('make an account')
    .argument('<name>', 'name of the account')
    .option('--plan <name>', 'what is agreed; see orgdex plan list', defaultPlan)
    .action((name: string, terms: { plan: string }) => create(context, name, terms));
}

function setCommand(context: Context): Command {
  return new Command('set')
    .description('give an account another plan; its keys follow in a second')
    .argument('<name>', 'name of the account')
    .requiredOption('--plan <name>', 'what is agreed; see orgdex plan list')
    .action((name: string, terms: { plan: string }) =>
      set(context, name, { terms, done: `The account has the plan ${terms.plan} now.` }),
    );
}

const states = [
  {
    verb: 'suspend',
    suspended: true,
    what: 'none of its keys is valid until it is resumed',
    done: 'Its keys are refused from now on.',
  },
  { verb: 'resume', suspended: false, what: 'its keys are valid again', done: 'Its keys are valid again.' },
] as const;

const stateCommand = (context: Context, { verb, suspended, what, done }: (typeof states)[number]): Command =>
  new Command(verb)
    .description(`${verb} an account: ${what}`)
    .argument('<name>', 'name of the account')
    .action((name: string) => set(context, name, { terms: { suspended }, done }));

export function accountCommand(context: Context): Command {
  const command = new Command('account')
    .description('whom keys belong to')
    .addCommand(listCommand(context))
    .addCommand(createCommand(context))
    .addCommand(setCommand(context));
  for (const state of states) command.addCommand(stateCommand(context, state));
  return command;
}
