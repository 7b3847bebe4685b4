import type {
  LiftResult,
  OptOut,
  OptOutItem,
  OptOutListResult,
  OptOutPage,
  OptOutResult,
  OptOutsQuestion,
  OptOutTerms,
} from '@orgdex/contract';
import { Failure, invalidField } from '../../core/errors/failure.ts';
import type { Secret } from '../../core/settings/secret.ts';
import { liftOptOut } from '../../pipeline/privacy/lift.ts';
import type { Receipt } from '../../pipeline/privacy/record.ts';
import { type OptOutOutcome, suppress, suppressMany } from '../../pipeline/privacy/suppress.ts';
import { parseSignedCursor, toSignedCursor } from '../../stores/opensearch/signed-cursor.ts';
import { listOptOuts, type OptOutPlace, readOptOuts } from '../../stores/postgres/opt-outs.ts';
import type { Pool } from '../../stores/postgres/pool.ts';
import { lockWaitMs, type Operator, sizeOf } from '../http/admin-endpoint.ts';
import type { CheckedItem } from '../http/serve-endpoint.ts';

export interface OptOutDeps {
  readonly pool: Pool;
  readonly secret: Secret;
  /** The folder with the suppression list. */
  readonly home: string;
  readonly cursorKey: Buffer;
}

const request = ['opt-outs'];

/** One page of opt-outs, newest first. */
export async function listOptOutPage(
  { pool, cursorKey }: OptOutDeps,
  { size, cursor }: OptOutsQuestion,
): Promise<OptOutPage> {
  const before = cursor === undefined ? undefined : (parseSignedCursor(cursorKey, request, cursor) as OptOutPlace);
  const limit = sizeOf(size);
  const found = await listOptOuts(pool, { before, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    opt_outs: shown.map(toOptOut),
    next_cursor: last && found.length > limit ? toSignedCursor(cursorKey, request, { at: last.at, id: last.id }) : null,
  };
}

const toOptOut = (receipt: Receipt): OptOut => receipt as OptOut;

/** The receipt of one opt-out. */
export async function getOptOut({ pool }: OptOutDeps, id: string): Promise<OptOut> {
  const receipt = (await readOptOuts(pool, [id])).get(id);
  if (!receipt) throw new Failure('opt_out_not_found', { param: 'id' });
  return toOptOut(receipt);
}

export function checkCountry({ country, phone }: OptOutTerms): void {
  if (country !== undefined && phone === undefined) throw invalidField('country', 'belongs to `phone`: leave it out.');
}

/** Acts on people as this operator does. */
export const recordingAs = ({ pool, secret, home }: OptOutDeps, { recordAudit }: Operator) => ({
  pool,
  secret,
  home,
  recordAudit,
  lockWaitMs,
});

/** Records an opt-out, as the command line does. */
export async function addOptOut(deps: OptOutDeps, operator: Operator, terms: OptOutTerms): Promise<OptOutResult> {
  checkCountry(terms);
  const receipt = toOptOut(await suppress(recordingAs(deps, operator), terms));
  return { people: receipt.people, positions: receipt.positions, receipt };
}

type ItemResult = OptOutListResult['results'][number];
type ItemProblem = NonNullable<ItemResult['problem']>;

const invalidItem = (ref: string | null, problem: ItemProblem): ItemResult => ({
  ref,
  status: 'invalid',
  receipt: null,
  problem,
});

const problemOf = ({ code, details }: Failure): ItemProblem => ({
  code,
  message: details.message ?? code,
  param: details.param ?? null,
});

function itemResult(ref: string | null, outcome: OptOutOutcome): ItemResult {
  if ('problem' in outcome) {
    const { problem: code, message, param = null } = outcome.problem;
    return invalidItem(ref, { code, message, param });
  }
  const receipt = toOptOut(outcome.receipt);
  const status = receipt.lifted_at !== null ? 'lifted' : outcome.isRepeated ? 'repeated' : 'recorded';
  return { ref, status, receipt, problem: null };
}

/** An item whose fields are valid one by one, or its result. */
function checkItem(checked: CheckedItem): OptOutItem | ItemResult {
  if ('failure' in checked) return invalidItem(checked.ref, problemOf(checked.failure));
  const item = checked.item as OptOutItem;
  try {
    checkCountry(item);
    return item;
  } catch (error) {
    if (error instanceof Failure) return invalidItem(item.ref ?? null, problemOf(error));
    throw error;
  }
}

/** Records a list of opt-outs in one transaction. An invalid item does not affect the others. */
export async function addOptOuts(
  deps: OptOutDeps,
  operator: Operator,
  { list, items }: { list: string; items: readonly CheckedItem[] },
): Promise<OptOutListResult> {
  const checked = items.map(checkItem);
  const valid = checked.filter((item): item is OptOutItem => !('status' in item));
  const outcomes = await suppressMany(recordingAs(deps, operator), valid, list);
  const resultOf = new Map(
    valid.map((item, at) => [item, itemResult(item.ref ?? null, outcomes[at] as OptOutOutcome)]),
  );
  const results = checked.map((item) => ('status' in item ? item : (resultOf.get(item) as ItemResult)));
  const count = (status: ItemResult['status']) => results.filter((result) => result.status === status).length;
  return { results, recorded: count('recorded'), invalid: count('invalid') };
}

/** Takes a mistaken opt-out back. */
export async function lift(
  deps: OptOutDeps,
  operator: Operator,
  mistake: { id: string; reason: string },
): Promise<LiftResult> {
  const { receipt, kept } = await liftOptOut(recordingAs(deps, operator), mistake);
  return { receipt: toOptOut(receipt), kept };
}
