import type { TObject, TSchema } from 'typebox';
import type { ProblemCode } from './problem.ts';
import type { Scope } from './vocabulary.ts';

/** One operation, whole: everything else about it is derived from this object. */
export interface Endpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly summary: string;
  readonly description: string;
  readonly scope: Scope;
  readonly query?: TObject;
  readonly body?: TObject;
  readonly response: TSchema;
  /** Headers of the 200 answer beside those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Answers without a body, such as 304. */
  readonly bodiless?: Readonly<Record<number, string>>;
  readonly problems: readonly ProblemCode[];
}
