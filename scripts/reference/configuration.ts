import { settings } from '../../packages/server/src/core/settings/config.ts';
import { code, page, table } from './markdown.ts';

interface Facts {
  what: string;
  form: string;
  default?: string;
  fromStores?: string;
  isSecret?: true;
}

const defaultOf = (setting: Facts): string =>
  [
    setting.default ? code(setting.default) : 'none',
    ...(setting.fromStores ? ['or the address from `npm run stores:up`'] : []),
  ].join(', ');

const secrets = (): string =>
  Object.entries<Facts>(settings)
    .filter(([, { isSecret }]) => isSecret)
    .map(([name]) => code(`${name}_FILE`))
    .join(', ');

/** Every setting: its meaning, its valid values, its default. */
export const configurationPage = (): string =>
  page('Configuration', 'packages/server/src/core/settings/config.ts', [
    'Settings are environment variables. If a value is invalid, every command stops and lists all invalid settings.',
    'The environment takes precedence over `stores.json` in `ORGDEX_HOME`, which `npm run stores:up` writes; that file takes precedence over the default.',
    `A file can hold a value with a password: ${secrets()} name such files.`,
    table(
      ['Setting', 'Meaning', 'Value', 'Default'],
      Object.entries<Facts>(settings).map(([name, setting]) => [
        code(name),
        setting.what,
        setting.form,
        defaultOf(setting),
      ]),
    ),
  ]);
