import { type KeyChange, type Scope, scopes, supportedCountries } from '@orgdex/contract';
import { Command } from 'commander';
import { changeKey } from '../access/change-key.ts';
import { OperatorError } from '../failure.ts';
import { acting } from './acting.ts';
import type { Context } from './context.ts';
import { keyColumns } from './key-columns.ts';
import { none, saidOf } from './none.ts';
import { addChoice, addText } from './parse-choice.ts';
import { parseExpiry } from './parse-expiry.ts';
import { formatTable } from './table.ts';

interface Options {
  scope?: Scope[];
  country?: string[];
  address?: string[];
  expires?: string;
  label?: string;
}

const toChange = ({ scope, country, address, expires, label }: Options): KeyChange =>
  saidOf({ scopes: scope, countries: country, addresses: address, expires_at: expires, label });

async function set(context: Context, id: string, options: Options): Promise<void> {
  const terms = toChange(options);
  if (Object.keys(terms).length === 0) {
    throw new OperatorError('Say what is to change: --scope, --country, --address, --expires or --label.');
  }
  const key = await acting(context, (deps) => changeKey(deps, { id, terms }));
  context.print(formatTable(keyColumns, [key]));
  context.note(`Key ${id} of ${key.account} is as shown; running processes follow within a second.`);
}

export function setCommand(context: Context): Command {
  return new Command('set')
    .description('change what a key may do; what is not said stays as it is, a list that is said replaces the old one')
    .argument('<id>', 'as `key list` shows it')
    .option('--scope <scope>', `what it may do, repeatable: ${scopes.join(', ')}`, addChoice(scopes, 'scopes'))
    .option(
      '--country <code>',
      'a country that it may ask about, repeatable; none: all of its plan',
      addChoice([...supportedCountries, none], 'countries'),
    )
    .option('--address <ip>', 'an IP address or network that it may be used from, repeatable; none: anywhere', addText)
    .option(
      '--expires <when>',
      'its last day (UTC), or how long it lives from now: 12h, 30d, 8w; none: no end',
      (text) => (text === none ? none : parseExpiry(text)),
    )
    .option('--label <text>', 'a word to recognise it by; none: no label')
    .action((id: string, options: Options) => set(context, id, options));
}
