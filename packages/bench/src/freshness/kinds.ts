import { type AnyRecord, company, person, removed } from '../../../server/test/support/data/records.ts';

/** One answer, as far as any kind of change looks at it. */
export interface Answer {
  readonly status: number;
  readonly canonicalId: string | undefined;
  readonly body: string;
}

export interface Asking {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** The id of the company that our source calls so. */
export type IdOf = (key: string) => string;

/** A change that customers notice: what is there before, how it is changed, and what is seen of it. */
interface Kind {
  /** What was loaded before, under keys that begin with the name of the trial. */
  before(name: string): readonly AnyRecord[];
  /** New records, or else a command. */
  readonly change: { records(name: string): readonly AnyRecord[] } | { command(name: string, idOf: IdOf): string[] };
  asking(name: string, idOf: IdOf): Asking;
  /** The part of an answer that changes; anything but these two is wrong. */
  read(answer: Answer): unknown;
  expected(name: string, idOf: IdOf): readonly [before: unknown, after: unknown];
}

const lookUp = (parameter: string, value: string): Asking => ({
  method: 'GET',
  path: `/company?${parameter}=${value}`,
});
const search = (companyId: string): Asking => ({
  method: 'POST',
  path: '/people/search',
  body: JSON.stringify({ companyId }),
});

/** One field of the answer; of anything but a success its status. */
const readField =
  (field: 'name' | 'id' | 'length') =>
  ({ status, body }: Answer): unknown =>
    status === 200 ? JSON.parse(body)[field] : `status ${status}`;
const countPeople = readField('length');

const domainOf = (key: string) => `${key}.com.au`;
/** A number of a register keeps two companies apart, whatever else they share. */
const numbered = (key: string, fqdn?: string): AnyRecord =>
  company(key, { identifiers: { registrations: { FRESH: key }, ...(fqdn && { fqdn }) } });

const peopleOf = (key: string, count: number): AnyRecord[] => [
  company(key),
  ...Array.from({ length: count }, (_, at) => person(`${key}-${at}`, key, { network: `${key}-${at}` })),
];

/** A small company whose people change by records. */
const roster = (
  part: string,
  [before, after]: readonly [number, number],
  change: (key: string) => AnyRecord,
): Kind => ({
  before: (name) => peopleOf(name + part, before),
  change: { records: (name) => [change(name + part)] },
  asking: (name, idOf) => search(idOf(name + part)),
  read: countPeople,
  expected: () => [before, after],
});

export const kinds = {
  'a name is updated': {
    before: (name) => [company(`${name}-update`, { name: 'Before' })],
    change: { records: (name) => [company(`${name}-update`, { name: 'After' })] },
    asking: (name, idOf) => lookUp('id', idOf(`${name}-update`)),
    read: readField('name'),
    expected: () => ['Before', 'After'],
  },
  'two companies are merged': {
    before: (name) => [company(`${name}-one`), company(`${name}-other`)],
    change: { command: (name, idOf) => ['company', 'join', idOf(`${name}-one`), idOf(`${name}-other`)] },
    asking: (name, idOf) => lookUp('id', idOf(`${name}-other`)),
    read: ({ status, canonicalId }) => `${status} ${canonicalId}`,
    expected: (name, idOf) => ['200 undefined', `200 ${idOf(`${name}-one`)}`],
  },
  'a person opts out': {
    before: (name) => peopleOf(`${name}-out`, 2),
    change: { command: (name) => ['person', 'suppress', '--network', `${name}-out-0`] },
    asking: (name, idOf) => search(idOf(`${name}-out`)),
    read: countPeople,
    expected: () => [2, 1],
  },
  'an unknown domain gets its company': {
    before: () => [],
    change: {
      records: (name) => [company(`${name}-new`, { identifiers: { fqdn: domainOf(`${name}-new`) } })],
    },
    asking: (name) => lookUp('fqdn', domainOf(`${name}-new`)),
    read: ({ status }) => status,
    expected: () => [404, 200],
  },
  'a domain moves to another company': {
    before: (name) => [numbered(`${name}-from`, domainOf(`${name}-moves`)), numbered(`${name}-to`)],
    change: { records: (name) => [numbered(`${name}-from`), numbered(`${name}-to`, domainOf(`${name}-moves`))] },
    asking: (name) => lookUp('fqdn', domainOf(`${name}-moves`)),
    read: readField('id'),
    expected: (name, idOf) => [idOf(`${name}-from`), idOf(`${name}-to`)],
  },
  'a company gets its first person': roster('-first', [0, 1], (key) => person(`${key}-0`, key)),
  'a person is added': roster('-more', [1, 2], (key) => person(`${key}-1`, key)),
  'a person is removed': roster('-less', [2, 1], (key) => removed('person', `${key}-1`)),
} as const satisfies Record<string, Kind>;

export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];
export const kindOf = (name: KindName): Kind => kinds[name];
