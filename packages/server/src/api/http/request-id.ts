import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { mayContainKey } from '../access/key-form.ts';

/** The id used for metering and logs, whatever the caller sent. */
export const newRequestId = (): string => randomUUID();

const sane = /^[\x21-\x7e]{1,128}$/;

/** The caller's own request id, if it can be echoed safely. */
export function callerRequestIdOf(headers: IncomingHttpHeaders): string | undefined {
  const sent = headers['x-request-id'];
  return typeof sent === 'string' && sane.test(sent) && !mayContainKey(sent) ? sent : undefined;
}

/** The request id of the response: the caller's own, or else ours. */
export const shownRequestId = (request: { id: string; headers: IncomingHttpHeaders }): string =>
  callerRequestIdOf(request.headers) ?? request.id;
