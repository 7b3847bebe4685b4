import { leiOf } from '../../../../server/src/sample-data/demo/numbers.ts';
import type { Random } from '../../../../server/src/sample-data/demo/random.ts';
import { headerOf } from '../registers/fixture-header.ts';
import type { Company } from '../universe/company.ts';
import { extractDay, isoDay } from '../universe/days.ts';

/** The columns of the golden copy, file format 3.1. */
export const gleifColumns = headerOf('gleif');

/** Every cell is quoted. */
const line = (cells: readonly string[]): string =>
  `${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`;

export const gleifHeader = line(gleifColumns);

/** What GLEIF says of the register of a company. */
export interface RegisterEntry {
  readonly authority: string;
  readonly number: string;
}
export const noRegister: RegisterEntry = { authority: 'RA999999', number: '' };
export const companyRegister = 'RA000014';
export const businessRegister = 'RA000013';

export const leiOfCompany = ({ nth }: Company): string => leiOf(nth);

/** The legal address and the headquarters address are the same. */
const addressIn = (prefix: string, { place }: Company, random: Random) => ({
  [`${prefix}.xmllang`]: 'en',
  // A line break inside a cell, as in the real file.
  [`${prefix}.FirstAddressLine`]: `${random.between(1, 400)} Example${random.chance(0.01) ? '\n' : ' '}Street`,
  [`${prefix}.City`]: place.city,
  [`${prefix}.Region`]: place.region,
  [`${prefix}.Country`]: 'AU',
  [`${prefix}.PostalCode`]: random.digits(4),
});

/** The row of a company, with the register entry that it states; all other columns are empty. */
export function gleifLine(company: Company, { authority, number }: RegisterEntry, random: Random): string {
  const { name, former, form, since } = company;
  const lei = leiOfCompany(company);
  const formerName = 'Entity.OtherEntityNames.OtherEntityName.1';
  const updated = `${isoDay(extractDay - random.below(700))}T06:00:00Z`;
  const cells: Record<string, string> = {
    LEI: lei,
    'Entity.LegalName': name,
    'Entity.LegalName.xmllang': 'en',
    ...(former && {
      [formerName]: form.before + former.text + form.after,
      [`${formerName}.xmllang`]: 'en',
      [`${formerName}.type`]: 'PREVIOUS_LEGAL_NAME',
    }),
    ...addressIn('Entity.LegalAddress', company, random),
    ...addressIn('Entity.HeadquartersAddress', company, random),
    'Entity.RegistrationAuthority.RegistrationAuthorityID': authority,
    'Entity.RegistrationAuthority.RegistrationAuthorityEntityID': number,
    'Entity.LegalJurisdiction': 'AU',
    'Entity.EntityCategory': 'GENERAL',
    'Entity.LegalForm.EntityLegalFormCode': '8888',
    'Entity.EntityStatus': random.chance(0.9) ? 'ACTIVE' : 'INACTIVE',
    'Entity.EntityCreationDate': `${isoDay(since)}T00:00:00Z`,
    'Registration.InitialRegistrationDate': updated,
    'Registration.LastUpdateDate': updated,
    'Registration.RegistrationStatus': random.chance(0.65) ? 'ISSUED' : 'LAPSED',
    'Registration.NextRenewalDate': '2027-06-24T00:00:00Z',
    'Registration.ManagingLOU': `${lei.slice(0, 4)}00EXAMPLE00000`,
    'Registration.ValidationSources': 'FULLY_CORROBORATED',
    'Registration.ValidationAuthority.ValidationAuthorityID': authority,
    'Registration.ValidationAuthority.ValidationAuthorityEntityID': number,
    ConformityFlag: 'CONFORMING',
  };
  return line(gleifColumns.map((column) => cells[column] ?? ''));
}
