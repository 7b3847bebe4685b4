import { type Command, Option } from 'commander';

const ways = ['id', 'network', 'email', 'phone'] as const;

function way(name: (typeof ways)[number], description: string): Option {
  return new Option(`--${name} <${name}>`, description).conflicts(ways.filter((other) => other !== name));
}

/** The options that identify a person. Exactly one of the first four is given. */
export const addPersonOptions = (command: Command): Command =>
  command
    .addOption(way('id', '`person_id` from an API response'))
    .addOption(way('network', 'Slug or URL of the profile on the professional network (https://www.linkedin.com/in/…)'))
    .addOption(way('email', 'Email address; only a keyed hash of it is stored'))
    .addOption(way('phone', 'Phone number; only a keyed hash of it is stored'))
    .option('--country <code>', 'Country of a phone number without a country code');
