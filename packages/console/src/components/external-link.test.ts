import { expect, test } from 'vitest';
import { safeUrl } from './external-link.tsx';

test.each([
  ['https://example.com/a', 'https://example.com/a'],
  ['http://example.com', 'http://example.com/'],
  ['example.com.au', 'https://example.com.au/'],
  ['example.com/contact', 'https://example.com/contact'],
  ['javascript:alert(1)', undefined],
  ['JaVaScRiPt:alert(1)//example.com', undefined],
  [' javascript:alert(1)', undefined],
  ['java\nscript:alert(1)', undefined],
  ['data:text/html,<script>alert(1)</script>', undefined],
  ['vbscript:x', undefined],
  ['//example.com', undefined],
  ['file:///etc/passwd', undefined],
  ['not a url', undefined],
  ['', undefined],
])('%j leads to %s', (text, address) => {
  expect(safeUrl(text)).toBe(address);
});
