import { type AnyRecord, company, person, removed } from '../../../testing/src/data/records.ts';

/** The parts of a response that a change can affect. */
export interface ObservedResponse {
  readonly status: number;
  readonly canonicalId: string | undefined;
  readonly body: string;
}

export interface RequestSpec {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: string;
}

/** Returns the id of the company with this key. */
export type IdOf = (key: string) => string;

/** A visible change: the data before it, how to make it, and how to observe it. */
interface Kind {
  /** The records to load first. Their keys start with the name of the trial. */
  before(name: string): readonly AnyRecord[];
  /** New records, or a command. */
  readonly change: { records(name: string): readonly AnyRecord[] } | { command(name: string, idOf: IdOf): string[] };
  requestSpec(name: string, idOf: IdOf): RequestSpec;
  /** The part of the response that changes. */
  read(response: ObservedResponse): unknown;
  expected(name: string, idOf: IdOf): readonly [before: unknown, after: unknown];
}

const lookUp = (parameter: string, value: string): RequestSpec => ({
  method: 'GET',
  path: `/company?${parameter}=${value}`,
});
const search = (companyId: string): RequestSpec => ({
  method: 'POST',
  path: '/people/search',
  body: JSON.stringify({ companyId }),
});

/** One field of the response, or the status of an error. */
const readField =
  (field: 'name' | 'id' | 'length') =>
  ({ status, body }: ObservedResponse): unknown =>
    status === 200 ? JSON.parse(body)[field] : `status ${status}`;
const countPeople = readField('length');

const domainOf = (key: string) => `${key}.com.au`;
/** Different register numbers keep two companies separate. */
const numbered = (key: string, fqdn?: string): AnyRecord =>
  company(key, { identifiers: { registrations: { FRESH: key }, ...(fqdn && { fqdn }) } });

const peopleOf = (key: string, count: number): AnyRecord[] => [
  company(key),
  ...Array.from({ length: count }, (_, at) => person(`${key}-${at}`, key, { network: `${key}-${at}` })),
];

/** A small company whose people are changed by records. */
const roster = (
  part: string,
  [before, after]: readonly [number, number],
  change: (key: string) => AnyRecord,
): Kind => ({
  before: (name) => peopleOf(name + part, before),
  change: { records: (name) => [change(name + part)] },
  requestSpec: (name, idOf) => search(idOf(name + part)),
  read: countPeople,
  expected: () => [before, after],
});

export const kinds = {
  'a name is updated': {
    before: (name) => [company(`${name}-update`, { name: 'Before' })],
    change: { records: (name) => [company(`${name}-update`, { name: 'After' })] },
    requestSpec: (name, idOf) => lookUp('id', idOf(`${name}-update`)),
    read: readField('name'),
    expected: () => ['Before', 'After'],
  },
  'two companies are merged': {
    before: (name) => [company(`${name}-one`), company(`${name}-other`)],
    change: { command: (name, idOf) => ['company', 'join', idOf(`${name}-one`), idOf(`${name}-other`)] },
    requestSpec: (name, idOf) => lookUp('id', idOf(`${name}-other`)),
    read: ({ status, canonicalId }) => `${status} ${canonicalId}`,
    expected: (name, idOf) => ['200 undefined', `200 ${idOf(`${name}-one`)}`],
  },
  'a person opts out': {
    before: (name) => peopleOf(`${name}-out`, 2),
    change: { command: (name) => ['person', 'suppress', '--network', `${name}-out-0`] },
    requestSpec: (name, idOf) => search(idOf(`${name}-out`)),
    read: countPeople,
    expected: () => [2, 1],
  },
  'an unknown domain gets its company': {
    before: () => [],
    change: {
      records: (name) => [company(`${name}-new`, { identifiers: { fqdn: domainOf(`${name}-new`) } })],
    },
    requestSpec: (name) => lookUp('fqdn', domainOf(`${name}-new`)),
    read: ({ status }) => status,
    expected: () => [404, 200],
  },
  'a domain moves to another company': {
    before: (name) => [numbered(`${name}-from`, domainOf(`${name}-moves`)), numbered(`${name}-to`)],
    change: { records: (name) => [numbered(`${name}-from`), numbered(`${name}-to`, domainOf(`${name}-moves`))] },
    requestSpec: (name) => lookUp('fqdn', domainOf(`${name}-moves`)),
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
