import type { BenchRequest } from '../speed/requests.ts';

/** A server and the API keys for it. */
export interface Endpoint {
  readonly base: string;
  readonly keys: readonly string[];
}

/** A received response. */
export interface ReceivedResponse {
  readonly json: unknown;
  readonly headers: Headers;
  readonly bytes: number;
}

/** Sends one request. @throws if the response is not a success */
export async function sendRequest(
  { base, keys }: Endpoint,
  { method, path, body }: BenchRequest,
): Promise<ReceivedResponse> {
  const headers = {
    ...(keys[0] ? { authorization: `Bearer ${keys[0]}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const response = await fetch(base + path, { method, headers, ...(body ? { body } : {}) });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${base}${path} returned ${response.status}: ${text}`);
  return { json: JSON.parse(text), headers: response.headers, bytes: Buffer.byteLength(text) };
}
