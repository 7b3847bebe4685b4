import { printable } from '../../../core/output/escape.ts';
import { mayHoldContact } from '../../rules/contacts/contact-values.ts';
import type { TableKind } from './header-names.ts';
import type { Mapping } from './map-columns.ts';
import { contactFields } from './to-person.ts';
import { clean } from './values/clean-cell.ts';

/** All rows with the same problem. */
export interface ProblemGroup {
  reason: string;
  /** The whole row is rejected; otherwise only the value is left out. */
  rejected: boolean;
  count: number;
  /** The first lines with this problem. */
  lines: number[];
  /** Some of the values, to show to the operator; never a contact value. */
  values: string[];
}

const maxLines = 5;
const maxValues = 3;
/** A broken file could produce a different reason for each row. */
const maxReasons = 200;

/** Fields with contact values, or with other data of a person that is not needed to fix a file. */
const hiddenFields: Record<TableKind, ReadonlySet<string>> = {
  companies: new Set(['phones', 'emails']),
  people: new Set([...contactFields, 'key', 'network', 'position']),
};

/** The value that a note such as `employee_count: not a number` is about; undefined if it must not be shown. */
export function shownValue(
  note: string,
  row: Readonly<Record<string, string>>,
  { kind, byField }: Mapping,
): string | undefined {
  const field = note.slice(0, note.indexOf(': '));
  const [column, ...others] = byField[field] ?? [];
  if (column === undefined || others.length > 0 || hiddenFields[kind].has(field)) return undefined;
  const value = clean(row[column]);
  return value === undefined || mayHoldContact(value) ? undefined : shorten(printable(value));
}

/** The problems of a file, grouped by reason. */
export class ProblemGroups {
  readonly #groups = new Map<string, ProblemGroup>();

  add(line: number, problem: { reason: string; rejected: boolean; value?: string | undefined }): void {
    const group = this.#groupOf(problem);
    group.count += 1;
    // A row can have the same problem in several columns.
    if (group.lines.length < maxLines && group.lines.at(-1) !== line) group.lines.push(line);
    const { value } = problem;
    if (value !== undefined && group.values.length < maxValues && !group.values.includes(value))
      group.values.push(value);
  }

  /** Rejected rows first, then the most frequent. */
  list(): ProblemGroup[] {
    return [...this.#groups.values()].sort(
      (a, b) => Number(b.rejected) - Number(a.rejected) || b.count - a.count || (a.lines[0] ?? 0) - (b.lines[0] ?? 0),
    );
  }

  #groupOf({ reason, rejected }: { reason: string; rejected: boolean }): ProblemGroup {
    const keyOf = (text: string) => `${rejected} ${text}`;
    const isNew = !this.#groups.has(keyOf(reason));
    const kept = isNew && this.#groups.size >= maxReasons ? 'other reasons' : reason;
    const group = this.#groups.get(keyOf(kept)) ?? { reason: kept, rejected, count: 0, lines: [], values: [] };
    this.#groups.set(keyOf(kept), group);
    return group;
  }
}

const maxWidth = 40;

export const shorten = (text: string): string => (text.length > maxWidth ? `${text.slice(0, maxWidth - 1)}…` : text);
