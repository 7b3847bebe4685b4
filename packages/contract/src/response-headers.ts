import type { Endpoint } from './endpoint.ts';

/** Names of headers, and what they say. An endpoint lists those of its own responses. */
type Headers = Readonly<Record<string, string>>;

/** On every response. */
export const everyHeader = {
  'X-Request-Id': 'Id of this request. Log it, and quote it when you ask for help',
} as const satisfies Headers;

/** On every response to a known key: its limits, and what is left of them. */
export const limitHeaders = {
  'RateLimit-Policy': 'Limits of the key: `q` requests in `w` seconds',
  RateLimit: 'Requests left (`r`) in each limit, and seconds until it is fully restored (`t`)',
} as const satisfies Headers;

/** On every response of an operation that costs credits. */
export const creditHeaders = {
  'X-Credits-Remaining': 'Credits left this month. Absent if the plan has no monthly limit',
} as const satisfies Headers;

/** On every 429 and 503. */
export const retryHeaders = { 'Retry-After': 'Seconds to wait before the next attempt' } as const satisfies Headers;

/** The headers of a 200 response. */
export const headersOf = ({ headers, metered }: Endpoint): Headers => ({
  ...everyHeader,
  ...limitHeaders,
  ...(metered ? creditHeaders : {}),
  ...headers,
});
