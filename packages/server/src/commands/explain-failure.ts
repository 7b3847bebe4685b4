import type { ProblemCode } from '@orgdex/contract';
import type { Failure } from '../failure.ts';
import { toProblem } from '../http/problem.ts';

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;

type Words = (because: string, param: string) => string;

/** Problems whose reason is enough: their title would only repeat it. */
const words: Partial<Record<ProblemCode, Words>> = {
  invalid_field: (because, param) => `${param}: ${because.replace(/\.$/, '')}.`,
  plan_not_found: (because) => `${sentence(because)} Run \`orgdex plan list\`.`,
  account_not_found: (because) => `${sentence(because)} Run \`orgdex account list\`.`,
  key_not_found: (because) => `${sentence(because)} Run \`orgdex key list\`.`,
};

/** A refusal, for the operator. */
export function explainFailure(failure: Failure): string {
  const { because, param } = failure.details;
  const say = words[failure.code];
  return say && because && param ? say(because, param) : toProblem(failure, '').message;
}
