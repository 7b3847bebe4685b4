import { reconcileBatchSize } from '@orgdex/contract';

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
