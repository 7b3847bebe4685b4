import { Company, type IdentifierScheme, regionalCodes } from '@orgdex/contract';
import type { Rates } from '../rules/money/exchange-rates.ts';
import type { CompanyDocument, Overlay, Provenance } from './company-document.ts';
import { completeToSchema } from './complete-to-schema.ts';
import { isIdentityField, isRegionalCode, pickHeadcount, plainFields } from './fields.ts';
import { mergeMaps, type Picked, pickFirst, type Tier } from './pick.ts';
import { byIdentityPrecedence, byPrecedence, type Content, groupByStanding, type Statement } from './statements.ts';

/** Collects values and their origins. */
class Draft {
  readonly values: Record<string, unknown> = {};
  readonly provenance: Provenance = {};

  put(name: string, picked: Picked<unknown> | undefined): void {
    if (picked === undefined) return;
    this.provenance[name] = picked.from;
    const [outer, ...inner] = name.split('.') as [string, ...string[]];
    if (inner.length === 0) this.values[outer] = picked.value;
    else putBelow(this.values, [outer, ...inner], picked.value);
  }
}

function putBelow(values: Record<string, unknown>, [outer, ...inner]: string[], value: unknown): void {
  if (outer === undefined) return;
  if (inner.length === 0) values[outer] = value;
  else {
    values[outer] ??= {};
    putBelow(values[outer] as Record<string, unknown>, inner, value);
  }
}

const keysOf = (schema: unknown): string[] => Object.keys((schema as { properties: object }).properties);
const shapeOf = (name: string) => (Company.properties as unknown as Record<string, unknown>)[name];
const nextGenShape = (shapeOf('nextGen') as { properties: Record<string, unknown> }).properties;

const sorted = (tiers: readonly Tier[], order: typeof byPrecedence) => tiers.map((tier) => [...tier].sort(order));

function putCodes(draft: Draft, base: Tier, rest: Tier): void {
  for (const code of keysOf(shapeOf('industry_codes'))) {
    const name = `industry_codes.${code}`;
    const order = isIdentityField(name) ? byIdentityPrecedence : byPrecedence;
    const tiers = sorted(isRegionalCode(code) ? [base] : [base, rest], order);
    const read = ({ content }: Statement) =>
      isRegionalCode(code)
        ? content.industry_codes?.[code as (typeof regionalCodes)[number]]
        : content.identifiers?.[code as IdentifierScheme];
    draft.put(name, pickFirst(tiers, read));
  }
}

/** For objects with fixed keys: the first value of each key. */
function putKeys(
  draft: Draft,
  path: string,
  tiers: readonly Tier[],
  read: (content: Content) => object | null | undefined,
) {
  const shape = path === 'social_media' ? shapeOf(path) : nextGenShape.social_media;
  for (const key of keysOf(shape)) {
    draft.put(
      `${path}.${key}`,
      pickFirst(tiers, ({ content }) => (read(content) as Record<string, unknown> | undefined)?.[key]),
    );
  }
}

function putNextGen(draft: Draft, tiers: readonly Tier[]): void {
  const first = <T>(read: (next: NonNullable<Content['nextGen']>) => T | null | undefined) =>
    pickFirst(tiers, ({ content }) => (content.nextGen ? read(content.nextGen) : undefined));
  draft.put(
    'nextGen.technographics',
    mergeMaps(tiers, ({ content }) => content.nextGen?.technographics),
  );
  draft.put(
    'nextGen.website',
    first((next) => next.website),
  );
  putKeys(draft, 'nextGen.social_media', tiers, (content) => content.nextGen?.social_media);
  draft.put(
    'nextGen.reviews_rating',
    first((next) => next.reviews_rating),
  );
  draft.put(
    'nextGen.web_traffic',
    first((next) => next.web_traffic),
  );
}

function draftBase(base: Tier, rest: Tier, rates: Rates): Draft {
  const draft = new Draft();
  for (const field of plainFields) {
    const tiers = sorted(field.regional ? [base] : [base, rest], field.identity ? byIdentityPrecedence : byPrecedence);
    draft.put(field.name, field.pick(tiers, rates));
  }
  const tiers = sorted([base, rest], byPrecedence);
  const { count, size } = pickHeadcount(tiers[0] as Tier);
  draft.put('employee_count', count);
  draft.put('company_size', size);
  putCodes(draft, base, rest);
  putKeys(draft, 'social_media', tiers, (content) => content.social_media);
  putNextGen(draft, tiers);
  return draft;
}

/** What the records of one country change: only the values that they have. */
function draftRegion(tier: Tier, base: Draft, rates: Rates): Draft {
  const draft = new Draft();
  for (const field of plainFields.filter(({ regional }) => regional)) {
    const tiers = sorted([tier], field.identity ? byIdentityPrecedence : byPrecedence);
    draft.put(field.name, field.pick(tiers, rates));
  }
  const { count, size } = pickHeadcount([...tier].sort(byPrecedence));
  draft.put('employee_count', count);
  if (count || base.values.employee_count === undefined) draft.put('company_size', size);
  const codes = new Draft();
  putCodes(codes, tier, []);
  for (const code of regionalCodes) {
    const name = `industry_codes.${code}`;
    const from = codes.provenance[name];
    if (from) draft.put(name, { value: (codes.values.industry_codes as Record<string, unknown>)[code], from });
  }
  return draft;
}

/**
 * Builds the profile of a company from all its records: the base, what differs per country, and the source of each
 * value.
 */
export function buildProfile(id: string, records: readonly Statement[], rates: Rates): CompanyDocument {
  const { base, rest, countries } = groupByStanding(records);
  const draft = draftBase(base, rest, rates);
  const regions = [...countries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([country, tier]) => [country, draftRegion(tier, draft, rates)] as const);
  const body = completeToSchema(Company as never, {
    ...draft.values,
    id,
    nextGen: { ...(draft.values.nextGen as object), id },
  });
  const changed = regions.filter(([, region]) => Object.keys(region.values).length > 0);
  return {
    body: body as Company,
    regions: Object.fromEntries(changed.map(([country, region]) => [country, region.values as Overlay])),
    provenance: {
      base: draft.provenance,
      regions: Object.fromEntries(changed.map(([country, region]) => [country, region.provenance])),
    },
  };
}
