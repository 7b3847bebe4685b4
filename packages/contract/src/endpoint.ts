import type { TObject, TSchema } from 'typebox';
import type { ProblemCode } from './problem.ts';
import type { Scope } from './vocabulary.ts';

/** One operation, whole: everything else about it is derived from this object. */
export interface Endpoint {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** What stands in braces is a field of `params`. */
  readonly url: string;
  readonly summary: string;
  readonly description: string;
  /** What a key must be allowed to do; `any`: every valid key will do. */
  readonly scope: Scope | 'any';
  readonly params?: TObject;
  readonly query?: TObject;
  readonly body?: TObject;
  readonly response: TSchema;
  /** Headers of the 200 answer beside those of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  /** Answers without a body, such as 304. */
  readonly bodiless?: Readonly<Record<number, string>>;
  /** Present: a 200 that returns data costs one credit. */
  readonly metered?: Metered;
  /** The field that names the country a key must be allowed to ask about. */
  readonly country?: { readonly part: 'query' | 'body'; readonly field: string };
  readonly problems: readonly ProblemCode[];
}

/** What an answer that costs a credit shows: daily caps count the distinct ones. */
export interface Metered {
  readonly shows: 'companies' | 'people';
  /** Their ids; none: the answer holds no data and is free. */
  idsOf(body: never): readonly string[];
}
