import {
  type Company,
  ExtendCompanies,
  GetManifest,
  matchLimits,
  PreviewCompany,
  ProposeProperties,
  ReconcileCompanies,
  SuggestForReconciling,
  type SupportedCountry,
} from '@orgdex/contract';
import type { FastifyRequest } from 'fastify';
import { Failure, invalidField } from '../../core/errors/failure.ts';
import { unknownIdMessage } from '../../knowledge/rules/identifiers/company-id.ts';
import { countryOrDefault } from '../../knowledge/rules/places/country.ts';
import { readCompany } from '../../stores/opensearch/companies/companies.ts';
import { type Datasets, datasetFor } from '../../stores/opensearch/dataset.ts';
import type { IndexReader } from '../../stores/opensearch/index-reader.ts';
import type { AccessDeps } from '../access/authorized-request.ts';
import { matchCompanies } from '../companies/match/match.ts';
import { suggestCompanies } from '../companies/search/suggest.ts';
import { extendCompanies, parseExtend } from './extend.ts';
import { companyType, manifestOf, suggestProperties, suggestTypes } from './manifest.ts';
import { type Addressed, paramsOf, runOperation } from './operation.ts';
import { previewPage } from './preview.ts';
import { proposedProperties } from './properties.ts';
import { describeCard, isTypeGuess, noResults, parseQueries, toItems, toResultBatch } from './queries.ts';

export interface ReconcileDeps {
  readonly datasets: Datasets;
  readonly reader: IndexReader;
}

type Texts = Readonly<Record<string, unknown>>;
const textOf = (texts: Texts, name: string): string => (typeof texts[name] === 'string' ? texts[name] : '');

/** The address that the client used, with the key in it. */
function rootOf(request: FastifyRequest): string {
  const { key, country } = paramsOf(request);
  const parts = ['reconcile', key, country].filter((part) => part !== undefined).map(encodeURIComponent);
  return `${request.protocol}://${request.host}/${parts.join('/')}`;
}

const profileCountry = ({ country }: Addressed) => countryOrDefault(country) as SupportedCountry;

/** The operations of the service; each is limited and metered. */
export function openService(access: AccessDeps, { datasets, reader }: ReconcileDeps) {
  const datasetOf = ({ caller }: Addressed) => ({ ...datasetFor(datasets, caller), reader });
  const readingOf = (addressed: Addressed) => reader.startReading(datasetOf(addressed).generation());

  const manifest = (addressed: Addressed) => {
    const { request, country } = addressed;
    const documentation = `${request.protocol}://${request.host}/docs/`;
    const work = async () => manifestOf({ root: rootOf(request), documentation, country });
    return runOperation(access, addressed, { endpoint: GetManifest, work });
  };

  async function reconcile(addressed: Addressed, text: string) {
    const queries = parseQueries(text);
    const items = toItems(queries, addressed.country);
    const work = async () => {
      const question = { companies: [], candidates: matchLimits.maxCandidates, country: profileCountry(addressed) };
      return toResultBatch(queries, await matchCompanies(datasetOf(addressed), question, items));
    };
    try {
      return await runOperation(access, addressed, { endpoint: ReconcileCompanies, items, work });
    } catch (error) {
      if (error instanceof Failure && isTypeGuess(queries)) return noResults(queries);
      throw error;
    }
  }

  function extend(addressed: Addressed, text: string) {
    const query = parseExtend(text);
    const work = () => extendCompanies(readingOf(addressed), query, profileCountry(addressed));
    return runOperation(access, addressed, { endpoint: ExtendCompanies, items: query.ids, work });
  }

  async function batch(addressed: Addressed, { queries, extend: asked }: Texts): Promise<unknown> {
    if (typeof queries === 'string') return reconcile(addressed, queries);
    if (typeof asked === 'string') return extend(addressed, asked);
    throw invalidField('queries', 'is required: a form with the field `queries` or `extend`.');
  }

  async function suggestEntities(addressed: Addressed, q: string) {
    const { country } = addressed;
    const { companies } = await suggestCompanies(datasetOf(addressed), { q, ...(country && { country }) });
    return {
      result: companies.map((card) => ({
        id: card.id,
        name: card.matched_name ?? card.name ?? card.id,
        description: describeCard(card),
        notable: [companyType],
      })),
    };
  }

  return {
    batch,
    manifestOrBatch: (addressed: Addressed, texts: Texts): Promise<unknown> =>
      'queries' in texts || 'extend' in texts ? batch(addressed, texts) : manifest(addressed),
    suggest(addressed: Addressed, texts: Texts): Promise<unknown> {
      const { kind } = paramsOf(addressed.request);
      const prefix = textOf(texts, 'prefix');
      const work = async () => {
        if (kind === 'entity') return suggestEntities(addressed, prefix);
        if (kind === 'property') return suggestProperties(prefix);
        if (kind === 'type') return suggestTypes(prefix);
        throw invalidField('kind', 'must be one of entity, property, type.');
      };
      return runOperation(access, addressed, { endpoint: SuggestForReconciling, work });
    },
    proposeProperties(addressed: Addressed, texts: Texts): Promise<unknown> {
      const limit = Number(textOf(texts, 'limit')) || proposedProperties.length;
      const work = async () => ({ type: companyType.id, properties: proposedProperties.slice(0, limit) });
      return runOperation(access, addressed, { endpoint: ProposeProperties, work });
    },
    preview(addressed: Addressed, texts: Texts): Promise<string> {
      const id = textOf(texts, 'id');
      const work = async () => {
        const found = await readCompany(readingOf(addressed), { id, country: profileCountry(addressed) });
        const hint = datasetOf(addressed).notFoundHint;
        if (!found) throw new Failure('company_not_found', { param: 'id', message: unknownIdMessage({ id, hint }) });
        return previewPage(JSON.parse(found.answer.text) as Company);
      };
      return runOperation(access, addressed, { endpoint: PreviewCompany, work });
    },
  };
}
