import { expect, test } from 'vitest';
import { parseRegion } from '../../rules/places/region.ts';
import { auStates, parseAuState, toRegion } from './entity-types.ts';

test('a state is found by its code and by its name', () => {
  expect(['VIC', 'Vic.', ' victoria ', 'Northern Territory', 'Auckland', ''].map(parseAuState)).toEqual([
    'VIC',
    'VIC',
    'VIC',
    'NT',
    undefined,
    undefined,
  ]);
});

test('every state is a region of ISO 3166-2', () => {
  expect(auStates.map((state) => parseRegion('AU', state))).toEqual(auStates.map(toRegion));
});
