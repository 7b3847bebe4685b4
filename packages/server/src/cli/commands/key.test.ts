import { scopes } from '@orgdex/contract';
import { expect, test } from 'vitest';
import { keyCommand } from './key.ts';

function run(...args: string[]) {
  const message: string[] = [];
  const command = keyCommand({
    config: () => {
      throw new Error('must not be called');
    },
    withDatabase: () => Promise.reject(new Error('must not be called')),
    print: () => {},
    note: () => {},
  });
  for (const one of [command, ...command.commands]) {
    one
      .exitOverride()
      .configureOutput({ writeErr: (text) => message.push(text), writeOut: (text) => message.push(text) });
  }
  return command.parseAsync(args, { from: 'user' }).then(
    () => message.join(''),
    (error: Error) => `${message.join('')}${error.message}`,
  );
}

test('an unknown scope is rejected with the list of scopes', async () => {
  const message = await run('create', '--account', 'acme', '--scope', 'everything');
  for (const scope of scopes) expect(message).toContain(scope);
});

test('an account and a scope are required', async () => {
  expect(await run('create', '--scope', 'company:read')).toContain('--account');
  expect(await run('create', '--account', 'acme')).toContain('scope');
});

test.each([
  ['--country', 'XX', 'AU'],
  ['--expires', 'soon', '30d'],
  ['--expires', '2027-02-30', '30d'],
])('%s %s is rejected with the valid values', async (option, value, hint) => {
  expect(await run('create', '--account', 'acme', '--scope', 'company:read', option, value)).toContain(hint);
});

test.each([
  ['--scope', 'none', 'people:search'],
  ['--country', 'XX', 'none'],
  ['--expires', 'never', '30d'],
])('set %s %s is rejected with the valid values', async (option, value, hint) => {
  expect(await run('set', 'key_1', option, value)).toContain(hint);
});

test('an overlap is a number of hours up to a week', async () => {
  expect(await run('rotate', 'key_1', '--overlap', '169')).toContain('168');
});
