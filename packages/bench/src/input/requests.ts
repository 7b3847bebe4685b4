import type { Case, Place } from './places.ts';

/** The bytes of a request, and whether its connection can be used again. */
export interface NaughtyRequest {
  readonly bytes: Buffer;
  readonly isLast: boolean;
}

/** In a URL, a half surrogate can only be sent as the bytes that it would have. */
const encode = (text: string): string => {
  const bytes = text.isWellFormed() ? Buffer.from(text) : Buffer.from(halfSurrogates(text), 'latin1');
  return [...bytes]
    .map((byte) => (/[\w~-]/.test(String.fromCharCode(byte)) ? String.fromCharCode(byte) : toPercent(byte)))
    .join('');
};
const toPercent = (byte: number): string => `%${byte.toString(16).padStart(2, '0')}`;
const halfSurrogates = (text: string): string =>
  [...text]
    .map((letter) => {
      const code = letter.codePointAt(0) as number;
      if (code < 0xd800 || code > 0xdfff) return Buffer.from(letter).toString('latin1');
      return String.fromCharCode(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    })
    .join('');

const mark = 'naughty-value-here';

/** A copy of the value with the mark at this path; what is on the way there and missing is created. */
function withMark(value: unknown, [next, ...rest]: readonly (string | number)[]): unknown {
  if (next === undefined) return mark;
  if (typeof next === 'number') {
    const [first, ...others] = Array.isArray(value) ? (value as unknown[]) : [];
    return [withMark(first, rest), ...others];
  }
  const fields = typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as object) : {};
  return { ...fields, [next]: withMark((fields as Record<string, unknown>)[next], rest) };
}

function bodyOf({ operation: { body }, place, value: { text, json } }: Case): string | undefined {
  const raw = json ?? JSON.stringify(text);
  if (body === undefined) return undefined;
  if (place.in === 'whole body') return json ?? text;
  if (place.in === 'body') return JSON.stringify(withMark(body, place.path)).replace(`"${mark}"`, () => raw);
  if (place.in === 'body name' && text !== undefined) return JSON.stringify({ ...body, [text]: 1 });
  return JSON.stringify(body);
}

function urlOf({ operation: { path, params, query }, place, value: { text, url } }: Case): string {
  const sent = url ?? encode(text ?? '');
  const isHere = (where: Place['in'], name: string) => place.in === where && 'name' in place && place.name === name;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    isHere('path', name) ? sent : encode(params[name] ?? ''),
  );
  const pairs = Object.entries(query)
    .filter(([name]) => !isHere('query', name))
    .map(([name, one]) => `${name}=${encode(one)}`);
  if (place.in === 'query') pairs.push(`${place.name}=${sent}`);
  if (place.in === 'query name') pairs.push(`${sent}=1`);
  return pairs.length > 0 ? `${filled}?${pairs.join('&')}` : filled;
}

export const describeCase = ({ operation, place, value }: Case): string => {
  const where = 'path' in place ? place.path.join('.') : 'name' in place ? place.name : '';
  return `${operation.id}, ${place.in} ${where}: ${JSON.stringify(value).slice(0, 120)}`;
};

/** A value of a header is sent as it is: in it, a line break begins another header or request. */
export function requestOf(sent: Case, { key, host }: { key: string; host: string }): NaughtyRequest {
  const { operation, place, value } = sent;
  const body = bodyOf(sent);
  const isHeader = place.in === 'header';
  const headers: Record<string, string> = {
    host,
    authorization: `Bearer ${key}`,
    ...(body === undefined
      ? {}
      : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
    ...(isHeader ? { connection: 'close', [place.name]: value.text ?? '' } : {}),
  };
  const lines = Object.entries(headers).map(([name, one]) => `${name}: ${one}\r\n`);
  const head = `${operation.method} ${urlOf(sent)} HTTP/1.1\r\n${lines.join('')}\r\n`;
  return { bytes: Buffer.from(head + (body ?? '')), isLast: isHeader };
}
