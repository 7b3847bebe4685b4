import {
  companyStatuses,
  companyTypes,
  facetNames,
  keyModes,
  matchStatuses,
  presenceNames,
  problems,
  revenueBands,
  scopes,
  searchSorts,
  sizeBands,
  supportedCountries,
  valueFields,
} from '@orgdex/contract';

/** Closed lists of values that have a name in both SDKs. */
export const vocabularies: Readonly<Record<string, { readonly values: readonly string[]; readonly about: string }>> = {
  CompanySize: { values: sizeBands, about: 'Employee ranges' },
  CompanyStatus: { values: companyStatuses, about: 'Whether a company operates, according to the registers' },
  CompanyType: { values: companyTypes, about: 'Kinds of company' },
  Country: { values: supportedCountries, about: 'Supported countries, as ISO codes' },
  FacetName: { values: facetNames, about: 'Fields that a company search can count by value' },
  KeyMode: { values: keyModes, about: 'Kinds of API key' },
  KnownField: { values: presenceNames, about: 'What can be required to be known about a company' },
  MatchStatus: { values: matchStatuses, about: 'Outcomes of a match' },
  ProblemCode: { values: Object.keys(problems), about: 'Codes of all errors that the service returns' },
  Revenue: { values: revenueBands, about: 'Ranges of yearly revenue in US dollars' },
  Scope: { values: scopes, about: 'What a key may do' },
  SearchSort: { values: searchSorts, about: 'Orders of a company search' },
  ValueField: { values: valueFields, about: 'Fields whose values can be listed' },
};

const nameOfValues = new Map(Object.entries(vocabularies).map(([name, { values }]) => [values.join('|'), name]));

/** The name of exactly these values, if they have one. */
export const vocabularyOf = (values: readonly (string | number)[]): string | undefined =>
  nameOfValues.get(values.join('|'));
