import { describe, expect, test } from 'vitest';
import { parseCompanySlug, parseCompanyUrl, parsePersonSlug } from './network.ts';

test.each([
  ['Kestrel-Vane', 'kestrel-vane'],
  ['1035', '1035'],
  ['m%C3%BCnchner', 'münchner'],
  ['mu\u0308nchner', 'münchner'],
  ['h&m', 'h&m'],
  ["mcdonald's-corporation", "mcdonald's-corporation"],
  ['青空電機', '青空電機'],
])('%s is the slug %s', (text, slug) => {
  expect(parseCompanySlug(text)).toBe(slug);
});

test.each(['', ' ', 'a b', 'a/b', 'a%2Fb', 'a%20b', '%', 'a%2525', '-', 'a?b', 'x'.repeat(101)])(
  '%j is no slug',
  (text) => {
    expect(parseCompanySlug(text)).toBeUndefined();
  },
);

describe('the URL of a company page', () => {
  test.each([
    'https://au.linkedin.com/company/kestrel-vane/?trk=x',
    'linkedin.com/company/Kestrel-Vane',
    'http://www.linkedin.com/company/kestrel-vane/about/',
    'https://linkedin.com/school/kestrel-vane#top',
    'LinkedIn.com/showcase/KESTREL-VANE/',
  ])('%s', (text) => {
    expect(parseCompanyUrl(text)).toBe('kestrel-vane');
  });

  test.each([
    'kestrel-vane',
    'https://linkedin.com/in/kestrel-vane',
    'https://linkedin.com/company/',
    'https://notlinkedin.com/company/x',
    'https://linkedin.com.evil.com/company/x',
    'https://linkedin.com@evil.com/company/x',
    'ftp://linkedin.com/company/x',
    'http://',
  ])('%s is not one', (text) => {
    expect(parseCompanyUrl(text)).toBeUndefined();
  });
});

test.each(['K-Ceo', 'https://vn.linkedin.com/in/k-ceo/', 'linkedin.com/in/K-CEO?x=1'])(
  '%s is the person k-ceo',
  (text) => {
    expect(parsePersonSlug(text)).toBe('k-ceo');
  },
);

test.each(['https://linkedin.com/company/k-ceo', 'https://example.com/in/k-ceo', ''])('%j is not a person', (text) => {
  expect(parsePersonSlug(text)).toBeUndefined();
});
