import { scopes } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { keyCommand } from './key.ts';

function run(...args: string[]) {
  const said: string[] = [];
  const command = keyCommand({
    withLedger: () => Promise.reject(new Error('the ledger is not asked')),
    print: () => {},
    note: () => {},
  });
  for (const one of [command, ...command.commands]) {
    one.exitOverride().configureOutput({ writeErr: (text) => said.push(text), writeOut: (text) => said.push(text) });
  }
  return command.parseAsync(args, { from: 'user' }).then(
    () => said.join(''),
    (error: Error) => `${said.join('')}${error.message}`,
  );
}

test('an unknown scope is refused with the list of scopes', async () => {
  const said = await run('create', '--account', 'acme', '--scope', 'everything');
  for (const scope of scopes) expect(said).toContain(scope);
});

test('an account and a scope are needed', async () => {
  expect(await run('create', '--scope', 'company:read')).toContain('--account');
  expect(await run('create', '--account', 'acme')).toContain('scope');
});
