import { expect, test } from 'vitest';
import { parseAuState } from './states.ts';

test('a state is known by its code and by its name', () => {
  expect(['VIC', 'Vic.', ' victoria ', 'Northern Territory', 'Auckland', ''].map(parseAuState)).toEqual([
    'VIC',
    'VIC',
    'VIC',
    'NT',
    undefined,
    undefined,
  ]);
});
