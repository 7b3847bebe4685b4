import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Definition {
  properties?: Record<string, unknown>;
  additionalProperties?: unknown;
  'x-kubernetes-group-version-kind'?: { group: string; version: string; kind: string }[];
}

/** Types that the OpenAPI document calls strings, although a number is allowed too. */
const numbersToo = /\.(?:IntOrString|Quantity)$/;

/** A definition that rejects properties which Kubernetes does not know. */
function toStrict(name: string, definition: Definition): Definition | { type: string[] } {
  if (numbersToo.test(name)) return { type: ['string', 'number'] };
  if (!definition.properties || definition.additionalProperties !== undefined) return definition;
  return { ...definition, additionalProperties: false };
}

/** The name of the file in which kubeconform looks for a kind. */
export const schemaLocation = '{{.ResourceKind}}{{.KindSuffix}}.json';
const fileOf = ({ group, version, kind }: { group: string; version: string; kind: string }) =>
  [kind, group.split('.')[0], version].filter(Boolean).join('-').toLowerCase();

/** Writes a JSON schema for each kind of Kubernetes, unless the folder exists. */
export async function writeSchemas(folder: string, readSwaggerPath: () => Promise<string>): Promise<void> {
  if (existsSync(folder)) return;
  const swagger = JSON.parse(readFileSync(await readSwaggerPath(), 'utf8')) as {
    definitions: Record<string, Definition>;
  };
  const entries = Object.entries(swagger.definitions);
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  const definitions = Object.fromEntries(entries.map(([name, definition]) => [name, toStrict(name, definition)]));
  writeFileSync(join(partial, 'definitions.json'), JSON.stringify({ definitions }));
  for (const [name, definition] of entries) {
    for (const kind of definition['x-kubernetes-group-version-kind'] ?? []) {
      const $ref = `definitions.json#/definitions/${name}`;
      writeFileSync(join(partial, `${fileOf(kind)}.json`), JSON.stringify({ $ref }));
    }
  }
  renameSync(partial, folder);
}
