import { expect, test } from 'vitest';
import { parseTraceParent, toTraceParent } from './request-spans.ts';

const trace = '0af7651916cd43dd8448eb211c80319c';
const span = 'b7ad6b7169203331';

test('a valid header is read, and written again the same', () => {
  const header = `00-${trace}-${span}-01`;
  expect(parseTraceParent(header)).toEqual({ traceId: trace, spanId: span, traceFlags: 1 });
  expect(toTraceParent({ traceId: trace, spanId: span, traceFlags: 1 })).toBe(header);
});

test('a later version may have more parts', () => {
  expect(parseTraceParent(`01-${trace}-${span}-00-more`)).toEqual({ traceId: trace, spanId: span, traceFlags: 0 });
});

test.for([
  ['none', undefined],
  ['empty', ''],
  ['sent twice', `00-${trace}-${span}-01, 00-${trace}-${span}-01`],
  ['an id of zeros', `00-${'0'.repeat(32)}-${span}-01`],
  ['a span of zeros', `00-${trace}-${'0'.repeat(16)}-01`],
  ['version ff', `ff-${trace}-${span}-01`],
  ['version 00 with more parts', `00-${trace}-${span}-01-more`],
  ['uppercase', `00-${trace.toUpperCase()}-${span}-01`],
])('an invalid header is ignored: %s', ([, header]) => {
  expect(parseTraceParent(header)).toBeUndefined();
});
