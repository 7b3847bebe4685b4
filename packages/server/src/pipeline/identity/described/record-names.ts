import type { Secret } from '../../../core/settings/secret.ts';
import type { RecordNames } from '../../../stores/postgres/imports/company-names.ts';
import type { FactName } from '../scoring/features.ts';
import { nameHashOf } from './described-company.ts';

export interface HashedName {
  hash: string;
  kind: FactName['kind'];
}

/** The names of a record as they are compared: each once, with its best kind. */
export function hashNames(secret: Secret, { country, name, trading_names, former_names }: RecordNames): HashedName[] {
  const byKind = { current: name === null ? [] : [name], trading: trading_names ?? [], former: former_names ?? [] };
  const found = new Map<string, HashedName>();
  for (const [kind, names] of Object.entries(byKind) as [FactName['kind'], string[]][]) {
    for (const one of names) {
      const hash = nameHashOf(secret, country ?? undefined, one);
      if (hash !== undefined && !found.has(hash)) found.set(hash, { hash, kind });
    }
  }
  return [...found.values()];
}
