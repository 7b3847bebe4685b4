import { Company, type IdentifierScheme, regionalCodes } from '@orgdex/contract';
import { type Fqdn, toUnicodeFqdn } from '../rules/identifiers/domain.ts';
import { sectorOf } from '../rules/industries/sector.ts';
import { revenueBandOf, sizeBandOf } from '../rules/money/bands.ts';
import { type Rates, toUsd } from '../rules/money/exchange-rates.ts';
import { countryName } from '../rules/places/country.ts';
import { mergeLists, mergeMaps, type Picked, pickFirst, type Tier } from './pick.ts';
import { type Content, headquartersReader, type Statement } from './statements.ts';

/** Fields whose value depends on all records of the company. */
const pickers: Record<string, ProfileField['pick']> = {
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

/** Fields with their own rules, here or in `profile.ts`. */
const ownRules = new Set(['id', 'employee_count', 'company_size', 'social_media', 'industry_codes', 'nextGen']);

/** A value of the profile, and how it is chosen. */
export interface ProfileField {
  /** Dotted below the first level. */
  name: string;
  path: readonly string[];
  /** Its value depends on the requested country. */
  regional: boolean;
  /** Registers come first: name, identifiers and status. */
  identity: boolean;
  pick(tiers: readonly Tier[], rates: Rates): Picked<unknown> | undefined;
}

function plainField([name, shape]: [string, FieldShape]): ProfileField {
  const inContent = readers[name] ?? ((content: Content) => (content as Record<string, unknown>)[name]);
  const pick = (tiers: readonly Tier[], rates: Rates) => {
    const read = (statement: Statement) => inContent(statement.content, rates);
    if (shape.type === 'array') return mergeLists(tiers, read as (statement: Statement) => unknown[]);
    if (shape.type === 'object') return mergeMaps(tiers, read as (statement: Statement) => Record<string, unknown>);
    return pickFirst(tiers, read);
  };
  const regional = shape['x-region'] === true;
  return { name, path: [name], regional, identity: identityFields.has(name), pick: pickers[name] ?? pick };
}

/** Every field of the contract that follows the general rule. */
export const plainFields: ProfileField[] = Object.entries(shapes)
  .filter(([name]) => !ownRules.has(name))
  .map(plainField);

const keysOf = (shape: FieldShape | undefined): string[] => Object.keys(shape?.properties ?? {});

/** The first known value below an object of the profile. */
const firstBelow = (
  path: readonly string[],
  read: (content: Content) => unknown,
  standing: Partial<Pick<ProfileField, 'regional' | 'identity'>> = {},
): ProfileField => {
  const readRecord = ({ content }: Statement) => read(content);
  const pick = (tiers: readonly Tier[]) => pickFirst(tiers, readRecord);
  return { name: path.join('.'), path, regional: false, identity: false, ...standing, pick };
};

function codeField(code: string): ProfileField {
  const path = ['industry_codes', code];
  if (!isRegionalCode(code))
    return firstBelow(path, ({ identifiers }) => identifiers?.[code as IdentifierScheme], { identity: true });
  const read = ({ industry_codes: codes }: Content) => codes?.[code as (typeof regionalCodes)[number]];
  return firstBelow(path, read, { regional: true });
}

/** Industry codes and register numbers. */
export const codeFields: ProfileField[] = keysOf(shapes.industry_codes).map(codeField);

const keyIn = (map: object | null | undefined, key: string): unknown =>
  (map as Record<string, unknown> | null | undefined)?.[key];

const socialFields = keysOf(shapes.social_media).map((key) =>
  firstBelow(['social_media', key], (content) => keyIn(content.social_media, key)),
);

type NextGen = NonNullable<Content['nextGen']>;

const nextGenField = (name: keyof NextGen) => firstBelow(['nextGen', name], (content) => content.nextGen?.[name]);

const technographics: ProfileField = {
  ...nextGenField('technographics'),
  pick: (tiers) => mergeMaps(tiers, ({ content }) => content.nextGen?.technographics),
};

/** Fields inside objects: the first value of each key. */
export const innerFields: ProfileField[] = [
  ...socialFields,
  technographics,
  nextGenField('website'),
  ...keysOf(shapes.nextGen?.properties?.social_media).map((key) =>
    firstBelow(['nextGen', 'social_media', key], (content) => keyIn(content.nextGen?.social_media, key)),
  ),
  nextGenField('reviews_rating'),
  nextGenField('web_traffic'),
];

/** Whether registers come first for this field. */
export const isIdentityField = (name: string): boolean =>
  [...plainFields, ...codeFields].some((field) => field.identity && field.name === name);

/** Head count and size band belong together: the band follows the record with the count. */
export function pickHeadcount(tier: Tier) {
  const count = pickFirst([tier], ({ content }) => content.employee_count);
  if (count) return { count, size: { value: sizeBandOf(count.value) ?? null, from: count.from } };
  return { count: undefined, size: pickFirst([tier], ({ content }) => content.company_size) };
}
