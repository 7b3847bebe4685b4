/** The part of a logger that metering needs. */
export interface MeterLog {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}
