import type { ProblemCode } from '@orgdex/contract';
import { messageOf } from '../../api/http/problem.ts';
import type { Failure } from '../../core/errors/failure.ts';

/** The command that lists what exists. */
const listings: Partial<Record<ProblemCode, string>> = {
  plan_not_found: 'orgdex plan list',
  account_not_found: 'orgdex account list',
  key_not_found: 'orgdex key list',
};

/** The message of a failure, for the operator. */
export function explainFailure(failure: Failure): string {
  const listing = listings[failure.code];
  return listing ? `${messageOf(failure)} See \`${listing}\`.` : messageOf(failure);
}
