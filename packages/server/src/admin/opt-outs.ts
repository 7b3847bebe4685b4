import {
  type OptOutPage,
  type OptOutResult,
  type OptOutsQuestion,
  type OptOutTerms,
  optOutFields,
} from '@orgdex/contract';
import { parseSignedCursor, toSignedCursor } from '../engine/signed-cursor.ts';
import { invalidField } from '../errors/failure.ts';
import { lockWaitMs, type Operator } from '../http/admin-endpoint.ts';
import type { Pool } from '../ledger/pool.ts';
import { listOptOuts } from '../ledger/suppression.ts';
import { type OptOut, suppress } from '../privacy/suppress.ts';
import type { Secret } from '../settings/secret.ts';
import { sizeOf } from './page-size.ts';

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
  const before = cursor === undefined ? undefined : (parseSignedCursor(cursorKey, request, cursor) as string);
  const limit = sizeOf(size);
  const found = await listOptOuts(pool, { before, limit: limit + 1 });
  const shown = found.slice(0, limit);
  return {
    opt_outs: shown,
    next_cursor: found.length > limit ? toSignedCursor(cursorKey, request, shown.at(-1)?.at) : null,
  };
}

/** The person, named in exactly one way. */
function parseOptOut({ person_id, country, ...rest }: OptOutTerms): OptOut {
  const sent = optOutFields.filter((name) => ({ person_id, ...rest })[name] !== undefined);
  const names = optOutFields.map((name) => `\`${name}\``).join(', ');
  if (sent.length === 0)
    throw invalidField('person_id', `or another way to identify the person is required: ${names}.`);
  if (sent.length > 1) throw invalidField(sent[1] as string, `must not be sent together with \`${sent[0]}\`.`);
  if (country !== undefined && rest.phone === undefined)
    throw invalidField('country', 'belongs to `phone`: leave it out.');
  return { ...rest, ...(person_id !== undefined && { id: person_id }), ...(country !== undefined && { country }) };
}

/** Records an opt-out, as the command line does. */
export async function addOptOut(deps: OptOutDeps, operator: Operator, terms: OptOutTerms): Promise<OptOutResult> {
  const { pool, secret, home } = deps;
  const { recordAudit } = operator;
  const removed = await suppress({ pool, secret, home, recordAudit, lockWaitMs }, parseOptOut(terms));
  return { people: removed.people, positions: removed.employments };
}
