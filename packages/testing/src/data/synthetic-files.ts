import { syntheticRegisters } from '../synthetic/registers/index.ts';
import { partsOf } from '../synthetic/write.ts';
import type { GoodFile } from './hostile-files.ts';
import { company } from './records.ts';

/** All readers, by the names of their commands. */
export const readers = [
  'au-abr',
  'au-asic-companies',
  'au-asic-business-names',
  'au-acnc',
  'records',
  'companies',
  'people',
] as const;
export type Reader = (typeof readers)[number];

/** So many that a few bad rows among them stay below the limit of one in a hundred. */
const count = 600;
const rowsOf = (row: (n: number) => string) => Array.from({ length: count }, (_, n) => `${row(n)}\n`).join('');

const ownFiles: Partial<Record<Reader, GoodFile>> = {
  records: { head: '', rows: rowsOf((n) => JSON.stringify(company(`k${n}`))), tail: '' },
  companies: {
    head: 'Name,Website,Country,City\n',
    rows: rowsOf((n) => `Café ${n} Pty Ltd,cafe-${n}.example.com,AU,Perth`),
    tail: '',
  },
  people: {
    head: 'First name,Last name,Job title,Company,Website,Country,Email\n',
    rows: rowsOf(
      (n) => `Zoë${n},Quill,Head of Sales,Café ${n} Pty Ltd,cafe-${n}.example.com,AU,z${n}@cafe-${n}.example.com`,
    ),
    tail: '',
  },
};

/** A small plain-text file that a reader accepts without rejected rows. */
export function inventFile(reader: Reader): GoodFile {
  const file = ownFiles[reader];
  if (file) return file;
  const register = syntheticRegisters[reader];
  const order = { seed: 1, rows: count, broken: 0, next: false, changed: 0 };
  const [part] = register ? partsOf({ order, register, tally: new Map() }) : [];
  if (!register || !part) throw new Error(`there is no synthetic file for ${reader}`);
  const texts = [...part.texts];
  return { head: texts[0] ?? '', rows: texts.slice(1, -1).join(''), tail: texts.at(-1) ?? '' };
}
