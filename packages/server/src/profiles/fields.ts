import { Company, regionalCodes } from '@orgdex/contract';
import { type Fqdn, toUnicodeFqdn } from '../rules/identifiers/domain.ts';
import { sectorOf } from '../rules/industries/sector.ts';
import { revenueBandOf, sizeBandOf } from '../rules/money/bands.ts';
import { type Rates, toUsd } from '../rules/money/exchange-rates.ts';
import { countryName } from '../rules/places/country.ts';
import { headquartersReader } from './headquarters.ts';
import { mergeLists, mergeMaps, type Picked, pickFirst, type Tier } from './pick.ts';
import type { Content, Statement } from './statements.ts';

/** Fields whose value depends on all records of the company. */
const pickers: Record<string, PlainField['pick']> = {
  hq_country: (tiers) => {
    const read = headquartersReader(tiers.flat().map(({ content }) => content));
    return pickFirst(tiers, ({ content }) => {
      const country = read(content);
      return country && countryName(country);
    });
  },
};

interface FieldShape {
  type?: string | string[];
  properties?: Record<string, FieldShape>;
  'x-region'?: boolean;
}

const shapes = Company.properties as unknown as Record<string, FieldShape>;

/** The sectors that follow from a record's industry codes. */
function sectorsOf({ industry_codes: codes }: Content): string[] {
  const sectors = (['naics', 'anzsic', 'sic'] as const).map((scheme) => sectorOf(scheme, codes?.[scheme] ?? ''));
  return [...new Set(sectors.filter((sector) => sector !== undefined))];
}

function bandOf({ revenue }: Content, rates: Rates): string | undefined {
  if (typeof revenue !== 'object') return revenue;
  const usd = toUsd(rates, revenue);
  return usd === undefined ? undefined : revenueBandOf(usd);
}

/** Fields that are not simply read from the record by their own name. */
const readers: Record<string, (content: Content, rates: Rates) => unknown> = {
  fqdn: ({ identifiers }) => identifiers?.fqdn && toUnicodeFqdn(identifiers.fqdn as Fqdn),
  network: ({ identifiers }) => identifiers?.network,
  industries: (content) => (content.industries?.length ? content.industries : sectorsOf(content)),
  revenue: bandOf,
};

const identityFields = new Set(['name', 'abn_operation_status', 'fqdn', 'network']);

/** Whether a code describes what a company does, which may differ by country. The other codes identify the company. */
export const isRegionalCode = (code: string) => (regionalCodes as readonly string[]).includes(code);

/** Fields for which registers come first: name, identifiers and status. */
export function isIdentityField(name: string): boolean {
  const [group, code] = name.split('.');
  return identityFields.has(name) || (group === 'industry_codes' && code !== undefined && !isRegionalCode(code));
}

/** Fields with their own rules in `profile.ts`. */
const ownRules = new Set(['id', 'employee_count', 'company_size', 'social_media', 'industry_codes', 'nextGen']);

export interface PlainField {
  name: string;
  regional: boolean;
  identity: boolean;
  pick(tiers: readonly Tier[], rates: Rates): Picked<unknown> | undefined;
}

function plainField([name, shape]: [string, FieldShape]): PlainField {
  const inContent = readers[name] ?? ((content: Content) => (content as Record<string, unknown>)[name]);
  const pick = (tiers: readonly Tier[], rates: Rates) => {
    const read = (statement: Statement) => inContent(statement.content, rates);
    if (shape.type === 'array') return mergeLists(tiers, read as (statement: Statement) => unknown[]);
    if (shape.type === 'object') return mergeMaps(tiers, read as (statement: Statement) => Record<string, unknown>);
    return pickFirst(tiers, read);
  };
  return { name, regional: shape['x-region'] === true, identity: isIdentityField(name), pick: pickers[name] ?? pick };
}

/** Every field of the contract that follows the general rule. */
export const plainFields: PlainField[] = Object.entries(shapes)
  .filter(([name]) => !ownRules.has(name))
  .map(plainField);

/** Head count and size band belong together: the band follows the record with the count. */
export function pickHeadcount(tier: Tier) {
  const count = pickFirst([tier], ({ content }) => content.employee_count);
  if (count) return { count, size: { value: sizeBandOf(count.value) ?? null, from: count.from } };
  return { count: undefined, size: pickFirst([tier], ({ content }) => content.company_size) };
}
