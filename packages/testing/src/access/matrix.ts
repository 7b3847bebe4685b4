import {
  apiScopes,
  type Endpoint,
  type KeyMode,
  type PlanScope,
  type ProblemCode,
  type Scope,
  supportedCountries,
} from '@orgdex/contract';

/** The states of a key, and whether it is still valid. */
const lives = {
  none: false,
  malformed: false,
  'one letter wrong': false,
  unknown: false,
  expired: false,
  revoked: false,
  'rotated out': false,
  suspended: false,
  'rotated, still overlapping': true,
  valid: true,
} as const;
export type KeyState = keyof typeof lives;

/** States without a known key. */
export const unknownKeyStates = ['none', 'malformed', 'one letter wrong', 'unknown'] as const satisfies KeyState[];
export const ended = ['expired', 'revoked', 'rotated out', 'suspended'] as const satisfies KeyState[];

type Countries = ('AU' | 'NZ')[] | null;
export interface PlanFacts {
  readonly scopes: PlanScope[];
  readonly countries: Countries;
}

/** One key, and what it is allowed to do. */
export interface Holder {
  readonly state: KeyState;
  readonly mode: KeyMode;
  readonly scopes: Scope[];
  readonly countries: Countries;
  /** Bound to the addresses called `inside`. */
  readonly isBound: boolean;
  readonly plan: PlanFacts;
}

export interface Asking {
  readonly endpoint: Endpoint;
  readonly method: string;
  /** Undefined: not given, so the default applies. */
  readonly country: 'NZ' | undefined;
  readonly from: 'inside' | 'outside';
}

const all: PlanScope[] = [...apiScopes];
export const openPlan: PlanFacts = { scopes: all, countries: null };
const countries: Countries[] = [null, ['AU'], ['NZ']];
export const plans: PlanFacts[] = [all, ['company:read'] as PlanScope[], ['people:search'] as PlanScope[]].flatMap(
  (scopes) => countries.map((some) => ({ scopes, countries: some })),
);

/** None, each of two, and all; a test key with `admin` cannot be issued. */
const subsets: Scope[][] = [[], ['company:read'], ['people:search'], all];
const grants: Pick<Holder, 'mode' | 'scopes'>[] = [
  ...subsets.map((scopes) => ({ mode: 'test' as const, scopes })),
  ...subsets.flatMap((scopes) =>
    [scopes, [...scopes, 'admin' as const]].map((all) => ({ mode: 'live' as const, scopes: all })),
  ),
];

export const holdersOf = (state: KeyState, plan: PlanFacts): Holder[] =>
  grants.flatMap((grant) =>
    countries.flatMap((some) => [false, true].map((isBound) => ({ state, ...grant, countries: some, isBound, plan }))),
  );

/** An unknown key: it is assumed to have all permissions. */
export const stranger = (state: KeyState): Holder => ({
  state,
  mode: 'live',
  scopes: [...all, 'admin'],
  countries: null,
  isBound: false,
  plan: openPlan,
});

/**
 * HEAD is a separate route of the server. It is handled in the same way, so keys without addresses are enough to test
 * it.
 */
const methodsOf = ({ method }: Endpoint, isBound: boolean) =>
  method === 'GET' && !isBound ? ['GET', 'HEAD'] : [method];

/** Neither the plan nor the countries of a key decide about the operations of the operator: a few show that. */
const dependsOnKeyOnly = ({ scope, url }: Endpoint) =>
  scope === 'admin' && !/^\/admin\/(?:plans|accounts|keys|usage|audit$)/.test(url);

/** All requests to send with this key. With the open plan and all countries, they include every route of the contract. */
export function askingsOf(endpoints: readonly Endpoint[], { isBound, plan, countries: own }: Holder): Asking[] {
  const places = isBound ? (['inside', 'outside'] as const) : (['outside'] as const);
  const isOpen = plan === openPlan && own === null;
  return endpoints
    .filter((endpoint) => isOpen || !dependsOnKeyOnly(endpoint))
    .flatMap((endpoint) =>
      methodsOf(endpoint, isBound).flatMap((method) =>
        (endpoint.country ? [undefined, 'NZ' as const] : [undefined]).flatMap((country) =>
          places.map((from) => ({ endpoint, method, country, from })),
        ),
      ),
    );
}

const allows = (list: readonly string[] | null, one: string) => list === null || list.includes(one);

function mayDo({ scopes, plan }: Holder, scope: Endpoint['scope']): boolean {
  if (scope === 'any' || scope === 'none') return true;
  return allows(scopes, scope) && (scope === 'admin' || allows(plan.scopes, scope));
}

/** In the order in which a request is checked: docs/decisions/14-access.md, written down a second time on purpose. */
const refusals: [ProblemCode, (holder: Holder, asking: Asking) => boolean][] = [
  ['key_missing', ({ state }) => state === 'none'],
  ['key_unknown', ({ state }) => !lives[state]],
  ['address_not_allowed', ({ isBound }, { from }) => isBound && from === 'outside'],
  ['scope_missing', (holder, { endpoint }) => !mayDo(holder, endpoint.scope)],
  [
    'country_not_allowed',
    ({ countries: own, plan }, { endpoint, country = 'AU' }) =>
      endpoint.country !== undefined && !(allows(own, country) && allows(plan.countries, country)),
  ],
];

/** Whether key and plan have a country in common: without one, the key sees no company. */
export const seesCompanies = ({ countries: own, plan }: Holder): boolean =>
  supportedCountries.some((country) => allows(own, country) && allows(plan.countries, country));

/** The expected refusal; undefined if the request succeeds. */
export const refusalOf = (holder: Holder, asking: Asking): ProblemCode | undefined =>
  refusals.find(([, refuses]) => refuses(holder, asking))?.[0];
