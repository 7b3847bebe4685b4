/** A record, and notes on what was left out of its row: `employee_count: not a number`. */
export interface MappedRecord<Made> {
  record: Made;
  notes: string[];
}

export interface RecordOptions {
  /** The ISO code for records whose row has no country. */
  country?: string | undefined;
  /**
   * A keyed hash with the secret of the installation: email addresses and phone numbers must not be stored, not even
   * in a key.
   */
  hashKey(text: string): string;
}
