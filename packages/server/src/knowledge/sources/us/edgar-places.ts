import type { SupportedCountry } from '@orgdex/contract';
import { parseRegion } from '../../rules/places/region.ts';

interface Place {
  country: SupportedCountry;
  /** ISO 3166-2, if the code contains it. */
  state?: string;
}

/** EDGAR's own codes for supported countries; all other countries are spelled out next to their code. */
const countries: Readonly<Record<string, SupportedCountry>> = {
  C3: 'AU',
  Q2: 'NZ',
  U0: 'SG',
  N8: 'MY',
  K8: 'ID',
  R6: 'PH',
  K3: 'HK',
  M0: 'JP',
  Q1: 'VN',
  M5: 'KR',
  W1: 'TH',
  X1: 'US',
  Z4: 'CA',
};

/** The provinces of Canada have codes like the states. */
const provinces: Readonly<Record<string, string>> = {
  A0: 'CA-AB',
  A1: 'CA-BC',
  A2: 'CA-MB',
  A3: 'CA-NB',
  A4: 'CA-NL',
  A5: 'CA-NS',
  A6: 'CA-ON',
  A7: 'CA-PE',
  A8: 'CA-QC',
  A9: 'CA-SK',
  B0: 'CA-YT',
};

/**
 * The place of a two-character code; undefined if its country is not supported.
 *
 * @example placeOfCode('CA') // { country: 'US', state: 'US-CA' }
 */
export function placeOfCode(code: string): Place | undefined {
  if (Object.hasOwn(provinces, code)) return { country: 'CA', state: provinces[code] as string };
  if (Object.hasOwn(countries, code)) return { country: countries[code] as SupportedCountry };
  const state = /^[A-Z]{2}$/.test(code) ? parseRegion('US', code) : undefined;
  return state ? { country: 'US', state } : undefined;
}
