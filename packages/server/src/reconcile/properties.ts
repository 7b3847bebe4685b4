import { Company, MatchItem } from '@orgdex/contract';

/** A field of a company, as OpenRefine lists it. */
export interface Property {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

interface Schema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}

const labelOf = (path: string): string => {
  const words = path.replaceAll('_', ' ').replaceAll('.', ': ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Every value of an object: `a`, or `a.b` inside another. */
const leavesOf = ({ properties = {} }: Schema, before = ''): Property[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    const schema = field as Schema;
    const id = before + name;
    if (schema.properties) return leavesOf(schema, `${id}.`);
    return [{ id, name: labelOf(id), description: schema.description ?? '' }];
  });

/** The fields of a profile, which can be added as columns. */
export const profileProperties: readonly Property[] = leavesOf(Company).filter(({ id }) => id !== 'id');

const isForQuery = ({ id }: Property): boolean => !['ref', 'id', 'name'].includes(id);

/** What a query may say about a company besides its name. */
const queryProperties: readonly Property[] = leavesOf(MatchItem).filter(isForQuery);

/** All of them, each once. */
export const allProperties: readonly Property[] = [
  ...new Map([...profileProperties, ...queryProperties].map((one) => [one.id, one])).values(),
];

const paths = new Set(profileProperties.map(({ id }) => id));

/** Where the profile has a property; a register number is found by its plain name too. */
export const pathInProfile = (id: string): string | undefined =>
  [id, `industry_codes.${id}`].find((path) => paths.has(path));
