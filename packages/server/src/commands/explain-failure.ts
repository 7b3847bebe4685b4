import type { ProblemCode } from '@orgdex/contract';
import type { Failure } from '../failure.ts';
import { toProblem } from '../http/problem.ts';

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, '')}.`;

type Words = (because: string, param: string) => string;

/** Where the reason says it all: the title would only repeat it to whoever typed the command. */
const words: Partial<Record<ProblemCode, Words>> = {
  invalid_field: (because, param) => `${param}: ${because.replace(/\.$/, '')}.`,
  plan_not_found: (because) => `${sentence(because)} See orgdex plan list.`,
  account_not_found: (because) => `${sentence(because)} See orgdex account list.`,
  key_not_found: (because) => `${sentence(because)} See orgdex key list.`,
};

/** A refusal, for whoever typed the command. */
export function explainFailure(failure: Failure): string {
  const { because, param } = failure.details;
  const say = words[failure.code];
  return say && because && param ? say(because, param) : toProblem(failure, '').message;
}
