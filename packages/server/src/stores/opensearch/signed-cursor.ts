import { createHmac, timingSafeEqual } from 'node:crypto';
import { Failure } from '../../core/errors/failure.ts';

const macBytes = 16;

function sign(key: Buffer, request: unknown, place: string): Buffer {
  return createHmac('sha256', key)
    .update(JSON.stringify([request, place]))
    .digest()
    .subarray(0, macBytes);
}

/** Where the next page begins, as a text that is valid for this request only. */
export function toSignedCursor(key: Buffer, request: unknown, position: unknown): string {
  const place = JSON.stringify(position);
  return Buffer.concat([sign(key, request, place), Buffer.from(place)]).toString('base64url');
}

/** The position in a cursor. Fails unless it was issued for the same request. */
export function parseSignedCursor(key: Buffer, request: unknown, cursor: string): unknown {
  const bytes = Buffer.from(cursor, 'base64url');
  const place = bytes.subarray(macBytes).toString('utf8');
  // Node reads past characters that are not base64url: the same bytes must give the same text.
  const isWhole = bytes.length > macBytes && bytes.toString('base64url') === cursor;
  if (isWhole && timingSafeEqual(bytes.subarray(0, macBytes), sign(key, request, place))) return JSON.parse(place);
  const message =
    '`cursor` is not valid for this search. Repeat the search that returned it, or start again without it.';
  throw new Failure('invalid_cursor', { param: 'cursor', message });
}
