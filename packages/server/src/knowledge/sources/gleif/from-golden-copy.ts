import { listOf, memberOf, textOf } from '../parsing/json-value.ts';
import type { LeiAddress, LeiEntry } from './lei-entry.ts';

/** The JSON wraps each text of the XML in an object with one member. */
const leaf = (value: unknown, ...names: string[]) => textOf(value, ...names, '$');

const addressOf = (address: unknown): LeiAddress => ({
  lines: [leaf(address, 'FirstAddressLine'), ...listOf(address, 'AdditionalAddressLine').map((line) => leaf(line))],
  city: leaf(address, 'City'),
  region: leaf(address, 'Region'),
  country: leaf(address, 'Country'),
  postcode: leaf(address, 'PostalCode'),
});

const toName = (name: unknown) => ({ name: leaf(name), type: textOf(name, '@type') });

/** The entry of a record of the golden copy as JSON. */
export function entryOfGoldenCopy(record: unknown): LeiEntry {
  const entity = memberOf(record, 'Entity');
  const registration = memberOf(record, 'Registration');
  return {
    lei: leaf(record, 'LEI'),
    name: leaf(entity, 'LegalName'),
    otherNames: [
      ...listOf(entity, 'OtherEntityNames', 'OtherEntityName').map(toName),
      ...listOf(entity, 'TransliteratedOtherEntityNames', 'TransliteratedOtherEntityName').map(toName),
    ],
    legalAddress: addressOf(memberOf(entity, 'LegalAddress')),
    headquarters: addressOf(memberOf(entity, 'HeadquartersAddress')),
    register: leaf(entity, 'RegistrationAuthority', 'RegistrationAuthorityID'),
    registerNumber: leaf(entity, 'RegistrationAuthority', 'RegistrationAuthorityEntityID'),
    category: leaf(entity, 'EntityCategory'),
    status: leaf(entity, 'EntityStatus'),
    created: leaf(entity, 'EntityCreationDate'),
    registrationStatus: leaf(registration, 'RegistrationStatus'),
    registered: leaf(registration, 'InitialRegistrationDate'),
    updated: leaf(registration, 'LastUpdateDate'),
  };
}
