import fc from 'fast-check';
import { expect, test } from 'vitest';
import { includesAddress, parseAddress } from './ip-addresses.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  [' 10.0.0.0/8 ', '10.0.0.0/8'],
  ['2001:DB8:0:0::1', '2001:db8::1'],
  ['2001:db8::/32', '2001:db8::/32'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['::/0', '::/0'],
])('%s is read as %s', (text, address) => {
  expect(parseAddress(text)).toBe(address);
});

test.each([
  '',
  'nonsense',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.07',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/08',
  '10.0.0.0/8/8',
  '::1/129',
  'fe80::1%eth0',
  '::ffff:10.0.0.0/8',
  '10.0.0.0/-1',
  '203.0.113.7:80',
])('"%s" is neither an address nor a network', (text) => {
  expect(parseAddress(text)).toBeUndefined();
});

const allowed = ['203.0.113.7', '10.0.0.0/8', '2001:db8::/32', '192.168.4.0/22'].map((text) =>
  String(parseAddress(text)),
);

test.each(['203.0.113.7', '::ffff:203.0.113.7', '10.255.0.1', '::ffff:a01:203', '2001:db8:ffff::1', '192.168.7.255'])(
  '%s is contained',
  (ip) => {
    expect(includesAddress(allowed, ip)).toBe(true);
  },
);

test.each([
  '203.0.113.8',
  '11.0.0.1',
  '::ffff:203.0.113.8',
  '2001:db9::1',
  '192.168.8.0',
  'nonsense',
  '',
  // These only look like an allowed IPv4 address, in a notation that IPv6 deprecated.
  '::203.0.113.7',
])('%s is not contained', (ip) => {
  expect(includesAddress(allowed, ip)).toBe(false);
});

const toNumber = (ip: string) => ip.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

test('a network contains the addresses that arithmetic says, in any notation', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 0, max: 32 }), (network, ip, bits) => {
      const size = 2 ** (32 - bits);
      const isInside = Math.floor(toNumber(network) / size) === Math.floor(toNumber(ip) / size);
      const addresses = [String(parseAddress(`${network}/${bits}`))];
      expect([includesAddress(addresses, ip), includesAddress(addresses, `::ffff:${ip}`)]).toEqual([
        isInside,
        isInside,
      ]);
    }),
    { numRuns: 2000 },
  );
});
