import { type KeyTerms, maxOverlapHours, type Scope, scopes, supportedCountries } from '@orgdex/contract';
import { Command, InvalidArgumentError } from 'commander';
import { listKeys, revokeKey, rotateKey } from '../access/end-key.ts';
import { issueKey } from '../access/issue-key.ts';
import { defaultPlan } from '../access/plans.ts';
import { OperatorError } from '../failure.ts';
import { checkThere, isThere } from './account-there.ts';
import { acting } from './acting.ts';
import type { Context } from './context.ts';
import { keyColumns } from './key-columns.ts';
import { addChoice, addText } from './parse-choice.ts';
import { parseExpiry } from './parse-expiry.ts';
import { setCommand } from './set-key.ts';
import { formatTable } from './table.ts';

function parseName(text: string): string {
  const name = text.trim();
  if (name === '') throw new InvalidArgumentError('A name is needed.');
  return name;
}

function parseHours(text: string): number {
  if (/^[0-9]{1,4}$/.test(text) && Number(text) <= maxOverlapHours) return Number(text);
  throw new InvalidArgumentError(`Hours from 0 to ${maxOverlapHours} are needed.`);
}

interface Options {
  account: string;
  scope: Scope[];
  test?: boolean;
  country?: string[];
  address?: string[];
  expires?: string;
  label?: string;
}

const toTerms = ({ account, scope, test, country, address, expires, label }: Options): KeyTerms => ({
  ...{ account, scopes: scope, mode: test ? 'test' : 'live' },
  ...{ countries: country ?? null, addresses: address ?? null, expires_at: expires ?? null, label: label ?? null },
});

async function create(context: Context, options: Options): Promise<void> {
  const { account, scope } = options;
  if (scope.length === 0) throw new OperatorError(`Name at least one --scope: ${scopes.join(', ')}.`);
  const { issued, isKnown } = await acting(context, async (deps) => ({
    isKnown: await isThere(deps.pool, account),
    issued: await issueKey(deps, { terms: toTerms(options), makeAccount: true }),
  }));
  context.print(issued.key);
  if (!isKnown) context.note(`${account} is a new account on the plan ${defaultPlan}.`);
  context.note(`Key ${issued.details.id} of ${account} may: ${scope.join(', ')}. It is not shown again.`);
}

function createCommand(context: Context): Command {
  return new Command('create')
    .description('issue a key; it is shown once, alone on standard output')
    .requiredOption('--account <name>', 'whose key it is; the account is made if it is new', parseName)
    .requiredOption(
      '--scope <scope>',
      `what it may do, repeatable: ${scopes.join(', ')}`,
      addChoice(scopes, 'scopes'),
      [] as Scope[],
    )
    .option('--test', 'a test key: asks an invented world and costs nothing')
    .option(
      '--country <code>',
      'a country that it may ask about, repeatable',
      addChoice(supportedCountries, 'countries'),
    )
    .option('--address <ip>', 'an IP address or network that it may be used from, repeatable', addText)
    .option('--expires <when>', 'its last day (UTC), or how long it lives: 12h, 30d, 8w', (text) => parseExpiry(text))
    .option('--label <text>', 'a word to recognise it by')
    .action((options: Options) => create(context, options));
}

function listCommand(context: Context): Command {
  return new Command('list')
    .description('keys, without the keys themselves, times in UTC')
    .option('--account <name>', 'only those of this account')
    .action(({ account }: { account?: string }) =>
      context.withLedger(async (pool) => {
        if (account !== undefined) await checkThere(pool, account);
        const keys = await listKeys({ pool }, account);
        if (keys.length > 0) context.print(formatTable(keyColumns, keys));
        else context.note('There is no key yet: orgdex key create --account NAME --scope SCOPE');
      }),
    );
}

function revokeCommand(context: Context): Command {
  return new Command('revoke')
    .description('end a key, everywhere within a second')
    .argument('<id>', 'as `key list` shows it')
    .action(async (id: string) => {
      const { account } = await acting(context, (deps) => revokeKey(deps, id));
      context.note(`Key ${id} of ${account} is revoked.`);
    });
}

function rotateCommand(context: Context): Command {
  return new Command('rotate')
    .description('replace a key by a new one that may do the same; the new one is shown once, alone on standard output')
    .argument('<id>', 'as `key list` shows it')
    .option('--overlap <hours>', 'how long the old key lives on; 0 ends it at once', parseHours, 24)
    .action(async (id: string, { overlap }: { overlap: number }) => {
      const { key, details } = await acting(context, (deps) => rotateKey(deps, { id, overlapHours: overlap }));
      context.print(key);
      const end = overlap === 0 ? 'has ended' : `ends in ${overlap} hours at the latest: give out the new one before`;
      context.note(`Key ${details.id} of ${details.account} replaces ${id}, which ${end}. It is not shown again.`);
    });
}

export const keyCommand = (context: Context): Command =>
  new Command('key')
    .description('API keys')
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(setCommand(context))
    .addCommand(revokeCommand(context))
    .addCommand(rotateCommand(context));
