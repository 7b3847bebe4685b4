import { type Account, type AccountTerms, defaultPlan, reconcileScope } from '@orgdex/contract';
import { Command } from 'commander';
import { listAccounts, setAccount } from '../../api/access/accounts.ts';
import type { ChangeDeps } from '../../api/access/audited-change.ts';
import { listPlans } from '../../api/access/plans.ts';
import { OperatorError } from '../../core/errors/failure.ts';
import { readAccount, readAccounts } from '../../stores/postgres/access/accounts.ts';
import type { Queryable } from '../../stores/postgres/pool.ts';
import { type Context, withAuditActor } from '../context.ts';
import { formatMoment } from '../output/format-time.ts';
import { formatJsonList, jsonOption } from '../output/json.ts';
import { type Column, fit, formatTable } from '../output/table.ts';

const columns: readonly Column<Account>[] = [
  { title: 'account', cell: ({ name }) => fit(name, 40) },
  { title: 'plan', cell: ({ plan }) => plan },
  { title: 'state', cell: ({ suspended }) => (suspended ? 'suspended' : 'active') },
  { title: 'created', cell: ({ created_at }) => formatMoment(new Date(created_at)) },
];

function listCommand(context: Context): Command {
  return new Command('list')
    .description('List all accounts')
    .option(...jsonOption)
    .action(({ json = false }: { json?: boolean }) =>
      context.withDatabase(async (pool) => {
        const accounts = await listAccounts({ pool });
        if (json) context.print(formatJsonList(accounts));
        else if (accounts.length > 0) context.print(formatTable(columns, accounts));
        else context.note('No accounts yet. Create one with `orgdex account create <name>`.');
      }),
    );
}

/** Quoted for a shell. */
const shellQuoted = (name: string): string => `"${name.replaceAll(/["\\$`]/g, '\\$&')}"`;

/** The command that creates a key with all scopes of the plan that a key can have together. */
async function keyHint({ pool }: ChangeDeps, { name, plan }: Account): Promise<string> {
  const agreed = (await listPlans({ pool })).find((one) => one.name === plan);
  const all = agreed?.scopes ?? [];
  const together = all.length > 1 ? all.filter((scope) => scope !== reconcileScope) : all;
  const options = together.map((scope) => ` --scope ${scope}`);
  return `orgdex key create --account ${shellQuoted(name)}${options.join('')}`;
}

function create(context: Context, name: string, terms: AccountTerms): Promise<void> {
  return withAuditActor(context, async (deps) => {
    if (await accountExists(deps.pool, name)) {
      throw new OperatorError(`Account "${name}" already exists. Use \`orgdex account set\` to change it.`);
    }
    // Checked again inside the transaction: another operator may be creating the same account.
    const account = await setAccount(deps, { name, terms, isKnown: false });
    context.print(formatTable(columns, [account]));
    context.note(`Create a key for it: ${await keyHint(deps, account)}`);
  });
}

/** Changes an existing account. */
function set(context: Context, name: string, { terms, done }: { terms: AccountTerms; done: string }): Promise<void> {
  return withAuditActor(context, async (deps) => {
    await requireAccount(deps.pool, name);
    context.print(formatTable(columns, [await setAccount(deps, { name, terms, isKnown: true })]));
    context.note(done);
  });
}

function createCommand(context: Context): Command {
  return new Command('create')
    .description('Create an account')
    .argument('<name>', 'Account name')
    .option('--plan <name>', 'Plan of the account; see `orgdex plan list`', defaultPlan.name)
    .action((name: string, terms: { plan: string }) => create(context, name, terms));
}

function setCommand(context: Context): Command {
  return new Command('set')
    .description('Move an account to another plan. Its keys follow within a second')
    .argument('<name>', 'Account name')
    .requiredOption('--plan <name>', 'Plan of the account; see `orgdex plan list`')
    .action((name: string, terms: { plan: string }) =>
      set(context, name, { terms, done: `Moved account "${name}" to plan "${terms.plan}".` }),
    );
}

const states = [
  {
    verb: 'suspend',
    suspended: true,
    what: 'Suspend an account. All its keys are rejected until you resume it',
    done: (name: string) => `Suspended account "${name}". All its keys are rejected.`,
  },
  {
    verb: 'resume',
    suspended: false,
    what: 'Resume a suspended account. Its keys are valid again',
    done: (name: string) => `Resumed account "${name}". Its keys are valid again.`,
  },
] as const;

const stateCommand = (context: Context, { verb, suspended, what, done }: (typeof states)[number]): Command =>
  new Command(verb)
    .description(what)
    .argument('<name>', 'Account name')
    .action((name: string) => set(context, name, { terms: { suspended }, done: done(name) }));

export function accountCommand(context: Context): Command {
  const command = new Command('account')
    .description('Manage accounts')
    .addCommand(listCommand(context))
    .addCommand(createCommand(context))
    .addCommand(setCommand(context));
  for (const state of states) command.addCommand(stateCommand(context, state));
  return command;
}

const listedAccounts = 20;

export const accountExists = async (pool: Queryable, account: string): Promise<boolean> =>
  (await readAccount(pool, account)) !== undefined;

/** Throws if the account does not exist, which is most likely a typo, and lists those that do. */
export async function requireAccount(pool: Queryable, account: string, advice?: string): Promise<void> {
  if (await accountExists(pool, account)) return;
  const names = (await readAccounts(pool)).map(({ name }) => name);
  const more = names.length > listedAccounts ? ` and ${names.length - listedAccounts} more` : '';
  const existing =
    names.length > 0
      ? `Existing accounts: ${names.slice(0, listedAccounts).join(', ')}${more}.`
      : 'There are no accounts yet.';
  throw new OperatorError([`Account "${account}" does not exist. ${existing}`, advice].filter(Boolean).join(' '));
}
