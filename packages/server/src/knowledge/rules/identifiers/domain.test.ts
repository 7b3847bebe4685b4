import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Fqdn, isSharedHost, parentsOf, parseFqdn, parseWebsite, toUnicodeFqdn } from './domain.ts';
import { sharedHosts, soldSuffixes } from './shared-hosts.ts';

const fqdn = (text: string): Fqdn => parseFqdn(text) ?? expect.fail(`${text} is no host`);

describe('parseFqdn', () => {
  test.each([
    ['KESTRELVANE.com.au', 'kestrelvane.com.au'],
    ['www.kestrelvane.com.au', 'kestrelvane.com.au'],
    ['www.www.kestrelvane.com.au.', 'kestrelvane.com.au'],
    ['careers.kestrelvane.com.au', 'careers.kestrelvane.com.au'],
    [' kestrelvane.com.au ', 'kestrelvane.com.au'],
    ['www.com', 'www.com'],
    ['www.com.au', 'www.com.au'],
    ['Münchner-Präzision.com', 'xn--mnchner-przision-4nb63b.com'],
    ['XN--mnchner-przision-4nb63b.com', 'xn--mnchner-przision-4nb63b.com'],
    ['日本。jp', 'xn--wgv71a.jp'],
    ['ｋｅｓｔｒｅｌ.com', 'kestrel.com'],
    ['github.io', 'github.io'],
  ])('%s is %s', (text, host) => {
    expect(parseFqdn(text)).toBe(host);
  });

  // biome-ignore format: a list of texts
  test.each([
    '', ' ', '.', 'com', 'com.au', 'localhost', 'kestrel', 'kestrel.internal', '127.0.0.1', '[::1]', '::1', 'a b.com',
    'kestrel.com:80', 'kestrel.com/x', 'http://kestrel.com', 'a@kestrel.com', 'a%62.com', 'foo..com', '-foo.com', 'foo-.com',
    'foo_bar.com', 'xn--a.com', `${'a'.repeat(64)}.com`, `${'a.'.repeat(126)}com`, '*.com', 'foo?.com', '\u0000.com',
  ])('%j is rejected', (text) => {
    expect(parseFqdn(text)).toBeUndefined();
  });

  test('the canonical form and the Unicode form both parse to the canonical form', () => {
    const label = fc.stringMatching(/^[a-zà-öø-ÿ日本語ßñ][a-z0-9à-ö]{0,10}$/);
    fc.assert(
      fc.property(
        fc.array(label, { minLength: 1, maxLength: 3 }),
        fc.constantFrom('com.au', 'co.jp', 'com'),
        (labels, suffix) => {
          const host = parseFqdn([...labels, suffix].join('.'));
          fc.pre(host !== undefined);
          expect(parseFqdn(host)).toBe(host);
          expect(parseFqdn(toUnicodeFqdn(host))).toBe(host);
          expect(parseFqdn(`WWW.${host.toUpperCase()}.`)).toBe(host);
        },
      ),
    );
  });
});

describe('parseWebsite', () => {
  test.each([
    ['https://www.kestrelvane.com.au', true],
    ['kestrelvane.com.au', true],
    ['HTTP://KESTRELVANE.COM.AU/', true],
    ['//kestrelvane.com.au', true],
    ['kestrelvane.com.au:8080', true],
    ['https://kestrelvane.com.au/#team', true],
    ['https://www.kestrelvane.com.au/contact?x=1', false],
    ['kestrelvane.com.au/?x=1', false],
    ['kestrelvane.com.au/a b', false],
  ])('%s, front page: %s', (text, root) => {
    expect(parseWebsite(text)).toEqual({ host: 'kestrelvane.com.au', root });
  });

  // biome-ignore format: a list of texts
  test.each([
    '', 'http://', 'https:///', 'ftp://kestrelvane.com.au', 'mailto:a@kestrelvane.com.au', 'javascript:alert(1)', 'http://user:secret@kestrelvane.com.au',
    'http://user@', 'http://127.0.0.1/', 'http://0x7f.1/', 'http://[::1]/', 'http://localhost', 'kestrel', 'kestrel\n.com', 'n/a', 'file:///etc/passwd',
  ])('%j is rejected', (text) => {
    expect(parseWebsite(text)).toBeUndefined();
  });
});

test('parents go from the host to its registrable domain', () => {
  expect(parentsOf(fqdn('careers.eu.foo.com.au'))).toEqual(['careers.eu.foo.com.au', 'eu.foo.com.au', 'foo.com.au']);
  expect(parentsOf(fqdn('foo.com.au'))).toEqual(['foo.com.au']);
});

describe('shared hosts', () => {
  // biome-ignore format: a list of hosts
  test.each([
    'facebook.com', 'm.facebook.com', 'github.io', 'kestrel.github.io', 'kestrel.myshopify.com', 'kestrel.wixsite.com', 'kestrel.blogspot.com.au',
    'blogspot.jp', 'yahoo.co.jp', 'sites.google.com', 'blog.naver.com', 'gmail.com', 'linktr.ee', 'kestrel.netlify.app', 'uk.com', 'ameblo.jp',
  ])('%s identifies no company', (host) => {
    expect(isSharedHost(fqdn(host))).toBe(true);
  });

  test.each([
    'kestrelvane.com.au',
    'google.com',
    'notfacebook.com',
    'facebook.com.kestrel.au',
    'kestrel.uk.com',
    'kestrel.ltd.hk',
    'apple.com',
  ])('%s belongs to one owner', (host) => {
    expect(isSharedHost(fqdn(host))).toBe(false);
  });

  test('every entry of the table is a host in canonical form and listed once', () => {
    expect(new Set(sharedHosts).size).toBe(sharedHosts.length);
    for (const host of sharedHosts) expect(parseFqdn(host.replace(/\*$/, 'com'))).toBe(host.replace(/\*$/, 'com'));
  });

  test('every sold suffix is shared, and a name below it is not', () => {
    for (const suffix of soldSuffixes)
      expect([isSharedHost(fqdn(suffix)), isSharedHost(fqdn(`kestrel.${suffix}`))]).toEqual([true, false]);
  });
});
