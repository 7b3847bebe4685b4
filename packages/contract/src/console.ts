import { type Static, Type } from 'typebox';
import { AccountName, ApiKey, Usage } from './access.ts';
import type { Endpoint } from './endpoint.ts';
import { sessionIdleHours } from './limits.ts';
import { NullableInteger, NullableString } from './nullable.ts';

const closed = { additionalProperties: false } as const;

/** Where the web console is served. */
export const consolePath = '/console/';

const SignInQuestion = Type.Object(
  { key: Type.String({ minLength: 1, description: 'An API key', examples: ['orgdex_live_…'] }) },
  { ...closed, $id: 'SignInQuestion', examples: [{ key: 'orgdex_live_…' }] },
);
export type SignInQuestion = Static<typeof SignInQuestion>;

/** Who is signed in, and what the session may do. */
export const Session = Type.Object(
  {
    key: Type.String({ description: 'Id of the key that signed in', examples: ['key_1v4NCiDq92AH'] }),
    hint: ApiKey.properties.hint,
    label: NullableString({ description: 'The name of the key, if it has one', examples: ['website'] }),
    account: AccountName,
    plan: Usage.properties.plan,
    mode: ApiKey.properties.mode,
    is_admin: Type.Boolean({ description: 'Whether the key has the scope `admin`' }),
    scopes: {
      ...Usage.properties.scopes,
      description: 'Scopes of the session: those that both the key and the plan grant; all for an `admin` key',
    },
    countries: Usage.properties.countries,
    is_metered: Type.Boolean({ description: 'Whether requests cost credits: not with an `admin` or a test key' }),
    credits_remaining: NullableInteger({
      description: 'Credits of the account left this month; `null` for no limit',
      examples: [998],
    }),
    generation: NullableInteger({
      description: 'The generation of the index that is served; `null` if no data is published',
      examples: [3],
    }),
  },
  { ...closed, $id: 'Session' },
);
export type Session = Static<typeof Session>;

/** Shared by the operations of the console. A browser calls them; they are not part of the API reference. */
const ofConsole = { tag: 'Console', url: '/console/session', headers: {} } as const;

export const SignIn = {
  ...ofConsole,
  id: 'signIn',
  actsOnce: true,
  method: 'POST',
  summary: 'Sign in to the console',
  description: `Exchanges an API key for a session, which ends after ${sessionIdleHours} hours without a request. The response sets its cookie.`,
  scope: 'none',
  body: SignInQuestion,
  response: Session,
  returns: 'The new session.',
  problems: ['invalid_field', 'invalid_body', 'body_too_large', 'unsupported_media_type', 'ledger_unavailable'],
} as const satisfies Endpoint;

export const GetSession = {
  ...ofConsole,
  id: 'getSession',
  method: 'GET',
  summary: 'Get the session',
  description: 'Returns who is signed in. Free of charge, but counts toward the rate limit.',
  scope: 'any',
  response: Session,
  returns: 'The session.',
  problems: ['ledger_unavailable'],
} as const satisfies Endpoint;

const SignedOut = Type.Object(
  { ended: Type.Boolean({ description: 'Whether there was a session to end' }) },
  { ...closed, $id: 'SignedOut' },
);

export const SignOut = {
  ...ofConsole,
  id: 'signOut',
  method: 'DELETE',
  summary: 'Sign out of the console',
  description: 'Ends the session on all servers within a second and removes its cookie.',
  scope: 'none',
  response: SignedOut,
  returns: 'The session is over.',
  problems: ['ledger_unavailable'],
} as const satisfies Endpoint;

/** The operations that only the console calls. */
export const consoleEndpoints: readonly Endpoint[] = [SignIn, GetSession, SignOut];
