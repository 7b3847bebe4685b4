/** As much of a logger as counting needs. */
export interface MeterLog {
  info(facts: object, text: string): void;
  warn(facts: object, text: string): void;
  error(facts: object, text: string): void;
}
