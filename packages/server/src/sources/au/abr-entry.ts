/** What one `<ABR>` says, in the register's own codes; empty where it says nothing. */
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
