import type { ProblemCode } from '@orgdex/contract';
import type { Failure } from '../../errors/failure.ts';
import { messageOf } from '../../http/problem.ts';

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
