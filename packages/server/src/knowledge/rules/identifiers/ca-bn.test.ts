import { expect, test } from 'vitest';
import { parseCaBn } from './ca-bn.ts';

test('a business number is nine digits with a matching check digit, with or without a program account', () => {
  for (const text of ['100094283', ' 10009 4283 ', '100094283RC0001', '100094283 rt 0002']) {
    expect(parseCaBn(text)).toBe('100094283');
  }
  for (const text of ['', '100094284', '10009428', '1000942830', '100094283XX0001', '000000000']) {
    expect(parseCaBn(text)).toBeUndefined();
  }
});
