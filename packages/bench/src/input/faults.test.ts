import { expect, test } from 'vitest';
import { brokenLines, faultOf, forbiddenIn } from './faults.ts';

const problem = {
  ...{ error: 40011, code: 'bad_request', message: 'The request is malformed.', request_id: 'r' },
  docs: '/docs/problems#bad_request',
};
const headers = [
  ['content-type', 'application/json; charset=utf-8'],
  ['x-request-id', 'r'],
] as const;
const refused = (body: unknown, more: readonly (readonly [string, string])[] = []) =>
  faultOf({
    status: 400,
    headers: [...headers, ...more],
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

test('the error object and a success are no faults', () => {
  expect(refused(problem)).toBeUndefined();
  expect(faultOf({ status: 200, headers, body: '[]' })).toBeUndefined();
});

test('a 5xx, an error without the error object, a control character and an injected header are faults', () => {
  expect(faultOf({ status: 500, headers, body: '{}' })).toContain('a 500');
  expect(refused('oops')).toContain('not JSON');
  expect(refused({ ...problem, error: 1 })).toContain('number 1');
  expect(refused({ ...problem, message: 'a\nb' })).toContain('control characters');
  expect(refused(problem, [['x-injected', '1']])).toContain('x-injected');
  expect(faultOf({ status: 302, headers, body: '' })).toBe('a 302');
});

test('a forbidden part of a query is found at any depth', () => {
  const query = { bool: { filter: [{ term: { name: 'script' } }, { query_string: { query: '*' } }] } };
  expect(forbiddenIn([{ index: 'a' }, { query }])).toEqual(['query_string']);
});

test('a forged line of a log is found', () => {
  expect(brokenLines('{"msg":"a"}\n{"msg":"b"}\n')).toEqual([]);
  expect(brokenLines('{"msg":"a"}\nforged\n{"msg":"\u009b"}\n')).toEqual(['forged', '{"msg":"\u009b"}']);
});
