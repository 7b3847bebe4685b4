import { makeTrialSecret } from '../../../server/src/core/settings/secret.ts';
import { partsOf } from '../../../server/src/pipeline/imports/input/files.ts';
import { openReader } from '../../../server/src/pipeline/imports/input/open-reader.ts';

/** Program: parses the file of a source, discards the records, and prints the seconds. */
const [id = '', file = ''] = process.argv.slice(2);
const reader = openReader({ kind: 'source', id, switchedOn: [] }, makeTrialSecret());
const began = performance.now();
for await (const part of partsOf([file], reader, [])) {
  for await (const rows of reader.rowsOf(part)) for (const { row } of rows) reader.toOutcome(row);
}
process.stdout.write(String((performance.now() - began) / 1000));
