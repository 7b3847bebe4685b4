/** What an entry of the LEI index says, in its own codes; empty where it says nothing. */
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
  /** ISO 3166-2, where it has one. */
  region: string;
  country: string;
  postcode: string;
}
