import { Company } from '@orgdex/contract';
import { revenueBandOf, sizeBandOf } from '../rules/band.ts';
import { type Country, countryName } from '../rules/country.ts';
import { type Fqdn, toUnicodeFqdn } from '../rules/domain.ts';
import { type Picked, pickFirst, type Tier, unite, uniteMaps } from './pick.ts';
import type { Content, Said } from './said.ts';

interface FieldShape {
  type?: string | string[];
  properties?: Record<string, FieldShape>;
  'x-region'?: boolean;
}

const shapes = Company.properties as unknown as Record<string, FieldShape>;

/** Fields that are not read from the record under their own name. */
const readers: Record<string, (content: Content) => unknown> = {
  fqdn: ({ identifiers }) => identifiers?.fqdn && toUnicodeFqdn(identifiers.fqdn as Fqdn),
  network: ({ identifiers }) => identifiers?.network,
  hq_country: ({ hq_country }) => hq_country && countryName(hq_country as Country),
  revenue: ({ revenue }) =>
    typeof revenue === 'object' ? (revenue.currency === 'USD' ? revenueBandOf(revenue.amount) : undefined) : revenue,
};

/** Fields for which registers come first. */
const identityFields = new Set(['name', 'abn_operation_status', 'fqdn', 'network']);

/** Built by rules of their own, in `profile.ts`. */
const ownRules = new Set(['id', 'employee_count', 'company_size', 'social_media', 'industry_codes', 'nextGen']);

export interface PlainField {
  name: string;
  regional: boolean;
  identity: boolean;
  pick(tiers: readonly Tier[]): Picked<unknown> | undefined;
}

function plainField([name, shape]: [string, FieldShape]): PlainField {
  const inContent = readers[name] ?? ((content: Content) => (content as Record<string, unknown>)[name]);
  const read = (said: Said) => inContent(said.content);
  const pick = (tiers: readonly Tier[]) => {
    if (shape.type === 'array') return unite(tiers, read as (said: Said) => unknown[]);
    if (shape.type === 'object') return uniteMaps(tiers, read as (said: Said) => Record<string, unknown>);
    return pickFirst(tiers, read);
  };
  return { name, regional: shape['x-region'] === true, identity: identityFields.has(name), pick };
}

/** Every field of the contract that follows the general rule. */
export const plainFields: PlainField[] = Object.entries(shapes)
  .filter(([name]) => !ownRules.has(name))
  .map(plainField);

/** Head count and band belong together: the band follows the record that gave the count. */
export function pickHeadcount(tier: Tier) {
  const count = pickFirst([tier], ({ content }) => content.employee_count);
  if (count) return { count, size: { value: sizeBandOf(count.value) ?? null, from: count.from } };
  return { count: undefined, size: pickFirst([tier], ({ content }) => content.company_size) };
}
