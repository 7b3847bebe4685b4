/** An entry of the LEI index, in its own codes; missing values are empty. */
export interface LeiEntry {
  lei: string;
  name: string;
  otherNames: { name: string; type: string }[];
  legalAddress: LeiAddress;
  headquarters: LeiAddress;
  /** The register's code in the list of GLEIF, and the entity's number there. */
  register: string;
  registerNumber: string;
  category: string;
  /** Of the entity. */
  status: string;
  created: string;
  /** Of the LEI. */
  registrationStatus: string;
  registered: string;
  updated: string;
}

export interface LeiAddress {
  lines: string[];
  city: string;
  /** ISO 3166-2, if it has one. */
  region: string;
  country: string;
  postcode: string;
}
