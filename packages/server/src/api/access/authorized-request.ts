import type { Batch, Endpoint, limitHeaders as headersOfContract, KeyMode } from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import { countryOrDefault } from '../../knowledge/rules/places/country.ts';
import type { Caller } from '../../stores/postgres/access/caller.ts';
import type { Decision, Window } from '../../stores/redis/gcra.ts';
import type { Limiter } from '../../stores/redis/limiter.ts';
import type { Reservation } from '../metering/meter.ts';
import type { Meter } from '../metering/meter-deps.ts';
import type { Admission } from './admission.ts';
import type { BrowserRequest } from './browser-request.ts';
import { type CheckKeyDeps, checkAddress, checkCountry, checkScope, findCaller, findSessionCaller } from './keys.ts';
import type { PeopleSearch } from './people-audit.ts';
import type { SessionCache } from './session-cache.ts';

export interface AccessDeps extends CheckKeyDeps {
  readonly limiter: Pick<Limiter, 'take' | 'see'>;
  readonly meter: Pick<Meter, 'reserve' | 'checkKnownExhausted' | 'remaining' | 'noteUse'>;
  /** Separate for each mode, so that test traffic never delays live traffic. */
  readonly admission: Readonly<Record<KeyMode, Admission>>;
  /** Absent: there is no console, and cookies are ignored. */
  readonly console?: ConsoleDeps;
}

export interface ConsoleDeps {
  readonly sessions: Pick<SessionCache, 'find'>;
  /** Adds a people search of an admin to the audit log; fails if it cannot be recorded. */
  recordSearch(search: PeopleSearch): Promise<void>;
}

const dayMs = 86_400_000;

/** The rate limits of a key: a request must be within all of them. */
function windowsOf({ agreed: { rate, burst, requestsPerDay } }: Caller): Window[] {
  const second: Window = { name: 'second', quota: rate, windowMs: 1000, burst };
  if (requestsPerDay === null) return [second];
  return [second, { name: 'day', quota: requestsPerDay, windowMs: dayMs, burst: requestsPerDay }];
}

const capsOf = ({ agreed }: Caller) => ({ companies: agreed.companiesPerDay, people: agreed.peoplePerDay });

const kinds = { companies: 'lookup', people: 'search' } as const;

const { format: number } = new Intl.NumberFormat('en-US');

const waitSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

export interface IncomingRequest {
  readonly authorization: string | undefined;
  readonly endpoint: Endpoint;
  readonly address: string;
  readonly requestId: string;
  /** What the caller says the data is for. */
  readonly purpose?: string | undefined;
  /** May have the cookie of a session, which counts only without an `Authorization` header. */
  readonly browser?: BrowserRequest;
}

/** The longest purpose that is stored. */
const maxPurpose = 200;

/** The header as it is stored; null: it says nothing. */
const toPurpose = (sent: string | undefined): string | null => sent?.trim().slice(0, maxPurpose) || null;

/** How many items a batch has. The contract has checked that it is an array. */
const itemsIn = (body: unknown, field: string): number =>
  ((body as Record<string, unknown[]> | undefined)?.[field] ?? []).length;

type Parts = Partial<Record<'query' | 'body', unknown>>;

/** A request of an authenticated caller: its limits and its metering. */
export interface AuthorizedRequest {
  readonly caller: Caller;
  /** Checks the rate limits; returns the headers that report them on every response. */
  limit(): Promise<Record<string, string>>;
  /** Before the body is read: checks address, scope, rate, and a quota that is known to be used up. */
  checkAccess(): void;
  /**
   * After validation: checks the country, charges a batch by its items, reserves the credits, then waits for admission.
   * Returns the headers that changed.
   */
  begin(parts: Parts): Promise<Record<string, string>>;
  /** Records the usage of a response with these ids and this cost, before it is sent. */
  count(ids: readonly string[], credits: number): Promise<void>;
  /** The remaining credits, as far as this process knows; undefined: no quota. */
  readonly remaining: number | undefined;
  /** Releases what was reserved for this request and not used. */
  end(): void;
}

class KeyedRequest implements AuthorizedRequest {
  readonly caller: Caller;
  readonly #deps: AccessDeps;
  readonly #asked: IncomingRequest;
  #decision: Decision | undefined;
  #reservation: Reservation | undefined;
  #leave: (() => void) | undefined;

  constructor(deps: AccessDeps, asked: IncomingRequest, caller: Caller) {
    this.#deps = deps;
    this.#asked = asked;
    this.caller = caller;
  }

  async limit(): Promise<Record<string, string>> {
    const windows = windowsOf(this.caller);
    this.#decision = await this.#deps.limiter.take(this.caller.key, windows);
    const headers = limitHeaders(windows, this.#decision);
    // Nothing stays in the browser after sign-out.
    return this.caller.session ? { ...headers, 'cache-control': 'no-store' } : headers;
  }

  checkAccess(): void {
    checkAddress(this.caller, this.#asked.address);
    checkScope(this.caller, this.#asked.endpoint.scope);
    if (this.#decision?.allowed === false) {
      throw this.#rateLimited(this.#decision);
    }
    if (this.#isMetered) this.#deps.meter.checkKnownExhausted(this.caller);
  }

  async begin(parts: Parts): Promise<Record<string, string>> {
    const { endpoint } = this.#asked;
    if (endpoint.country) this.#checkCountry(endpoint.country, parts);
    const items = endpoint.batch ? itemsIn(parts.body, endpoint.batch.field) : 1;
    const headers = endpoint.batch ? await this.#chargeItems(items, endpoint.batch) : {};
    if (this.#isMetered) this.#reservation = await this.#deps.meter.reserve(this.caller, items);
    if (this.#isAudited) await this.#recordSearch(parts.body);
    const kind = endpoint.metered ? kinds[endpoint.metered.shows] : 'other';
    this.#leave = await this.#deps.admission[this.caller.mode].enter({ kind, key: this.caller.key });
    return headers;
  }

  async count(ids: readonly string[], credits: number): Promise<void> {
    const { endpoint, requestId } = this.#asked;
    if (!endpoint.metered) return;
    await this.#checkCap(endpoint.metered.shows, ids);
    const isRecorded = this.caller.recordsPeople && endpoint.metered.shows === 'people';
    const received = isRecorded ? { purpose: toPurpose(this.#asked.purpose), people: ids } : undefined;
    this.#reservation?.spend({ requestId, operation: endpoint.id, credits, ...(received && { received }) });
  }

  /** The request itself was charged before its body was read; this charges the rest. */
  async #chargeItems(items: number, { itemsPerRequest }: Batch): Promise<Record<string, string>> {
    const cost = Math.ceil(items / itemsPerRequest);
    if (cost <= 1) return {};
    const windows = windowsOf(this.caller).map((window) => ({ ...window, cost: Math.min(cost, window.burst) - 1 }));
    const decision = await this.#deps.limiter.take(this.caller.key, windows);
    if (!decision.allowed) throw this.#rateLimited(decision);
    return limitHeaders(windows, decision);
  }

  get remaining(): number | undefined {
    return this.#isMetered ? this.#deps.meter.remaining(this.caller) : undefined;
  }

  end(): void {
    this.#reservation?.release();
    this.#leave?.();
    this.#leave = undefined;
  }

  get #isMetered(): boolean {
    const { mode, session } = this.caller;
    return this.#asked.endpoint.metered !== undefined && mode === 'live' && session !== 'admin';
  }

  get #isAudited(): boolean {
    return this.caller.session === 'admin' && this.#asked.endpoint.metered?.shows === 'people';
  }

  async #recordSearch(body: unknown): Promise<void> {
    const { endpoint, requestId } = this.#asked;
    const search = { key: this.caller.key, operation: endpoint.id, requestId, body: body as Record<string, unknown> };
    await this.#deps.console?.recordSearch(search);
  }

  /** The failure that names the exceeded limit. */
  #rateLimited({ retryAfterMs, windows }: Decision): Failure {
    const exceeded = windows.findLast(({ remaining }) => remaining < 1) ?? windows[0];
    const { quota, name } = windowsOf(this.caller).find((window) => window.name === exceeded?.name) as Window;
    const message = `Rate limit exceeded (${number(quota)} ${quota === 1 ? 'request' : 'requests'} per ${name}).`;
    return new Failure('rate_limited', { retryAfter: waitSeconds(retryAfterMs), message });
  }

  #checkCountry({ part, field }: NonNullable<Endpoint['country']>, parts: Parts): void {
    const asked = (parts[part] as Record<string, unknown> | undefined)?.[field];
    checkCountry(this.caller, countryOrDefault(asked).toUpperCase(), field);
  }

  async #checkCap(what: 'companies' | 'people', ids: readonly string[]): Promise<void> {
    const perDay = capsOf(this.caller)[what];
    if (perDay === null) return;
    const { allowed, retryAfterMs } = await this.#deps.limiter.see(this.caller.key, { what, perDay }, ids);
    if (allowed) return;
    const message = `Daily limit of distinct ${what} reached (${number(perDay)} per day, UTC).`;
    throw new Failure('daily_cap_reached', { retryAfter: waitSeconds(retryAfterMs), message });
  }
}

/** The request of a caller that is known. */
export function authorizeCaller(deps: AccessDeps, asked: IncomingRequest, caller: Caller): AuthorizedRequest {
  deps.meter.noteUse(caller.key);
  return new KeyedRequest(deps, asked, caller);
}

/** Authenticates the caller by the header or, if there is none, by the cookie of a session; fails if neither is valid. */
export async function authorize(deps: AccessDeps, asked: IncomingRequest): Promise<AuthorizedRequest> {
  const { authorization, browser } = asked;
  const mayHaveSession = authorization === undefined && deps.console && browser;
  const inSession = mayHaveSession ? await findSessionCaller(deps, deps.console.sessions, browser) : undefined;
  return authorizeCaller(deps, asked, inSession ?? (await findCaller(deps, authorization)));
}

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** The contract lists and describes them. */
type LimitHeaders = Record<Lowercase<keyof typeof headersOfContract>, string>;

/** The limits of a key and what is left of each, as structured fields; each window is named by its length. */
function limitHeaders(windows: readonly Window[], decision: Decision): LimitHeaders {
  return {
    'ratelimit-policy': windows
      .map(({ name, quota, windowMs }) => `"${name}";q=${quota};w=${seconds(windowMs)}`)
      .join(', '),
    ratelimit: decision.windows
      .map(({ name, remaining, resetMs }) => `"${name}";r=${remaining};t=${seconds(resetMs)}`)
      .join(', '),
  };
}
