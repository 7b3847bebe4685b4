import { reconcileBatchSize } from '@orgdex/contract';
import { allProperties } from './properties.ts';

/** The only type. */
export const companyType = { id: 'Company', name: 'Company' } as const;

interface ManifestFacts {
  /** The address of the service, with the key. */
  readonly root: string;
  readonly documentation: string;
  readonly country: string | undefined;
}

/** OpenRefine stores it permanently: only add to it. */
export const manifestOf = ({ root, documentation, country }: ManifestFacts) => ({
  versions: ['0.2'],
  name: country === undefined ? 'orgdex' : `orgdex (${country})`,
  identifierSpace: 'urn:orgdex:company',
  schemaSpace: 'urn:orgdex:schema',
  documentation,
  defaultTypes: [companyType],
  view: { url: `${root}/preview?id={{id}}` },
  preview: { url: `${root}/preview?id={{id}}`, width: 400, height: 220 },
  suggest: Object.fromEntries(
    ['entity', 'property', 'type'].map((kind) => [kind, { service_url: root, service_path: `/suggest/${kind}` }]),
  ),
  extend: { propose_properties: { service_url: root, service_path: '/properties' }, property_settings: [] },
  batchSize: reconcileBatchSize,
});

const maxSuggested = 20;

const startsAWord = (text: string, prefix: string): boolean =>
  text
    .toLowerCase()
    .split(/[\s._]+/)
    .some((word) => word.startsWith(prefix));

/** Those with a word that starts with the text; all of them without one. */
function matching<T extends { id: string; name: string }>(all: readonly T[], prefix: string): T[] {
  const typed = prefix.trim().toLowerCase();
  const found = all.filter(({ id, name }) => id.startsWith(typed) || startsAWord(`${id} ${name}`, typed));
  return found.slice(0, maxSuggested);
}

export const suggestTypes = (prefix: string) => ({ result: matching([companyType], prefix) });
export const suggestProperties = (prefix: string) => ({ result: matching(allProperties, prefix) });
