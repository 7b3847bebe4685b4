import {
  defaultPlan,
  type KeyChange,
  type KeyTerms,
  maxOverlapHours,
  receivedPeopleDays,
  type Scope,
  scopes,
  supportedCountries,
} from '@orgdex/contract';
import { Command, InvalidArgumentError } from 'commander';
import { changeKey, issueKey, listKeys, revokeKey, rotateKey } from '../../api/access/key-changes.ts';
import { OperatorError } from '../../core/errors/failure.ts';
import { type Context, withAuditActor } from '../context.ts';
import { addChoice, addText, none, parseExpiry, presentOptions } from '../options/parse.ts';
import { formatJsonList, jsonOption } from '../output/json.ts';
import { keyColumns } from '../output/key-columns.ts';
import { formatTable } from '../output/table.ts';
import { accountExists, requireAccount } from './account.ts';

function parseName(text: string): string {
  const name = text.trim();
  if (name === '') throw new InvalidArgumentError('It must not be empty.');
  return name;
}

function parseHours(text: string): number {
  if (/^[0-9]{1,4}$/.test(text) && Number(text) <= maxOverlapHours) return Number(text);
  throw new InvalidArgumentError(`It must be a number of hours from 0 to ${maxOverlapHours}.`);
}

interface Options {
  account: string;
  createAccount?: boolean;
  scope: Scope[];
  test?: boolean;
  country?: string[];
  address?: string[];
  expires?: string;
  label?: string;
  recordPeople?: boolean;
}

const toTerms = ({ account, scope, test, country, address, expires, label, recordPeople }: Options): KeyTerms => ({
  account,
  scopes: scope,
  mode: test ? 'test' : 'live',
  records_people: recordPeople ?? false,
  countries: country ?? null,
  addresses: address ?? null,
  expires_at: expires ?? null,
  label: label ?? null,
});

async function create(context: Context, options: Options): Promise<void> {
  const { account, scope, createAccount = false } = options;
  const { issued, isKnown } = await withAuditActor(context, async (deps) => {
    if (!createAccount) await requireAccount(deps.pool, account, 'Create it with --create-account.');
    return {
      isKnown: await accountExists(deps.pool, account),
      issued: await issueKey(deps, { terms: toTerms(options), makeAccount: createAccount }),
    };
  });
  context.print(issued.key);
  if (!isKnown) context.note(`Created account "${account}" on plan "${defaultPlan.name}".`);
  context.note(
    `Created key ${issued.details.id} for account "${account}", with ${scope.join(', ')}. Store it now: it is not shown again.`,
  );
}

function createCommand(context: Context): Command {
  return new Command('create')
    .description('Create an API key. The key is printed once, alone on standard output')
    .requiredOption('--account <name>', 'Account that the key belongs to', parseName)
    .option('--create-account', `Create the account if it does not exist, on plan "${defaultPlan.name}"`)
    .requiredOption(
      '--scope <scope>',
      `What the key may do (repeatable): ${scopes.join(', ')}`,
      addChoice(scopes, 'scopes'),
    )
    .option('--test', 'Create a test key: it reads synthetic data and costs no credits')
    .option(
      '--country <code>',
      'Country that the key may request, and whose companies it sees (repeatable; default: all countries of the plan)',
      addChoice(supportedCountries, 'countries'),
    )
    .option('--address <ip>', 'IP address or network that may use the key (repeatable; default: any)', addText)
    .option(
      '--expires <when>',
      'Last day on which the key is valid (UTC), such as 2027-01-31, or its lifetime: 12h, 30d, 8w',
      (text) => parseExpiry(text),
    )
    .option('--label <text>', 'Label for the key')
    .option(
      '--record-people',
      `Record for ${receivedPeopleDays} days which people responses contain, and the header X-Purpose`,
    )
    .action((options: Options) => create(context, options));
}

function listCommand(context: Context): Command {
  return new Command('list')
    .description('List API keys, with times in UTC. The keys themselves are never shown')
    .option('--account <name>', 'Only keys of this account')
    .option(...jsonOption)
    .action(({ account, json = false }: { account?: string; json?: boolean }) =>
      context.withDatabase(async (pool) => {
        if (account !== undefined) await requireAccount(pool, account);
        const keys = await listKeys({ pool }, account);
        if (json) context.print(formatJsonList(keys));
        else if (keys.length > 0) context.print(formatTable(keyColumns, keys));
        else context.note('No keys yet. Create one with `orgdex key create --account <name> --scope <scope>`.');
      }),
    );
}

function revokeCommand(context: Context): Command {
  return new Command('revoke')
    .description('Revoke a key. All processes reject it within a second')
    .argument('<id>', 'Key id, as listed by `orgdex key list`')
    .action(async (id: string) => {
      const { account } = await withAuditActor(context, (deps) => revokeKey(deps, id));
      context.note(`Revoked key ${id} of account "${account}".`);
    });
}

function rotateCommand(context: Context): Command {
  return new Command('rotate')
    .description(
      'Replace a key with a new one that has the same permissions. The new key is printed once, alone on standard output',
    )
    .argument('<id>', 'Key id, as listed by `orgdex key list`')
    .option('--overlap <hours>', 'Hours for which the old key stays valid; 0 revokes it at once', parseHours, 24)
    .action(async (id: string, { overlap }: { overlap: number }) => {
      const { key, details } = await withAuditActor(context, (deps) => rotateKey(deps, { id, overlapHours: overlap }));
      context.print(key);
      const old = overlap === 0 ? 'is revoked' : `stays valid for at most ${overlap} hours`;
      context.note(
        `Created key ${details.id} for account "${details.account}". Store it now: it is not shown again. The old key ${id} ${old}.`,
      );
    });
}

export const keyCommand = (context: Context): Command =>
  new Command('key')
    .description('Manage API keys')
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(setCommand(context))
    .addCommand(revokeCommand(context))
    .addCommand(rotateCommand(context));

interface ChangeOptions {
  scope?: Scope[];
  country?: string[];
  address?: string[];
  expires?: string;
  label?: string;
  recordPeople?: boolean;
}

const toChange = ({ scope, country, address, expires, label, recordPeople }: ChangeOptions): KeyChange => ({
  ...presentOptions({ scopes: scope, countries: country, addresses: address, expires_at: expires, label }),
  ...(recordPeople !== undefined && { records_people: recordPeople }),
});

async function set(context: Context, id: string, options: ChangeOptions): Promise<void> {
  const terms = toChange(options);
  if (Object.keys(terms).length === 0) {
    throw new OperatorError(
      'Nothing to change. Add --scope, --country, --address, --expires, --label or --record-people.',
    );
  }
  const key = await withAuditActor(context, (deps) => changeKey(deps, { id, terms }));
  context.print(formatTable(keyColumns, [key]));
  context.note(`Updated key ${id} of account "${key.account}". All processes apply the change within a second.`);
}

export function setCommand(context: Context): Command {
  return new Command('set')
    .description(
      'Update a key. Options that you leave out stay as they are; a repeatable option replaces the whole list',
    )
    .argument('<id>', 'Key id, as listed by `orgdex key list`')
    .option('--scope <scope>', `What the key may do (repeatable): ${scopes.join(', ')}`, addChoice(scopes, 'scopes'))
    .option(
      '--country <code>',
      'Country that the key may query (repeatable), or none to allow all countries of the plan',
      addChoice([...supportedCountries, none], 'countries'),
    )
    .option('--address <ip>', 'IP address or network that may use the key (repeatable), or none to allow any', addText)
    .option(
      '--expires <when>',
      'Last day on which the key is valid (UTC), such as 2027-01-31, its lifetime from now (12h, 30d, 8w), or none for no expiry',
      (text) => (text === none ? none : parseExpiry(text)),
    )
    .option('--label <text>', 'Label for the key, or none to remove it')
    .option(
      '--record-people',
      `Record for ${receivedPeopleDays} days which people responses contain, and the header X-Purpose`,
    )
    .option('--no-record-people', 'Stop recording it')
    .action((id: string, options: ChangeOptions) => set(context, id, options));
}
