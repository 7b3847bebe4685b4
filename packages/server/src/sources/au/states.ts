/** The states and territories of Australia by their codes. */
const names = {
  ACT: 'Australian Capital Territory',
  NSW: 'New South Wales',
  NT: 'Northern Territory',
  QLD: 'Queensland',
  SA: 'South Australia',
  TAS: 'Tasmania',
  VIC: 'Victoria',
  WA: 'Western Australia',
} as const;
export type AuState = keyof typeof names;

export const auStates = Object.keys(names) as readonly AuState[];

const byName = new Map(auStates.flatMap((code) => [[code, code] as const, [names[code].toUpperCase(), code] as const]));

/** @example parseAuState('Victoria') // 'VIC' */
export const parseAuState = (text: string): AuState | undefined =>
  byName.get(text.trim().replace(/\.$/, '').toUpperCase());
