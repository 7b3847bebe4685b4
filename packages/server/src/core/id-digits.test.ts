import { createHash, createSecretKey } from 'node:crypto';
import { expect, test } from 'vitest';
import { idSample } from './id-digits.ts';
import { deriveId } from './settings/secret.ts';

test('a share of all ids is below the bound', () => {
  const key = createSecretKey(createHash('sha256').update('test').digest());
  const ids = Array.from({ length: 20_000 }, (_, nth) => deriveId('p', key, { source: 'crm', key: String(nth) }));
  for (const share of [1, 0.5, 0.05]) {
    const { below, share: exact } = idSample('p', share);
    expect(exact).toBeCloseTo(share, 5);
    const found = ids.filter((id) => id < below).length / ids.length;
    expect(Math.abs(found - exact)).toBeLessThan(0.02);
  }
});

test('a sample is never empty', () => {
  expect(idSample('p', 0)).toEqual({ below: 'p00001', share: 1 / 32 ** 5 });
});
