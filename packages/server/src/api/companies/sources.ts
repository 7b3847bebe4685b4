import type { CompanySources, SourcesQuestion, SupportedCountry } from '@orgdex/contract';
import { Failure } from '../../core/errors/failure.ts';
import { type ExplainedField, explainProfile, unservedNames } from '../../knowledge/profiles/explain.ts';
import type { Statement } from '../../knowledge/profiles/statements.ts';
import { unknownIdMessage } from '../../knowledge/rules/identifiers/company-id.ts';
import type { Rates } from '../../knowledge/rules/money/exchange-rates.ts';
import { countryOrDefault, parseSupportedCountry } from '../../knowledge/rules/places/country.ts';
import { findSource } from '../../knowledge/sources/index.ts';
import { type PublishedRecord, readSources } from '../../stores/opensearch/companies/companies.ts';
import type { ReadDeps } from '../../stores/opensearch/index-reader.ts';

export interface GetSourcesDeps extends ReadDeps {
  readonly rates: Rates;
  readonly notFoundHint?: string;
}

export interface FoundSources {
  readonly sources: CompanySources;
  /** The surviving id, if the requested one was merged. */
  readonly canonicalId: string | undefined;
}

/** The order of the records stands in for their keys, which are not published. */
const toStatement = ({ linkedBy: _, ...record }: PublishedRecord, at: number): Statement => ({
  ...record,
  key: String(at).padStart(6, '0'),
});

function toField({ value, from, others }: ExplainedField): CompanySources['fields'][string] {
  const { source = '', observed = '' } = from[0] ?? {};
  return {
    value,
    source,
    title: findSource(source)?.title ?? source,
    observed,
    others: others.map((other) => ({ value: other.value, source: other.source, observed: other.observed })),
  };
}

function namesOf(statements: readonly Statement[], field: 'trading_names' | 'former_names') {
  return unservedNames(statements)
    .filter((found) => found.field === field)
    .flatMap(({ names, source, observed }) => names.map((value) => ({ value, source, observed })));
}

function toSources(id: string, records: readonly PublishedRecord[], rates: Rates, country: SupportedCountry) {
  const statements = records.map(toStatement);
  const fields = explainProfile(statements, rates, country).map((field) => [field.field, toField(field)]);
  return {
    id,
    fields: Object.fromEntries(fields) as CompanySources['fields'],
    names: { trading: namesOf(statements, 'trading_names'), former: namesOf(statements, 'former_names') },
    records: records.map((record) => ({
      source: record.source,
      country: record.country,
      observed: record.observed,
      linked_by: record.linkedBy,
    })),
  };
}

/** Where each value of a company's profile comes from. */
export async function getSources(deps: GetSourcesDeps, id: string, query: SourcesQuestion): Promise<FoundSources> {
  const country = parseSupportedCountry(countryOrDefault(query.country));
  if (!country) throw new Failure('unsupported_country', { param: 'country' });
  const found = await readSources(deps.reader.startReading(deps.generation()), id);
  if (!found) {
    const message = unknownIdMessage({ id, hint: deps.notFoundHint });
    throw new Failure('company_not_found', { param: 'id', message });
  }
  return {
    sources: toSources(found.id, found.records, deps.rates, country),
    canonicalId: found.id === id ? undefined : found.id,
  };
}
