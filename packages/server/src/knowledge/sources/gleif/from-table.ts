import type { LeiAddress, LeiEntry } from './lei-entry.ts';

// biome-ignore format: a list of names
const addressColumns = [
  'FirstAddressLine', 'AdditionalAddressLine.1', 'AdditionalAddressLine.2', 'AdditionalAddressLine.3', 'City',
  'Region', 'Country', 'PostalCode',
] as const;
const places = ['Entity.LegalAddress', 'Entity.HeadquartersAddress'] as const;
const otherNames = ([1, 2, 3, 4, 5] as const).flatMap((nth) => [
  `Entity.OtherEntityNames.OtherEntityName.${nth}` as const,
  `Entity.TransliteratedOtherEntityNames.TransliteratedOtherEntityName.${nth}` as const,
]);

/** The columns that are read, out of more than three hundred. */
export const columns = [
  'LEI',
  'Entity.LegalName',
  ...otherNames.flatMap((name) => [name, `${name}.type`] as const),
  ...places.flatMap((place) => addressColumns.map((column) => `${place}.${column}` as const)),
  'Entity.RegistrationAuthority.RegistrationAuthorityID',
  'Entity.RegistrationAuthority.RegistrationAuthorityEntityID',
  'Entity.EntityCategory',
  'Entity.EntityStatus',
  'Entity.EntityCreationDate',
  'Registration.RegistrationStatus',
  'Registration.InitialRegistrationDate',
  'Registration.LastUpdateDate',
] as const;

export type TableRow = Record<(typeof columns)[number], string>;

const addressOf = (row: TableRow, place: (typeof places)[number]): LeiAddress => ({
  lines: [
    row[`${place}.FirstAddressLine`],
    row[`${place}.AdditionalAddressLine.1`],
    row[`${place}.AdditionalAddressLine.2`],
    row[`${place}.AdditionalAddressLine.3`],
  ],
  city: row[`${place}.City`],
  region: row[`${place}.Region`],
  country: row[`${place}.Country`],
  postcode: row[`${place}.PostalCode`],
});

/** The entry of a row of the golden copy as CSV. */
export const entryOfTableRow = (row: TableRow): LeiEntry => ({
  lei: row.LEI,
  name: row['Entity.LegalName'],
  otherNames: otherNames
    .filter((name) => row[name] !== '')
    .map((name) => ({ name: row[name], type: row[`${name}.type`] })),
  legalAddress: addressOf(row, 'Entity.LegalAddress'),
  headquarters: addressOf(row, 'Entity.HeadquartersAddress'),
  register: row['Entity.RegistrationAuthority.RegistrationAuthorityID'],
  registerNumber: row['Entity.RegistrationAuthority.RegistrationAuthorityEntityID'],
  category: row['Entity.EntityCategory'],
  status: row['Entity.EntityStatus'],
  created: row['Entity.EntityCreationDate'],
  registrationStatus: row['Registration.RegistrationStatus'],
  registered: row['Registration.InitialRegistrationDate'],
  updated: row['Registration.LastUpdateDate'],
});
