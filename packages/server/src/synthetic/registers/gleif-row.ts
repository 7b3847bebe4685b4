const numbered = (count: number, columnsOf: (nth: number) => readonly string[]): string[] =>
  Array.from({ length: count }, (_, at) => columnsOf(at + 1)).flat();

const under = (prefix: string, names: string): string[] => names.split(' ').map((name) => `${prefix}.${name}`);

const address =
  'FirstAddressLine AddressNumber AddressNumberWithinBuilding MailRouting AdditionalAddressLine.1 ' +
  'AdditionalAddressLine.2 AdditionalAddressLine.3 City Region Country PostalCode';
const event =
  'group_type event_status group_id group_sequence_no LegalEntityEventType LegalEntityEventEffectiveDate ' +
  'LegalEntityEventRecordedDate ValidationDocuments ValidationReference';
const authority = 'ValidationAuthorityID OtherValidationAuthorityID ValidationAuthorityEntityID';

const otherName = (list: string, nth: number) => {
  const name = `Entity.${list}s.${list}.${nth}`;
  return [name, `${name}.xmllang`, `${name}.type`];
};
const otherAddress = (list: string, nth: number) => under(`Entity.${list}es.${list}.${nth}`, `xmllang type ${address}`);
const legalEvent = (nth: number) => {
  const prefix = `Entity.LegalEntityEvents.LegalEntityEvent.${nth}`;
  return [
    ...under(prefix, event),
    ...numbered(5, (field) => under(`${prefix}.AffectedFields.${field}`, 'AffectedField field_xpath')),
  ];
};

/** The columns of the golden copy, file format 3.1. */
export const gleifColumns: readonly string[] = [
  'LEI',
  ...under('Entity', 'LegalName LegalName.xmllang'),
  ...numbered(5, (nth) => otherName('OtherEntityName', nth)),
  ...numbered(5, (nth) => otherName('TransliteratedOtherEntityName', nth)),
  ...under('Entity.LegalAddress', `xmllang ${address}`),
  ...under('Entity.HeadquartersAddress', `xmllang ${address}`),
  ...numbered(5, (nth) => otherAddress('OtherAddress', nth)),
  ...numbered(5, (nth) => otherAddress('TransliteratedOtherAddress', nth)),
  ...under(
    'Entity.RegistrationAuthority',
    'RegistrationAuthorityID OtherRegistrationAuthorityID RegistrationAuthorityEntityID',
  ),
  ...under('Entity', 'LegalJurisdiction EntityCategory EntitySubCategory'),
  ...under('Entity.LegalForm', 'EntityLegalFormCode OtherLegalForm'),
  ...under('Entity.AssociatedEntity', 'type AssociatedLEI AssociatedEntityName AssociatedEntityName.xmllang'),
  ...under('Entity', 'EntityStatus EntityCreationDate EntityExpirationDate EntityExpirationReason'),
  ...numbered(5, (nth) =>
    under(`Entity.SuccessorEntity.${nth}`, 'SuccessorLEI SuccessorEntityName SuccessorEntityName.xmllang'),
  ),
  ...numbered(5, legalEvent),
  ...under(
    'Registration',
    'InitialRegistrationDate LastUpdateDate RegistrationStatus NextRenewalDate ManagingLOU ValidationSources',
  ),
  ...under('Registration.ValidationAuthority', authority),
  ...numbered(5, (nth) => under(`Registration.OtherValidationAuthorities.OtherValidationAuthority.${nth}`, authority)),
  'ConformityFlag',
];

const line = (cells: readonly string[]): string => `"${cells.join('","')}"\n`;

export const gleifHeader = line(gleifColumns);

const columnAt = new Map(gleifColumns.map((name, at) => [name, at]));
const empty = gleifColumns.map(() => '');

/** One row of the golden copy, by column name; every cell is quoted. */
export function gleifLine(row: Readonly<Record<string, string>>): string {
  const cells = [...empty];
  for (const [column, text] of Object.entries(row)) cells[columnAt.get(column) as number] = text.replaceAll('"', '""');
  return line(cells);
}

/** The values that vary between entities; all other columns are empty. */
export interface GleifFacts {
  lei: string;
  name: string;
  formerName?: string | undefined;
  category: 'GENERAL' | 'FUND';
  country: string;
  /** ISO 3166-2, with the country; empty if the country has no regions. */
  region: string;
  city: string;
  postcode: string;
  street: string;
  authority: string;
  number: string;
  status: 'ISSUED' | 'LAPSED';
  isActive: boolean;
  created: string;
  updated: string;
}

/** The legal address and the headquarters address are the same. */
const addressIn = (prefix: string, { street, city, region, country, postcode }: GleifFacts) => ({
  [`${prefix}.xmllang`]: 'en',
  [`${prefix}.FirstAddressLine`]: street,
  [`${prefix}.City`]: city,
  [`${prefix}.Region`]: region,
  [`${prefix}.Country`]: country,
  [`${prefix}.PostalCode`]: postcode,
});

/** The columns that these facts fill. */
export function gleifRowOf(facts: GleifFacts): Record<string, string> {
  const former = 'Entity.OtherEntityNames.OtherEntityName.1';
  return {
    LEI: facts.lei,
    'Entity.LegalName': facts.name,
    'Entity.LegalName.xmllang': 'en',
    ...(facts.formerName
      ? { [former]: facts.formerName, [`${former}.xmllang`]: 'en', [`${former}.type`]: 'PREVIOUS_LEGAL_NAME' }
      : {}),
    ...addressIn('Entity.LegalAddress', facts),
    ...addressIn('Entity.HeadquartersAddress', facts),
    'Entity.RegistrationAuthority.RegistrationAuthorityID': facts.authority,
    'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': facts.number,
    'Entity.LegalJurisdiction': facts.country,
    'Entity.EntityCategory': facts.category,
    'Entity.LegalForm.EntityLegalFormCode': '8888',
    'Entity.EntityStatus': facts.isActive ? 'ACTIVE' : 'INACTIVE',
    'Entity.EntityCreationDate': facts.created ? `${facts.created}T00:00:00Z` : '',
    'Registration.InitialRegistrationDate': `${facts.updated}T06:00:00Z`,
    'Registration.LastUpdateDate': `${facts.updated}T06:00:00Z`,
    'Registration.RegistrationStatus': facts.status,
    'Registration.NextRenewalDate': '2027-06-24T00:00:00Z',
    'Registration.ManagingLOU': `${facts.lei.slice(0, 4)}00EXAMPLE00000`,
    'Registration.ValidationSources': 'FULLY_CORROBORATED',
    'Registration.ValidationAuthority.ValidationAuthorityID': facts.authority,
    'Registration.ValidationAuthority.ValidationAuthorityEntityID': facts.number,
    ConformityFlag: 'CONFORMING',
  };
}
