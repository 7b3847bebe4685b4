import type { CompanyRecord } from '@orgdex/contract';
import { parseRegion } from '../../rules/places/region.ts';

type CompanyType = NonNullable<CompanyRecord['company_type']>;

/**
 * The register's codes, each with its company type in the contract and its meaning. A code that does not certainly belong
 * to one type is not listed.
 */
const kinds: readonly (readonly [code: string, type: CompanyType, meaning: string])[] = [
  ['PUB', 'Public Company', 'Australian public company'],
  ['PRV', 'Private Company', 'Australian private company'],
  ['IND', 'Sole Proprietorship', 'individual, sole trader'],
  ['FPT', 'Partnership', 'family partnership'],
  ['LPT', 'Partnership', 'limited partnership'],
  ['PTR', 'Partnership', 'other partnership'],
  ['COP', 'Cooperative', 'co-operative'],
  ['CMT', 'Trust', 'cash management trust'],
  ['CUT', 'Trust', 'corporate unit trust'],
  ['DIT', 'Trust', 'discretionary investment trust'],
  ['DST', 'Trust', 'discretionary services management trust'],
  ['DTT', 'Trust', 'discretionary trading trust'],
  ['FHS', 'Trust', 'first home saver accounts trust'],
  ['FUT', 'Trust', 'fixed unit trust'],
  ['FXT', 'Trust', 'fixed trust'],
  ['HYT', 'Trust', 'hybrid trust'],
  ['PQT', 'Trust', 'unlisted public unit trust'],
  ['PTT', 'Trust', 'public trading trust'],
  ['PUT', 'Trust', 'listed public unit trust'],
  ['TRT', 'Trust', 'other trust'],
  ['PST', 'Trust', 'pooled superannuation trust'],
  // A superannuation fund is a trust by law.
  ['ADF', 'Trust', 'approved deposit fund'],
  ['ARF', 'Trust', 'APRA regulated fund'],
  ['NPF', 'Trust', 'APRA regulated non-public offer fund'],
  ['NRF', 'Trust', 'non-regulated superannuation fund'],
  ['POF', 'Trust', 'APRA regulated public offer fund'],
  ['SAF', 'Trust', 'small APRA fund'],
  ['SMF', 'Trust', 'self-managed superannuation fund'],
  ['SUP', 'Trust', 'super fund'],
];

/** Commonwealth, state, local, territory: their entities have the same codes after this letter. */
const governments = ['C', 'S', 'L', 'T'];

/** A government's company or trust has the type of its legal form; its other entities are agencies. */
const governmentKinds: typeof kinds = [
  ['GA', 'Government Agency', 'statutory authority'],
  ['GE', 'Government Agency', 'government entity'],
  ['CB', 'Public Company', 'public company'],
  ['CR', 'Private Company', 'private company'],
  ['CC', 'Cooperative', 'co-operative'],
  ['CL', 'Partnership', 'limited partnership'],
  ['GP', 'Partnership', 'partnership'],
  ['CT', 'Trust', 'public trading trust'],
  ['CU', 'Trust', 'corporate unit trust'],
  ['GT', 'Trust', 'trust'],
  ['TC', 'Trust', 'cash management trust'],
  ['TD', 'Trust', 'discretionary services management trust'],
  ['TF', 'Trust', 'fixed trust'],
  ['TH', 'Trust', 'hybrid trust'],
  ['TI', 'Trust', 'discretionary investment trust'],
  ['TL', 'Trust', 'listed public unit trust'],
  ['TQ', 'Trust', 'unlisted public unit trust'],
  ['TT', 'Trust', 'discretionary trading trust'],
  ['TU', 'Trust', 'fixed unit trust'],
  ['GS', 'Trust', 'super fund'],
  ['SA', 'Trust', 'APRA regulated public sector fund'],
  ['SP', 'Trust', 'APRA regulated public sector scheme'],
  ['SS', 'Trust', 'non-regulated super fund'],
];

const types = new Map<string, CompanyType>([
  ...kinds.map(([code, type]) => [code, type] as const),
  ...governments.flatMap((letter) => governmentKinds.map(([code, type]) => [letter + code, type] as const)),
]);

/** The company type of an entity type of the Australian Business Register; undefined if it is uncertain. */
export const companyTypeOf = (entityType: string): CompanyType | undefined => types.get(entityType);

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
