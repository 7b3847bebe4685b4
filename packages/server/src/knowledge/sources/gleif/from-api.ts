import { listOf, memberOf, textOf } from '../parsing/json-value.ts';
import type { LeiAddress, LeiEntry } from './lei-entry.ts';

const addressOf = (address: unknown): LeiAddress => ({
  lines: listOf(address, 'addressLines').map((line) => textOf(line)),
  city: textOf(address, 'city'),
  region: textOf(address, 'region'),
  country: textOf(address, 'country'),
  postcode: textOf(address, 'postalCode'),
});

const toName = (name: unknown) => ({ name: textOf(name, 'name'), type: textOf(name, 'type') });

/** The entry of a record of the API: the same facts under other names. */
export function entryOfApi(record: unknown): LeiEntry {
  const entity = memberOf(record, 'attributes', 'entity');
  const registration = memberOf(record, 'attributes', 'registration');
  return {
    lei: textOf(record, 'attributes', 'lei'),
    name: textOf(entity, 'legalName', 'name'),
    otherNames: [...listOf(entity, 'otherNames'), ...listOf(entity, 'transliteratedOtherNames')].map(toName),
    legalAddress: addressOf(memberOf(entity, 'legalAddress')),
    headquarters: addressOf(memberOf(entity, 'headquartersAddress')),
    register: textOf(entity, 'registeredAt', 'id'),
    registerNumber: textOf(entity, 'registeredAs'),
    category: textOf(entity, 'category'),
    status: textOf(entity, 'status'),
    created: textOf(entity, 'creationDate'),
    registrationStatus: textOf(registration, 'status'),
    registered: textOf(registration, 'initialRegistrationDate'),
    updated: textOf(registration, 'lastUpdateDate'),
  };
}
