import { type Problem, type ProblemCode, problems } from '@orgdex/contract';
import type { RawResponse } from './connection.ts';
import { injectedHeader } from './naughty-values.ts';

function problemFault({ status, headers, body }: RawResponse): string | undefined {
  const type = headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  if (!type.startsWith('application/json')) return `a ${status} of type ${type}`;
  const { error, code, message, request_id, docs } = JSON.parse(body) as Partial<Problem>;
  const known = problems[code as ProblemCode];
  if (known?.status !== status || known.number !== error)
    return `a ${status} with the code ${code} and number ${error}`;
  if (typeof message !== 'string' || /\p{Cc}/u.test(message)) return `a ${status} whose message has control characters`;
  if (request_id !== headers.find(([name]) => name === 'x-request-id')?.[1])
    return `a ${status} with another request id`;
  return docs === `/docs/problems#${code}` ? undefined : `a ${status} without a link`;
}

/** What is wrong with a response, whatever was sent; undefined: nothing. */
export function faultOf(response: RawResponse): string | undefined {
  const { status, headers, body } = response;
  if (status >= 500) return `a ${status}: ${body.slice(0, 200)}`;
  if (headers.some(([name]) => name === injectedHeader)) return `the header ${injectedHeader} in a ${status}`;
  try {
    if (status >= 400) return problemFault(response);
    if (status === 200) JSON.parse(body);
  } catch {
    return `a ${status} that is not JSON`;
  }
  return status === 200 || status === 304 ? undefined : `a ${status}`;
}

/** What must not be in a query: it would make a text of a caller a program, or a pattern that can take any time. */
const forbidden = new Set([
  ...['query_string', 'simple_query_string', 'regexp', 'wildcard', 'script', 'script_score', 'script_fields'],
  ...['scripted_metric', 'bucket_script', 'runtime_mappings', 'template', 'search_template', 'painless'],
]);

/** The forbidden parts of a query, at any depth. */
export function forbiddenIn(query: unknown): string[] {
  if (Array.isArray(query)) return query.flatMap(forbiddenIn);
  if (typeof query !== 'object' || query === null) return [];
  return Object.entries(query).flatMap(([name, value]) => [
    ...(forbidden.has(name) ? [name] : []),
    ...forbiddenIn(value),
  ]);
}

/** The lines of a log that are not one JSON object without control characters each. */
export const brokenLines = (log: string): string[] =>
  log.split('\n').filter((line) => {
    if (line === '') return false;
    try {
      JSON.parse(line);
      return /[\p{Cc}]/u.test(line);
    } catch {
      return true;
    }
  });
