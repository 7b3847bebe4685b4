import {
  type Company,
  type CompanyCard,
  type MatchedCompanies,
  type MatchItem,
  type MatchQuestion,
  type MatchResult,
  matchIdentifiers,
  matchLimits,
  type SupportedCountry,
} from '@orgdex/contract';
import { Failure } from '../../../core/errors/failure.ts';
import { countryOrDefault, parseSupportedCountry } from '../../../knowledge/rules/places/country.ts';
import type { CompanyFacts } from '../../../pipeline/identity/scoring/features.ts';
import { decideByScores, type Scored, scoreCandidates } from '../../../pipeline/identity/scoring/score.ts';
import { readStoredCompanies, type StoredCompany, toCard } from '../../../stores/opensearch/companies/cards.ts';
import { findCandidateIds } from '../../../stores/opensearch/companies/company-search.ts';
import type { ReadDeps, Reading } from '../../../stores/opensearch/index-reader.ts';
import { parseItem, toCandidateQuery, toCompanyFacts } from './item-facts.ts';

/** An item as it was validated: valid, or what is wrong with it. */
export type CheckedItem = { readonly item: MatchItem } | { readonly ref: string | null; readonly failure: Failure };

interface Candidate {
  readonly facts: CompanyFacts;
  readonly stored: StoredCompany;
}

interface Options {
  readonly threshold: number;
  readonly candidates: number;
  readonly shape: 'id' | 'card' | 'profile';
  readonly country: SupportedCountry;
}

function parseOptions({ threshold, candidates, return: shape, country }: MatchQuestion): Options {
  const parsed = parseSupportedCountry(countryOrDefault(country));
  if (!parsed) throw new Failure('unsupported_country', { param: 'country' });
  return {
    threshold: threshold ?? matchLimits.defaultThreshold,
    candidates: candidates ?? matchLimits.defaultCandidates,
    shape: shape ?? 'card',
    country: parsed,
  };
}

const invalid = (ref: string | null, failure: Failure): MatchResult => ({
  ref,
  status: 'invalid',
  candidates: [],
  problem: {
    code: failure.code,
    message: failure.details.message ?? failure.message,
    param: failure.details.param ?? null,
  },
});

function checkUsable(item: MatchItem): void {
  if (matchIdentifiers.some((name) => item[name] !== undefined && item[name] !== null)) return;
  const names = matchIdentifiers.map((name) => `\`${name}\``).join(', ');
  throw new Failure('identifier_missing', {
    message: `The item identifies no company. Send at least one of ${names}.`,
  });
}

/** The companies that an item may mean, as the scorer compares them. */
export async function readCandidates(reading: Reading, given: CompanyFacts): Promise<Candidate[]> {
  const query = toCandidateQuery(given);
  if (!query) return [];
  const ids = await findCandidateIds(reading, query);
  const stored = await readStoredCompanies(reading, ids);
  return stored.map((one) => ({ stored: one, facts: toCompanyFacts(one.profile, one.card) }));
}

/** The trading or former name that the item means, if it is not the current one. */
function matchedNameOf({ reasons, candidate }: Scored<Candidate>): string | null {
  const found = reasons.find(({ feature }) => feature === 'name')?.found;
  return typeof found === 'string' && found !== candidate.stored.profile.name ? found : null;
}

function shown(one: Scored<Candidate>, { shape, country }: Options): { id: string } | CompanyCard | Company {
  const { stored } = one.candidate;
  if (shape === 'id') return { id: stored.profile.id };
  if (shape === 'profile') return JSON.parse((stored.served.regions?.[country] ?? stored.served.base).text) as Company;
  return { ...toCard(stored).card, matched_name: matchedNameOf(one) };
}

async function matchItem(reading: Reading, item: MatchItem, options: Options): Promise<MatchResult> {
  checkUsable(item);
  const given = parseItem(item);
  const scored = scoreCandidates(given, await readCandidates(reading, given));
  const { status, deciding } = decideByScores(scored, options.threshold);
  const listed = status === 'none' && options.candidates === 1 ? [] : scored.slice(0, options.candidates);
  const candidates = deciding.length > listed.length ? deciding : listed;
  return {
    ref: item.ref ?? null,
    status,
    candidates: candidates.map((one) => ({
      score: one.score,
      company: shown(one, options),
      reasons: [...one.reasons],
      conflicts: [...one.conflicts],
    })),
    problem: null,
  };
}

/** A result for each item. One bad item never fails the others; a store that is unavailable fails them all. */
export async function matchCompanies(
  deps: ReadDeps,
  question: MatchQuestion,
  items: readonly CheckedItem[],
): Promise<MatchedCompanies> {
  const options = parseOptions(question);
  const reading = deps.reader.startBatch(deps.generation());
  const results = await Promise.all(
    items.map(async (checked) => {
      if ('failure' in checked) return invalid(checked.ref, checked.failure);
      try {
        return await matchItem(reading, checked.item, options);
      } catch (error) {
        if (error instanceof Failure && itemFailures.has(error.code)) return invalid(checked.item.ref ?? null, error);
        throw error;
      }
    }),
  );
  return { results, matched: results.filter(({ status }) => status === 'matched').length };
}

/** What may be wrong with an item alone. */
const itemFailures: ReadonlySet<string> = new Set(['identifier_malformed', 'identifier_missing', 'invalid_field']);
