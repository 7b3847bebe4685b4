import type { Secret } from '../../../core/settings/secret.ts';
import type { Format } from '../../../knowledge/sources/formats/format.ts';
import { findSource } from '../../../knowledge/sources/index.ts';
import { checkName } from '../stage/to-row.ts';
import { ndjson } from './ndjson.ts';
import { type Reader, type ReaderName, rowsOf } from './reader.ts';
import { openTableReader } from './table-reader.ts';

const openFormat = (format: Format<unknown>, convert: Pick<Reader, 'skips' | 'toOutcome'>): Reader => ({
  parts: format.parts,
  maxParts: format.maxParts,
  rowsOf: (part) => rowsOf(format.open(), part.bytes),
  ...convert,
});

export function openReader(name: ReaderName, secret: Secret): Reader {
  if (name.kind === 'records') return openFormat(ndjson, { toOutcome: checkName });
  if (name.kind === 'own') return openTableReader(name, secret);
  const source = findSource(name.id);
  if (!source) throw new Error(`Unknown source: ${name.id}.`);
  const switchedOn = new Set(name.switchedOn);
  return openFormat(source.format, {
    skips: (row) => source.skips?.(row, switchedOn),
    toOutcome: (row) => source.toRecord(row, switchedOn),
  });
}
