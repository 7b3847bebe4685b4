import { expect, test } from 'vitest';
import { compoundKey } from './record-values.ts';

test('a short key consists of its parts', () => {
  expect(compoundKey('900000005', 'A/B PTY LTD')).toBe('900000005/A/B PTY LTD');
  expect(compoundKey('x'.repeat(200))).toBe('x'.repeat(200));
});

test('a longer key has 200 characters, is stable, and differs if the parts differ', () => {
  const [one, other] = ['a', 'b'].map((end) => compoundKey('900000005', `${'x'.repeat(300)}${end}`));
  expect([one?.length, other?.length]).toEqual([200, 200]);
  expect(one).not.toBe(other);
  expect(compoundKey('900000005', `${'x'.repeat(300)}a`)).toBe(one);
});

test('is never cut inside a character', () => {
  for (const shift of ['', 'x']) expect(compoundKey(shift, '𝒳'.repeat(200)).isWellFormed()).toBe(true);
});
