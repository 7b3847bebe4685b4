import { Company } from '@orgdex/contract';
import type { CountryCoverage } from './coverage.ts';

/** A field of the profile, or a part of a field that is an object. */
export interface Field {
  /** Dotted below the first level, as in the provenance of a profile. */
  readonly name: string;
  /** The field of the first level that this is a part of. */
  readonly group?: string;
}

interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
}

/** A field that can be null as a whole has one source for the whole; all other objects are split into parts. */
const partsOf = ({ type, properties }: Shape): [string, Shape][] =>
  type === 'object' && properties ? Object.entries(properties).filter(([name]) => name !== 'id') : [];

function pathsOf([name, shape]: [string, Shape]): string[] {
  const parts = partsOf(shape);
  return parts.length === 0 ? [name] : parts.flatMap(pathsOf).map((path) => `${name}.${path}`);
}

/** All fields in the order of the contract, each group before its parts. The id is not data from a source. */
export const fields: readonly Field[] = partsOf(Company as Shape).flatMap(([name, shape]) => {
  const paths = pathsOf([name, shape]);
  return paths[0] === name ? [{ name }] : [{ name }, ...paths.map((path) => ({ name: path, group: name }))];
});

const groups = new Map(fields.flatMap(({ name, group }) => (group === undefined ? [] : [[name, group] as const])));

/** The group of a dotted field. */
export const groupOf = (name: string): string | undefined => groups.get(name);

/** The name of a part without its group, for a list in which it stands below the group. */
export const labelOf = ({ name, group }: Field): string => (group ? name.slice(group.length + 1) : name);

/** All fields of the first level, and those parts that a company of these countries has. */
export function shownFields(countries: readonly CountryCoverage[]): Field[] {
  const filled = new Set(
    countries.flatMap((country) => country.fields.filter((one) => one.filled > 0).map(({ field }) => field)),
  );
  return fields.filter(({ name, group }) => group === undefined || filled.has(name));
}
