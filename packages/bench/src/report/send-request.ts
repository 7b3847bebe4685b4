import type { Ask } from '../speed/requests.ts';

/** Where somebody answers, and with which keys. */
export interface Address {
  readonly base: string;
  readonly keys: readonly string[];
}

/** An answer as it came. */
export interface Received {
  readonly json: unknown;
  readonly headers: Headers;
  readonly bytes: number;
}

/** Asks once; what is not a success fails. */
export async function put({ base, keys }: Address, { method, path, body }: Ask): Promise<Received> {
  const headers = {
    ...(keys[0] ? { authorization: `Bearer ${keys[0]}` } : {}),
    ...(body ? { 'content-type': 'application/json' } : {}),
  };
  const answer = await fetch(base + path, { method, headers, ...(body ? { body } : {}) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${base}${path} was answered with ${answer.status}: ${text}`);
  return { json: JSON.parse(text), headers: answer.headers, bytes: Buffer.byteLength(text) };
}
