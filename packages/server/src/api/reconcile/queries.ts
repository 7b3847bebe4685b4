import {
  type CompanyCard,
  type MatchedCompanies,
  MatchItem,
  type MatchResult,
  matchLimits,
  type SupportedCountry,
} from '@orgdex/contract';
import { invalidField } from '../../core/errors/failure.ts';
import { companyType } from './manifest.ts';

/** A query as OpenRefine sends it; nothing of it is certain. */
export interface ReconQuery {
  readonly query?: unknown;
  readonly limit?: unknown;
  readonly properties?: unknown;
}

export type QueryBatch = readonly (readonly [name: string, query: ReconQuery])[];

/** Parses the JSON text of a parameter. */
export function parseObject(param: string, text: string): Record<string, unknown> {
  const problem = invalidField(param, 'must be a JSON object.');
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw problem;
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw problem;
  return parsed as Record<string, unknown>;
}

export function parseQueries(text: string): QueryBatch {
  const batch = Object.entries(parseObject('queries', text));
  const { maxItems } = matchLimits;
  if (batch.length > maxItems) throw invalidField('queries', `must have at most ${maxItems} queries.`);
  return batch.map(([name, query]) => [name, (query ?? {}) as ReconQuery]);
}

/** OpenRefine sends the first rows in this form to learn their type. If that fails, its dialog never opens. */
export const isTypeGuess = (batch: QueryBatch): boolean =>
  batch.length <= 10 &&
  batch.every(([, query]) => query.limit === 3 && Object.keys(query).sort().join() === 'limit,query');

export const noResults = (batch: QueryBatch) => Object.fromEntries(batch.map(([name]) => [name, { result: [] }]));

/** The first value, and of a reconciled one its name. */
function plainValue(value: unknown): unknown {
  const [first] = [value].flat();
  if (typeof first !== 'object' || first === null) return first;
  const { id, name } = first as Record<string, unknown>;
  return name ?? id;
}

interface FieldFacts {
  readonly type: readonly string[];
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

/** The value if the field can have it. Others are left out: a query must not fail because of a cell in another column. */
function fitting(field: FieldFacts, value: unknown): string | number | undefined {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
  if (text === '') return undefined;
  if (!field.type.includes('integer')) return text.length <= (field.maxLength ?? 0) ? text : undefined;
  const number = Number(text.replaceAll(',', ''));
  const isWithin = number >= (field.minimum ?? 0) && number <= (field.maximum ?? 0);
  return Number.isInteger(number) && isWithin ? number : undefined;
}

const fields = MatchItem.properties as unknown as Readonly<Record<string, FieldFacts>>;

/** What the query says about the company. The country of the address applies unless a column states another one. */
function toItem({ query, properties }: ReconQuery, country: SupportedCountry | undefined): MatchItem {
  const stated = (Array.isArray(properties) ? properties : []) as { pid?: unknown; v?: unknown }[];
  const given = stated.map((one) => [String(one?.pid), plainValue(one?.v)] as const);
  const all = [['country', country], ['name', query], ...given] as const;
  return Object.fromEntries(
    all.flatMap(([name, value]) => {
      const field = Object.hasOwn(fields, name) && name !== 'ref' ? fields[name] : undefined;
      const fit = field && fitting(field, value);
      return fit === undefined ? [] : [[name, fit]];
    }),
  );
}

/** The items of a batch, in its order. */
export const toItems = (batch: QueryBatch, country: SupportedCountry | undefined): { item: MatchItem }[] =>
  batch.map(([, query]) => ({ item: toItem(query, country) }));

const limitOf = ({ limit }: ReconQuery): number => {
  const { maxCandidates } = matchLimits;
  return typeof limit === 'number' && limit >= 1 ? Math.min(Math.floor(limit), maxCandidates) : maxCandidates;
};

/** Where the company is and what it does, to distinguish companies of the same name. */
export const describeCard = ({ hq_location, country, industries, status }: CompanyCard): string =>
  [hq_location ?? country, industries[0], status === 'inactive' ? 'inactive' : undefined].filter(Boolean).join(' · ');

function toCandidates({ status, candidates }: MatchResult) {
  return candidates.map(({ score, company, reasons }, at) => {
    const card = company as CompanyCard;
    return {
      id: card.id,
      name: card.matched_name ?? card.name ?? card.id,
      description: describeCard(card),
      score: Math.round(score * 10_000) / 100,
      match: status === 'matched' && at === 0,
      type: [companyType],
      features: reasons.map(({ feature, weight }) => ({ id: feature, value: weight })),
    };
  });
}

/** The candidates of each query. */
export const toResultBatch = (batch: QueryBatch, { results }: MatchedCompanies) =>
  Object.fromEntries(
    batch.map(([name, query], at) => [
      name,
      { result: toCandidates(results[at] as MatchResult).slice(0, limitOf(query)) },
    ]),
  );
