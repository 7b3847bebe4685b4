import {
  countFingerprints,
  readFingerprintRules,
  readFingerprints,
  replaceFingerprints,
  saveFingerprintRules,
  updateFingerprints,
} from '../../../stores/postgres/imports/row-fingerprints.ts';
import type { Run } from '../../../stores/postgres/imports/runs.ts';
import type { RunContext } from '../run-context.ts';
import { KnownRows } from './known-rows.ts';
import { readingRulesOf } from './reading.ts';

/** Whether a run began to read its input by other rules than those of this program. */
export const beganByOtherRules = ({ position, state }: Run, reader: RunContext['reader']): boolean =>
  state === 'staging' && position.fingerprints !== undefined && position.fingerprints.rules !== readingRulesOf(reader);

/**
 * The fingerprints of the rows that the database already has; undefined: every row must be read. Only registers have them: rows
 * of other inputs can cause warnings and describe people, which every import must see again.
 */
export async function openKnownRows({ client, run, reader, source }: RunContext): Promise<KnownRows | undefined> {
  if (reader.kind !== 'source') return undefined;
  const rules = readingRulesOf(reader);
  const complete = (await readFingerprintRules(client, source.id)) === rules;
  const isFirstStep = run.position.fingerprints === undefined;
  if (isFirstStep) run.position.fingerprints = { rules, complete, ...(complete && run.whole ? { known: 0 } : {}) };
  if (run.position.fingerprints?.known === undefined) return undefined;
  const rows = KnownRows.withRoomFor(await countFingerprints(client, source.id));
  await readFingerprints(client, source.id, (fingerprint) => rows.add(fingerprint));
  return rows;
}

/** From the first change until the end of the run, the fingerprints do not describe the records. */
export const suspendFingerprints = ({ client, source }: RunContext) => saveFingerprintRules(client, source.id, null);

/** Stores the fingerprints of what the run applied, in the transaction that ends it. */
export async function saveFingerprints({ client, run, source }: RunContext): Promise<void> {
  const { fingerprints, first } = run.position;
  if (!fingerprints) return;
  if (fingerprints.complete) await updateFingerprints(client, run.id, source.id);
  else if (run.whole || first) await replaceFingerprints(client, run.id, source.id);
  else return;
  await saveFingerprintRules(client, source.id, fingerprints.rules);
}
