import { expect, test } from 'vitest';
import { namesNoCompany } from './name-key.ts';

test.each(['Self-Employed', 'self employed', 'FREELANCE', '(unknown)', '---', 'Retired.'])(
  '%s is no company',
  (name) => {
    expect(namesNoCompany(name)).toBe(true);
  },
);

test.each(['Kestrel Vane', 'Freelance Digital Pty Ltd', 'The Student Hotel', 'HP', '白鷺精機'])(
  '%s may be one',
  (name) => {
    expect(namesNoCompany(name)).toBe(false);
  },
);
