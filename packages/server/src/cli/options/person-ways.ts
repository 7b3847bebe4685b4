import { type Command, Option } from 'commander';
import { OperatorError } from '../../core/errors/failure.ts';
import type { OptOut } from '../../pipeline/privacy/identify.ts';

const ways = {
  id: '`person_id` from an API response',
  network: 'Slug or URL of the profile on LinkedIn (https://www.linkedin.com/in/…)',
  email: 'Email address; only a keyed hash of it is stored',
  phone: 'Phone number; only a keyed hash of it is stored',
} as const;
const names = Object.keys(ways);

export interface PersonOptions extends Partial<Record<keyof typeof ways, string>> {
  country?: string;
}

/** The options that identify a person. Only one of the ways, and of `others`, can be given. */
export function addPersonOptions(command: Command, others: readonly string[] = []): Command {
  for (const [name, description] of Object.entries(ways)) {
    const rest = [...names.filter((other) => other !== name), ...others];
    command.addOption(new Option(`--${name} <${name}>`, description).conflicts(rest));
  }
  return command.option('--country <code>', 'Country of a phone number without a country code');
}

/** What the options say about the person. */
export function toOptOut({ id, network, email, phone, country }: PersonOptions): OptOut {
  if ([id, network, email, phone].every((value) => value === undefined))
    throw new OperatorError('Identify the person with --id, --network, --email or --phone.');
  const given = Object.entries({ person_id: id, network, email, phone, country });
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}
