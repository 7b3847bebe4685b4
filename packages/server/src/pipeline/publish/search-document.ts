import type { Company, IdentifierScheme } from '@orgdex/contract';
import type { CardFacts } from '../../knowledge/profiles/card-facts.ts';
import { indexedNeighbors, toSearchName } from '../../knowledge/rules/names/search-words.ts';
import { foldText } from '../../knowledge/rules/titles/normalize.ts';
import { absent, type SearchDocument } from '../../stores/opensearch/documents.ts';
import type { CompanyRow } from '../../stores/postgres/outbox/published-rows.ts';

const statusRank = { active: 2, inactive: 0 } as const;

/** Active before unknown before inactive; then more employees, an unknown number last. */
function rankOf({ status }: CardFacts, employees: number | null): number {
  const standing = status === null ? 1 : statusRank[status];
  return standing * 2 ** 40 + (employees === null ? 0 : employees + 1);
}

const longestSortName = 200;

const sortNameOf = (name: string): string => foldText(name).replace(/\s+/gu, ' ').trim().slice(0, longestSortName);

/** Every beginning of a code: `23` finds `2311`. */
const beginningsOf = (code: string | null): string[] =>
  code === null ? [] : [...code].map((_, at) => code.slice(0, at + 1));

const isFilled = (value: string | null): value is string => value !== null && value !== '';

function orAbsent(values: readonly (string | null)[]): string[] {
  const known = values.filter(isFilled);
  if (known.length < 2) return known.length === 1 ? known : [absent];
  return [...new Set(known)];
}

type Values = Partial<Record<IdentifierScheme, string[]>>;

/** All identifiers of a company, as its records state them. The records have no order. */
function identifiersOf({ records }: CompanyRow): Values {
  const found: Values = {};
  for (const { content } of records) {
    for (const [scheme, value] of Object.entries(content.identifiers ?? {}) as [IdentifierScheme, string][]) {
      if (!value || (scheme as string) === 'registrations') continue;
      found[scheme] ??= [];
      if (!found[scheme].includes(value)) found[scheme].push(value);
    }
  }
  return found;
}

function presenceOf(body: Company, { rostered }: CompanyRow, identifiers: Values): string[] {
  return [
    ...(body.website === null ? [] : ['website']),
    ...(body.phones.length > 0 ? ['phone'] : []),
    ...(body.emails.length > 0 ? ['email'] : []),
    ...(rostered ? ['people'] : []),
    ...Object.keys(identifiers),
  ];
}

const technologiesOf = ({ nextGen }: Company): string[] => Object.values(nextGen.technographics ?? {}).flat();

/** What the filters of the contract compare. The names of codes are those inside `industry_code`. */
function filterValues(row: CompanyRow, body: Company, facts: CardFacts, identifiers: Values) {
  const { sic, naics, anzsic } = body.industry_codes;
  return {
    country: orAbsent([facts.country]),
    region: orAbsent([facts.region]),
    city: orAbsent([facts.city]),
    industry: orAbsent(body.industries),
    company_size: orAbsent([body.company_size]),
    company_type: orAbsent([body.company_type]),
    revenue: orAbsent([body.revenue]),
    status: orAbsent([facts.status]),
    keyword: orAbsent(body.keywords),
    technology: orAbsent(technologiesOf(body)),
    source: orAbsent(row.records.map(({ source }) => source)).sort(),
    sic: beginningsOf(sic),
    naics: beginningsOf(naics),
    anzsic: beginningsOf(anzsic),
    ...(body.employee_count === null ? {} : { employee_count: body.employee_count }),
    ...(body.year_founded === null ? {} : { year_founded: body.year_founded }),
    has: presenceOf(body, row, identifiers).sort(),
  };
}

/** The names by which a company is found: the current one first, each once. */
function searchNames(body: Company, { country, trading, former }: CardFacts) {
  const names = [body.name ?? '', ...trading, ...former].map((name) => toSearchName(country ?? undefined, name));
  const distinct = new Map(names.filter(({ key }) => key !== '').map((name) => [name.key, name]));
  return [...distinct.values()];
}

export function toSearchDocument(row: CompanyRow, body: Company, facts: CardFacts): SearchDocument {
  const names = searchNames(body, facts);
  const identifiers = identifiersOf(row);
  return {
    id: row.id,
    names: names.map(({ words }) => words.join(' ')),
    key: names.map(({ key }) => key),
    forms: [...new Set(names.flatMap(({ forms }) => forms))],
    near: names.map(({ words }) => indexedNeighbors(words).join(' ')),
    codes: Object.values(identifiers)
      .flat()
      .map((code) => code.toLowerCase())
      .sort(),
    sort_name: sortNameOf(body.name ?? ''),
    rank: rankOf(facts, body.employee_count),
    countries: facts.countries,
    ...filterValues(row, body, facts, identifiers),
  };
}
