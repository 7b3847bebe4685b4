import { partsOf } from '../../../server/src/imports/input/files.ts';
import { openReader } from '../../../server/src/imports/input/open-reader.ts';
import { makeTrialSecret } from '../../../server/src/settings/secret.ts';

/** Reads a source's file, makes its records and drops them; prints the seconds. A program of its own. */
const [id = '', file = ''] = process.argv.slice(2);
const reader = openReader({ kind: 'source', id, switchedOn: [] }, makeTrialSecret());
const began = performance.now();
for await (const part of partsOf([file], reader, [])) {
  for await (const rows of reader.rowsOf(part)) for (const { row } of rows) reader.toOutcome(row);
}
process.stdout.write(String((performance.now() - began) / 1000));
