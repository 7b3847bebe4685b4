import { Company } from '@orgdex/contract';
import type { CountryCoverage } from './coverage.ts';

/** A field of the profile, or a part of one that is a group of fields. */
export interface Field {
  /** Dotted below the first level, as a profile names where its values come from. */
  readonly name: string;
  /** The field of the first level that it is a part of. */
  readonly group?: string;
}

interface Shape {
  type?: string | string[];
  properties?: Record<string, Shape>;
}

/** What is unknown as a whole has one origin as a whole; everything else is looked at part by part. */
const partsOf = ({ type, properties }: Shape): [string, Shape][] =>
  type === 'object' && properties ? Object.entries(properties).filter(([name]) => name !== 'id') : [];

function pathsOf([name, shape]: [string, Shape]): string[] {
  const parts = partsOf(shape);
  return parts.length === 0 ? [name] : parts.flatMap(pathsOf).map((path) => `${name}.${path}`);
}

/** Every field in the order of the contract, a group before its parts. The id is no finding. */
export const fields: readonly Field[] = partsOf(Company as Shape).flatMap(([name, shape]) => {
  const paths = pathsOf([name, shape]);
  return paths[0] === name ? [{ name }] : [{ name }, ...paths.map((path) => ({ name: path, group: name }))];
});

const groups = new Map(fields.flatMap(({ name, group }) => (group === undefined ? [] : [[name, group] as const])));

/** The group that a dotted field is a part of. */
export const groupOf = (name: string): string | undefined => groups.get(name);

/** A part without its group, below which it stands. */
export const labelOf = ({ name, group }: Field): string => (group ? name.slice(group.length + 1) : name);

/** Every field of the first level, and those parts that a company of these countries has. */
export function shownFields(countries: readonly CountryCoverage[]): Field[] {
  const filled = new Set(
    countries.flatMap((country) => country.fields.filter((one) => one.filled > 0).map(({ field }) => field)),
  );
  return fields.filter(({ name, group }) => group === undefined || filled.has(name));
}
