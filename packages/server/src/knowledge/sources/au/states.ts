import { parseRegion } from '../../rules/places/region.ts';

/** The states and territories of Australia, as addresses write them. */
export const auStates = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const;
export type AuState = (typeof auStates)[number];

/** `VIC` in the form that `states` of a record uses. */
export const toRegion = (state: AuState): string => `AU-${state}`;

/** @example parseAuState('Victoria') // 'VIC' */
export const parseAuState = (text: string): AuState | undefined => {
  const region = parseRegion('AU', text);
  return auStates.find((state) => toRegion(state) === region);
};
