import type { Endpoint, SupportedCountry } from '@orgdex/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../core/errors/failure.ts';
import { parseSupportedCountry } from '../../knowledge/rules/places/country.ts';
import type { Caller } from '../../stores/postgres/access/caller.ts';
import { type AccessDeps, authorizeCaller } from '../access/authorized-request.ts';
import { findUrlCaller, keyText } from '../access/keys.ts';
import { admit, toIncoming } from '../http/authorize.ts';

/** What the address of a request says. */
export interface Addressed {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly caller: Caller;
  /** The country of the address; undefined: all. */
  readonly country: SupportedCountry | undefined;
}

type Params = Partial<Record<'key' | 'country' | 'kind', string>>;
export const paramsOf = (request: FastifyRequest): Params => request.params as Params;

/** Finds the caller by the key in the path or, for programs, in the header. */
export function authenticate(access: AccessDeps, request: FastifyRequest): Promise<Caller> {
  const text = paramsOf(request).key ?? keyText(request.headers.authorization);
  if (text !== undefined) return findUrlCaller(access, text);
  throw new Failure('key_missing', { message: 'No API key was sent. The address must be /reconcile/<key>.' });
}

export function parseCountry(request: FastifyRequest): SupportedCountry | undefined {
  const { country } = paramsOf(request);
  if (country === undefined) return undefined;
  const parsed = parseSupportedCountry(country);
  if (!parsed) throw new Failure('unsupported_country', { param: 'country' });
  return parsed;
}

interface Operation<T> {
  readonly endpoint: Endpoint;
  /** The items of a batch. */
  readonly items?: readonly unknown[];
  work(): Promise<T>;
}

/** Limits and meters one operation like those of the API: a credit is held before the work, and usage is recorded after it. */
export async function runOperation<T>(
  access: AccessDeps,
  { request, reply, caller, country }: Addressed,
  { endpoint, items = [], work }: Operation<T>,
): Promise<T> {
  const authorized = authorizeCaller(access, toIncoming(request, endpoint), caller);
  try {
    await admit(request, reply, authorized);
    const body = endpoint.batch ? { [endpoint.batch.field]: items } : {};
    reply.headers(await authorized.begin({ query: { country }, body }));
    const answer = await work();
    const shown = endpoint.metered?.idsOf(answer as never) ?? [];
    if (shown.length > 0 && !request.socket.destroyed) {
      await authorized.count(shown, endpoint.metered?.creditsOf?.(answer as never) ?? 1);
    }
    return answer;
  } finally {
    authorized.end();
  }
}
