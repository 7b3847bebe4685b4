import { Company } from '@orgdex/contract';
import type { Rates } from '../rules/money/exchange-rates.ts';
import type { CompanyDocument, Overlay, Provenance } from './company-document.ts';
import { codeFields, innerFields, type ProfileField, pickHeadcount, plainFields } from './fields.ts';
import type { Picked, Tier } from './pick.ts';
import {
  byIdentityPrecedence,
  byPrecedence,
  groupByStanding,
  inOrder,
  type Statement,
  toOrigin,
} from './statements.ts';

/** Collects values and the records that they came from. */
class Draft {
  readonly values: Record<string, unknown> = {};
  readonly #names: string[] = [];
  readonly #records: (readonly Statement[])[] = [];

  put({ name, path }: Pick<ProfileField, 'name' | 'path'>, picked: Picked<unknown> | undefined): void {
    if (picked === undefined) return;
    this.#names.push(name);
    this.#records.push(picked.from);
    const last = path.length - 1;
    let inside = this.values;
    for (let at = 0; at < last; at += 1) {
      const outer = path[at] as string;
      inside[outer] ??= {};
      inside = inside[outer] as Record<string, unknown>;
    }
    inside[path[last] as string] = picked.value;
  }

  get provenance(): Provenance {
    return Object.fromEntries(this.#records.map((records, at) => [this.#names[at], records.map(toOrigin)]));
  }
}

/** Tiers in both orders, so that the records are sorted once and not for each field. */
interface Ranking {
  general: readonly Tier[];
  identity: readonly Tier[];
}

const rank = (...tiers: readonly Tier[]): Ranking => ({
  general: tiers.map((tier) => inOrder(tier, byPrecedence)),
  identity: tiers.map((tier) => inOrder(tier, byIdentityPrecedence)),
});

const firstTier = ({ general, identity }: Ranking): Ranking => ({
  general: general.slice(0, 1),
  identity: identity.slice(0, 1),
});

/** All records, those for the base alone, and the exchange rates. */
interface Sources {
  all: Ranking;
  own: Ranking;
  rates: Rates;
}

function putFields(draft: Draft, fields: readonly ProfileField[], { all, own, rates }: Sources): void {
  for (const field of fields) {
    const ranking = field.regional ? own : all;
    draft.put(field, field.pick(field.identity ? ranking.identity : ranking.general, rates));
  }
}

const employeeCount = { name: 'employee_count', path: ['employee_count'] };
const companySize = { name: 'company_size', path: ['company_size'] };

function draftBase(base: Tier, rest: Tier, rates: Rates): Draft {
  const draft = new Draft();
  const all = rank(base, rest);
  const sources: Sources = { all, own: firstTier(all), rates };
  putFields(draft, plainFields, sources);
  const { count, size } = pickHeadcount(all.general[0] as Tier);
  draft.put(employeeCount, count);
  draft.put(companySize, size);
  putFields(draft, codeFields, sources);
  putFields(draft, innerFields, sources);
  return draft;
}

const regionalFields = plainFields.filter(({ regional }) => regional);
const regionalCodeFields = codeFields.filter(({ regional }) => regional);

/** What the records of one country change: only the values that they have. */
function draftRegion(tier: Tier, base: Draft, rates: Rates): Draft {
  const draft = new Draft();
  const own = rank(tier);
  const sources: Sources = { all: own, own, rates };
  putFields(draft, regionalFields, sources);
  const { count, size } = pickHeadcount(own.general[0] as Tier);
  draft.put(employeeCount, count);
  if (count || base.values.employee_count === undefined) draft.put(companySize, size);
  putFields(draft, regionalCodeFields, sources);
  return draft;
}

interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
}

const isNullable = ({ type }: Shape) => Array.isArray(type) && type.includes('null');
const isObject = ({ type }: Shape) => type === 'object' || (Array.isArray(type) && type.includes('object'));

const completeCompany = completerOf(Company as never);

/**
 * Builds the profile of a company from all its records: the base, what differs per country, and the source of each
 * value.
 */
export function buildProfile(id: string, records: readonly Statement[], rates: Rates): CompanyDocument {
  const { base, rest, countries } = groupByStanding(records);
  const draft = draftBase(base, rest, rates);
  const regions = [...countries]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([country, tier]) => [country, draftRegion(tier, draft, rates)] as const)
    .filter(([, region]) => Object.keys(region.values).length > 0);
  const body = completeCompany({ ...draft.values, id, nextGen: { ...(draft.values.nextGen as object), id } });
  return {
    body: body as Company,
    regions: Object.fromEntries(regions.map(([country, { values }]) => [country, values as Overlay])),
    // Derived when it is read: publishing does not need it.
    get provenance() {
      const ofRegions = regions.map(([country, { provenance }]) => [country, provenance] as const);
      return { base: draft.provenance, regions: Object.fromEntries(ofRegions) };
    },
  };
}

/** Completes an object with these keys. */
function objectCompleter(properties: Record<string, Shape>): (value: object) => object {
  const keys = Object.keys(properties);
  const completers = Object.values(properties).map(completerOf);
  return (value) => {
    const complete: Record<string, unknown> = {};
    for (let at = 0; at < keys.length; at += 1) {
      const key = keys[at] as string;
      complete[key] = completers[at]?.((value as Record<string, unknown>)[key]);
    }
    return complete;
  };
}

function missingValue(shape: Shape): unknown {
  if (isNullable(shape)) return null;
  if (shape.properties) return objectCompleter(shape.properties)({});
  if (isObject(shape)) return {};
  return shape.type === 'array' ? [] : null;
}

/**
 * Completes values to the shape of the contract: every key present, unknown scalars null, unknown lists and maps empty.
 * The shape is read once for all values, and what is missing is made once: it must not be changed.
 */
function completerOf(shape: Shape): (value: unknown) => unknown {
  const missing = Object.freeze(missingValue(shape));
  const complete = shape.properties && objectCompleter(shape.properties);
  return (value) => {
    if (value === null || value === undefined) return missing;
    return complete ? complete(value) : value;
  };
}
