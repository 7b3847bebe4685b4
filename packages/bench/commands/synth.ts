// Writes synthetic files in the exact format of a source: npm run synth -- <source> --rows N --out FILE

import { syntheticRegisters } from '../../testing/src/synthetic/registers/index.ts';
import { writeTruth } from '../../testing/src/synthetic/truth/truth.ts';
import { writeRegister } from '../../testing/src/synthetic/write.ts';
import { readArguments, UsageError } from '../src/arguments.ts';

const usage = `npm run synth -- SOURCE --rows N --out FILE   sources: ${Object.keys(syntheticRegisters).join(', ')}
npm run synth -- truth --rows COMPANIES --out FOLDER   files of five sources, and truth.csv with the true company of each record
  --seed N           the same seed gives the same files, which fit together (1)
  --next             the file of the following week, in which 0.5 % of the rows changed`;

const options = {
  rows: { type: 'string', default: '0' },
  out: { type: 'string', default: '' },
  seed: { type: 'string', default: '1' },
  next: { type: 'boolean', default: false },
} as const;

try {
  const { values, words } = readArguments(process.argv.slice(2), options, [
    'truth',
    ...Object.keys(syntheticRegisters),
  ]);
  const [source] = words;
  const { out, next } = values;
  const [rows, seed] = [Number(values.rows), Number(values.seed)];
  if (!source || rows === 0 || out === '') throw new UsageError(usage);
  if (source === 'truth') await writeTruth({ seed, companies: rows }, out);
  else await writeRegister({ source, rows, seed, next }, out);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
