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

const isAbbreviation = /^(?:abn|acn|anzsic|ceo|duns|hq|id|jcn|lei|naics|nzbn|sic|uen|url)$/;

/** A new column gets this name. */
function labelOf(path: string): string {
  if (path === 'fqdn') return 'Domain';
  const words = path
    .replace('industry_codes.', '')
    .replaceAll('.', ' : ')
    .split(/[ _]/)
    .map((word) => (isAbbreviation.test(word) ? word.toUpperCase() : word))
    .join(' ')
    .replaceAll(' : ', ': ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Every value of an object: `a`, or `a.b` inside another. */
const leavesOf = ({ properties = {} }: Schema, before = ''): Property[] =>
  Object.entries(properties).flatMap(([name, field]) => {
    const schema = field as Schema;
    const id = before + name;
    if (schema.properties) return leavesOf(schema, `${id}.`);
    return [{ id, name: labelOf(id), description: schema.description ?? '' }];
  });

/** The fields of a profile, which can be added as columns. */
const profileProperties: readonly Property[] = leavesOf(Company).filter(({ id }) => id !== 'id');

/** Those that OpenRefine lists. The many fields of `nextGen` are found by typing, as all others. */
export const proposedProperties: readonly Property[] = profileProperties.filter(({ id }) => !id.startsWith('nextGen.'));

const isForQuery = ({ id }: Property): boolean => !['ref', 'id', 'name'].includes(id);

/** What a query may say about a company in addition to its name. */
const queryProperties: readonly Property[] = leavesOf(MatchItem).filter(isForQuery);

const isFirstOfName = ({ name }: Property, at: number, all: readonly Property[]): boolean =>
  all.findIndex((one) => one.name === name) === at;

/** All of them, each once. What a query may say comes first: OpenRefine suggests from one list for queries and columns. */
export const allProperties: readonly Property[] = [
  ...queryProperties,
  ...proposedProperties,
  ...profileProperties,
].filter(isFirstOfName);

const paths = new Set(profileProperties.map(({ id }) => id));

/** Where the profile has a property; a register number is found by its plain name too. */
export const pathInProfile = (id: string): string | undefined =>
  [id, `industry_codes.${id}`].find((path) => paths.has(path));
