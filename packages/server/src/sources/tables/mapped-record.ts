/** A record, and what of its row was left out: `employee_count: not a number`. */
export interface MappedRecord<Made> {
  record: Made;
  notes: string[];
}

export interface RecordOptions {
  /** Of records whose row names none; an ISO code. */
  country?: string | undefined;
  /** A keyed hash with the installation's secret: no e-mail address and no phone number may be kept, not as a key either. */
  hashKey(text: string): string;
}
