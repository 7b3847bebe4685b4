import type { Endpoint, KeyMode } from '@orgdex/contract';
import { Failure } from '../failure.ts';
import type { Decision, Window } from '../limiter/gcra.ts';
import type { Limiter } from '../limiter/limiter.ts';
import type { Meter, Reservation } from '../metering/meter.ts';
import { countryOrDefault } from '../rules/country.ts';
import type { Admission } from './admission.ts';
import type { Caller } from './caller.ts';
import { type CheckKeyDeps, checkAddress, checkCountry, checkScope, findCaller } from './keys.ts';
import { limitHeaders } from './limit-headers.ts';

export interface AccessDeps extends CheckKeyDeps {
  readonly limiter: Pick<Limiter, 'take' | 'see'>;
  readonly meter: Pick<Meter, 'reserve' | 'checkKnownExhausted' | 'remaining' | 'noteUse'>;
  /** Apart, so that whoever tries things out never stands in a customer's way. */
  readonly admission: Readonly<Record<KeyMode, Admission>>;
}

const dayMs = 86_400_000;

/** The limits of a key: every one of them has to admit a request. */
function windowsOf({ agreed: { rate, burst, requestsPerDay } }: Caller): Window[] {
  const second: Window = { name: 'second', quota: rate, windowMs: 1000, burst };
  if (requestsPerDay === null) return [second];
  return [second, { name: 'day', quota: requestsPerDay, windowMs: dayMs, burst: requestsPerDay }];
}

const capsOf = ({ agreed }: Caller) => ({ companies: agreed.companiesPerDay, people: agreed.peoplePerDay });

const kinds = { companies: 'lookup', people: 'search' } as const;

const waitSeconds = (ms: number): number => Math.max(1, Math.ceil(ms / 1000));

export interface Asked {
  readonly authorization: string | undefined;
  readonly endpoint: Endpoint;
  readonly address: string;
  readonly requestId: string;
}

type Parts = Partial<Record<'query' | 'body', unknown>>;

/** One request of a known caller: what it is held to, and how it is counted. */
export interface Visit {
  readonly caller: Caller;
  /** Asks the limits; gives the headers that tell them on every answer from here on. */
  limit(): Promise<Record<string, string>>;
  /** Before the body is read: address, scope, rate and a quota that is known to be used up. */
  authorise(): void;
  /** With the fields checked: country, then a credit, then a place among those at work. */
  begin(parts: Parts): Promise<void>;
  /** Counts an answer that is about to leave, and shows these. */
  count(ids: readonly string[]): Promise<void>;
  /** What is left of the quota, as far as this process knows; undefined: there is none. */
  readonly remaining: number | undefined;
  /** Gives back what was held for this request and not used. */
  end(): void;
}

class KeyedVisit implements Visit {
  readonly caller: Caller;
  readonly #deps: AccessDeps;
  readonly #asked: Asked;
  #decision: Decision | undefined;
  #reservation: Reservation | undefined;
  #leave: (() => void) | undefined;

  constructor(deps: AccessDeps, asked: Asked, caller: Caller) {
    this.#deps = deps;
    this.#asked = asked;
    this.caller = caller;
  }

  async limit(): Promise<Record<string, string>> {
    const windows = windowsOf(this.caller);
    this.#decision = await this.#deps.limiter.take(this.caller.key, windows);
    return limitHeaders(windows, this.#decision);
  }

  authorise(): void {
    checkAddress(this.caller, this.#asked.address);
    checkScope(this.caller, this.#asked.endpoint.scope);
    if (this.#decision?.allowed === false) {
      const retryAfter = waitSeconds(this.#decision.retryAfterMs);
      throw new Failure('rate_limited', { retryAfter, because: `ask again in ${retryAfter} s` });
    }
    if (this.#isMetered) this.#deps.meter.checkKnownExhausted(this.caller);
  }

  async begin(parts: Parts): Promise<void> {
    const { endpoint } = this.#asked;
    if (endpoint.country) this.#checkCountry(endpoint.country, parts);
    if (this.#isMetered) this.#reservation = await this.#deps.meter.reserve(this.caller);
    const kind = endpoint.metered ? kinds[endpoint.metered.shows] : 'other';
    this.#leave = await this.#deps.admission[this.caller.mode].enter({ kind, key: this.caller.key });
  }

  async count(ids: readonly string[]): Promise<void> {
    const { endpoint, requestId } = this.#asked;
    if (!endpoint.metered) return;
    await this.#checkCap(endpoint.metered.shows, ids);
    this.#reservation?.spend({ requestId, operation: endpoint.id });
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
    return this.#asked.endpoint.metered !== undefined && this.caller.mode === 'live';
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
    const because = `at most ${perDay} distinct ${what} a day (UTC)`;
    throw new Failure('daily_cap_reached', { retryAfter: waitSeconds(retryAfterMs), because });
  }
}

/** Finds out whose key it is; fails without a valid one. */
export async function openVisit(deps: AccessDeps, asked: Asked): Promise<Visit> {
  const caller = await findCaller(deps, asked.authorization);
  deps.meter.noteUse(caller.key);
  return new KeyedVisit(deps, asked, caller);
}
