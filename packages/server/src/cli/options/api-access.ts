import { readFileSync } from 'node:fs';
import { InvalidArgumentError, Option } from 'commander';
import { OperatorError } from '../../core/errors/failure.ts';
import type { Context } from '../context.ts';

function parseUrl(text: string): string {
  const { protocol } = URL.parse(text) ?? {};
  if (protocol === 'http:' || protocol === 'https:') return text;
  throw new InvalidArgumentError('It must be a URL that starts with http:// or https://.');
}

function readKeyFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new OperatorError(`Cannot read the key file ${file}: ${(error as Error).message}.`);
  }
}

/** The key in the file, or else in the settings. */
export function readKey(context: Context, file: string | undefined): string {
  const key = (file === undefined ? context.config().ORGDEX_API_KEY : readKeyFile(file)).trim();
  if (!/^[\x21-\x7e]+$/.test(key)) {
    const problem = key === '' ? 'No API key.' : 'The API key contains spaces or line breaks.';
    throw new OperatorError(
      `${problem} Set ORGDEX_API_KEY, or name a file that contains only the key with --key-file.`,
    );
  }
  return key;
}

export const urlOption = (): Option =>
  new Option('--url <address>', 'Address of the service').default('http://127.0.0.1:8080').argParser(parseUrl);

export const keyFileOption = (): Option =>
  new Option('--key-file <file>', 'File that contains the API key. Default: the setting ORGDEX_API_KEY');
