import type { Static, TObject, TSchema } from 'typebox';
import type { ProblemCode } from './problem.ts';
import type { Scope } from './vocabulary.ts';

/** Everything about one operation: routes, validation, access rules and OpenAPI are derived from this object. */
export interface Endpoint {
  /** The OpenAPI operationId. */
  readonly id: string;
  /** The group of the API reference that lists the operation. */
  readonly tag: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Names in braces are fields of `params`. */
  readonly url: string;
  readonly summary: string;
  readonly description: string;
  /** The scope that a key needs; `any` accepts every valid key, and `none` needs no key. */
  readonly scope: Scope | 'any' | 'none';
  readonly params?: TObject;
  readonly query?: TObject;
  /** The optional query parameters that the example of the reference sends. */
  readonly shown?: readonly string[];
  readonly body?: TObject;
  /** How large the body may be; absent: 64 KiB. */
  readonly maxBodyBytes?: number;
  readonly response: TSchema;
  /** One sentence about the 200 response. */
  readonly returns: string;
  /** Headers of the 200 response, in addition to those of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Responses without a body, such as 304. */
  readonly bodiless?: Readonly<Record<number, string>>;
  /** If present, a 200 that returns data costs one credit. */
  readonly metered?: Metered;
  /** For an operation on many items at once. */
  readonly batch?: Batch;
  /** The field with the requested country, which the key must be allowed to use. */
  readonly country?: { readonly part: 'query' | 'body'; readonly field: string };
  /** A second request acts a second time, so a client does not repeat it when the first response is lost. */
  readonly actsOnce?: true;
  readonly problems: readonly ProblemCode[];
}

/** What a metered response returns: daily caps count the distinct companies or people. */
export interface Metered {
  readonly shows: 'companies' | 'people';
  /** Their ids. A response without any is free. */
  idsOf(body: never): readonly string[];
  /** How many credits the response costs; without it, one. */
  creditsOf?(body: never): number;
}

/** The items of a request: a credit is reserved for each, and the unused ones are returned. */
export interface Batch {
  /** The array in the body. */
  readonly field: string;
  /** The number of items that count as one request toward the rate limit. */
  readonly itemsPerRequest: number;
}

/** What a caller sends: each part as far as the operation has it. */
export type InputOf<E extends Endpoint> = (E extends { readonly params: infer S extends TSchema }
  ? { readonly params: Static<S> }
  : unknown) &
  (E extends { readonly query: infer S extends TSchema } ? { readonly query?: Static<S> } : unknown) &
  (E extends { readonly body: infer S extends TSchema } ? { readonly body: Static<S> } : unknown);

/** What a successful response contains. */
export type OutputOf<E extends Endpoint> = Static<E['response']>;
