import { settings } from '../../packages/server/src/config.ts';
import { code, page, table } from './markdown.ts';

interface Facts {
  what: string;
  form: string;
  default?: string;
  fromEngines?: string;
}

const defaultOf = (setting: Facts): string =>
  [
    setting.default === undefined ? 'none' : code(setting.default),
    ...(setting.fromEngines ? ['or where `npm run engines:up` started it'] : []),
  ].join(', ');

/** Every setting: its meaning, the form of a good value, its default. */
export const configurationPage = (): string =>
  page('Configuration', 'packages/server/src/config.ts', [
    'Settings are environment variables. A value that is not allowed stops every command with a message that names all faults at once; nothing is guessed.',
    'The environment comes first, then `engines.json` in the home folder, which `npm run engines:up` writes, then the default.',
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
