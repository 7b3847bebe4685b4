/** One `<ABR>` entry, in the register's own codes; missing values are empty. */
export interface AbrEntry {
  updated: string;
  abn: string;
  status: string;
  typeCode: string;
  typeText: string;
  isPerson: boolean;
  name: string;
  state: string;
  postcode: string;
  asicNumber: string;
  gstStatus: string;
  gstSince: string;
  gifts: { status: string; since: string; fund: string }[];
  otherNames: { type: string; name: string }[];
}
