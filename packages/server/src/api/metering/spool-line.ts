import type { ReceivedPeople } from '../../stores/postgres/usage/received-people.ts';
import type { CountedResponse } from '../../stores/postgres/usage/usage.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const month = /^[0-9]{4}-(?:0[1-9]|1[0-2])-01$/;
/** The last timestamp with a four-digit year. */
const latest = Date.parse('9999-12-31T23:59:59Z');
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
/** PostgreSQL accepts any text without a NUL character. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0');

/** A usage record as one line. A part of a line is never a complete line. */
export function toLine({
  requestId,
  at,
  accountId,
  keyId,
  operation,
  month,
  isLeased,
  credits,
  received,
}: CountedResponse): string {
  const fields = [requestId, at, accountId, keyId, operation, month, isLeased, credits];
  return `${JSON.stringify(received ? [...fields, [received.purpose, ...received.people]] : fields)}\n`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The purpose and the people of a response of which they are recorded. */
function parseReceived(value: unknown): ReceivedPeople | undefined {
  if (!Array.isArray(value)) return undefined;
  const [purpose, ...people] = value as unknown[];
  if ((purpose !== null && !isText(purpose)) || !people.every(isText)) return undefined;
  return { purpose, people };
}

/** Parses a line without its line break; undefined: it is incomplete. */
export function parseLine(text: string): CountedResponse | undefined {
  const fields = parseJson(text);
  // Lines of versions without batches have no number of credits.
  if (!Array.isArray(fields) || fields.length < 7 || fields.length > 9) return undefined;
  const [requestId, at, accountId, keyId, operation, first, isLeased, credits = 1, shown] = fields as unknown[];
  if (!isText(requestId) || !uuid.test(requestId) || !isText(first) || !month.test(first)) return undefined;
  if (!isCount(at) || at > latest || !isCount(accountId)) return undefined;
  if (!isText(keyId) || !isText(operation) || typeof isLeased !== 'boolean') return undefined;
  if (!isCount(credits) || credits < 1) return undefined;
  const response = { requestId, at, accountId, keyId, operation, month: first, isLeased, credits };
  if (shown === undefined) return response;
  const received = parseReceived(shown);
  return received && { ...response, received };
}
