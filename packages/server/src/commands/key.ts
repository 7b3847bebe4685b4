import { type Scope, scopes } from '@orgdex/contract';
import { Command, InvalidArgumentError } from 'commander';
import { issueKey } from '../access/issue-key.ts';
import { OperatorError } from '../failure.ts';
import { type ListedKey, listKeys, revokeKey } from '../ledger/api-keys.ts';
import type { Pool } from '../ledger/pool.ts';

export interface KeyContext {
  withLedger<T>(run: (pool: Pool) => Promise<T>): Promise<T>;
  /** To standard output: what the command is for. */
  print(text: string): void;
  /** To standard error: everything else. */
  note(text: string): void;
}

function addScope(text: string, others: readonly Scope[]): Scope[] {
  const scope = scopes.find((known) => known === text);
  if (!scope) throw new InvalidArgumentError(`The scopes are ${scopes.join(', ')}.`);
  return [...new Set([...others, scope])];
}

function parseName(text: string): string {
  const name = text.trim();
  if (name === '') throw new InvalidArgumentError('A name is needed.');
  return name;
}

const lineOf = ({ id, account, hint, scopes, createdAt, revokedAt }: ListedKey): string =>
  [
    id,
    `…${hint}`,
    account,
    scopes.join(' '),
    `created ${createdAt.toISOString()}`,
    revokedAt ? `revoked ${revokedAt.toISOString()}` : 'valid',
  ].join('\t');

function createCommand({ withLedger, print, note }: KeyContext): Command {
  return new Command('create')
    .description('issue a key; it is shown once, alone on standard output')
    .requiredOption('--account <name>', 'whose key it is; the account is made if it is new', parseName)
    .requiredOption('--scope <scope>', `what it may do, repeatable: ${scopes.join(', ')}`, addScope, [] as Scope[])
    .action(async ({ account, scope }: { account: string; scope: Scope[] }) => {
      if (scope.length === 0) throw new OperatorError(`Name at least one --scope: ${scopes.join(', ')}.`);
      const { id, key } = await withLedger((pool) => issueKey(pool, { account, scopes: scope }));
      print(key);
      note(`Key ${id} of ${account} may: ${scope.join(', ')}. It is not shown again.`);
    });
}

function listCommand({ withLedger, print, note }: KeyContext): Command {
  return new Command('list').description('all keys, without the keys themselves').action(async () => {
    const keys = await withLedger(listKeys);
    if (keys.length === 0) note('There is no key yet: orgdex key create --account NAME --scope SCOPE');
    for (const key of keys) print(lineOf(key));
  });
}

function revokeCommand({ withLedger, note }: KeyContext): Command {
  return new Command('revoke')
    .description('end a key, everywhere within a second')
    .argument('<id>', 'as `key list` shows it')
    .action(async (id: string) => {
      const revoked = await withLedger((pool) => revokeKey(pool, id));
      if (!revoked) throw new OperatorError(`No valid key has the id ${id}: see orgdex key list.`);
      note(`Key ${id} is revoked.`);
    });
}

export const keyCommand = (context: KeyContext): Command =>
  new Command('key')
    .description('API keys')
    .addCommand(createCommand(context))
    .addCommand(listCommand(context))
    .addCommand(revokeCommand(context));
