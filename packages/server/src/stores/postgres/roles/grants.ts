import { partitionsOf } from '../partitions.ts';

/** What a command does with the database. An operator gives each job to a PostgreSQL role of their own. */
export const jobs = {
  serve: 'orgdex serve: requests of customers, usage, sign-in to the console',
  publish: 'orgdex publish and orgdex rebuild',
  import: 'orgdex import, orgdex match run and orgdex person expire',
  admin: 'everything but the schema: the admin API, the console of an operator, all other commands',
} as const;
export type Job = keyof typeof jobs;

/** The letters are those of PostgreSQL's access control lists. */
const privileges = { r: 'SELECT', a: 'INSERT', w: 'UPDATE', d: 'DELETE', D: 'TRUNCATE' } as const;

/** Letters, each for all columns or for those in parentheses: `r w(last_used_at)`. */
type Rights = string;

/** A query that names partitions needs a right on each. */
const partitionRights = (tables: readonly string[], rights: Rights): Readonly<Record<string, Rights>> =>
  Object.fromEntries(tables.flatMap(partitionsOf).map((partition) => [partition, rights]));

/** Every job checks the version of the schema, and that the secret belongs to it. */
const checked = { migration: 'r', installation: 'r' } as const;

/**
 * The rights of each job on each table; partitions have those of their table. `admin` has the rights of all others too.
 * `grants.http.test.ts` compares the names with the schema.
 */
const tableRights: Readonly<Record<Job, Readonly<Record<string, Rights>>>> = {
  serve: {
    ...checked,
    // Which key may do what. A server can store when a key was last used, and cannot change what it may do.
    plan: 'r',
    account: 'r',
    api_key: 'r w(last_used_at)',
    console_session: 'rawd',
    // Usage and credits.
    api_process: 'rawd',
    usage: 'ra',
    received_people: 'a',
    usage_day: 'raw',
    usage_month: 'raw',
    credit_lease: 'rawd',
    refusal_day: 'raw',
    // What to read from OpenSearch, and which people never to show.
    generation: 'r',
    suppression: 'r',
    suppressed_employment: 'r',
    opt_out: 'r',
    opt_out_value: 'r',
    // Metrics.
    outbox: 'r',
    failed_document: 'r',
    run: 'r',
    source: 'r',
    match: 'r(state)',
  },
  publish: {
    ...checked,
    generation: 'rawd',
    rebuild_part: 'raw',
    outbox: 'rawd',
    outbox_0: 'D',
    outbox_1: 'D',
    failed_document: 'rawd',
    // A rebuild adds rosters that an older version did not write.
    company: 'r w(roster_version, version)',
    company_record: 'r',
    employment: 'r',
    identifier: 'r',
    // The lanes of a rebuild read one partition each.
    ...partitionRights(['company', 'employment', 'identifier'], 'r'),
    source: 'r',
    suppression: 'r',
    opt_out: 'r',
    opt_out_value: 'r',
  },
  import: {
    ...checked,
    source: 'raw',
    run: 'raw',
    company_record: 'rawd',
    row_fingerprint: 'rad',
    claim: 'rawd',
    company: 'rawd',
    identifier: 'rawd',
    company_name: 'rawdD',
    name_index: 'raw',
    person_record: 'rawd',
    person_reference: 'rawd',
    described_key: 'rawd',
    person_slug: 'rawd',
    person_alias: 'rawd',
    contact_hash: 'rawd',
    employment: 'rawd',
    match: 'rawd',
    // What a match run keeps for the next one.
    match_state: 'rawD',
    match_part: 'rawD',
    match_change: 'radD',
    match_todo: 'radD',
    match_group: 'rawdD',
    match_name: 'radD',
    match_pair: 'rawdD',
    refused_record: 'r',
    decision: 'r',
    decided_record: 'r',
    // An import removes people who opted out, and extends an opt-out by what it finds.
    // After a restore, it also repeats erasures.
    suppression: 'rad',
    suppressed_employment: 'rad w(lifted, seq)',
    opt_out: 'ra',
    opt_out_value: 'rad',
    removed_handle: 'rad',
    pending_erasure: 'rad',
    // An expiry deletes who received people long ago.
    received_people: 'rwd',
    expiry_run: 'raw',
    generation: 'r',
    outbox: 'raw',
  },
  admin: {
    plan: 'raw',
    account: 'raw',
    api_key: 'raw',
    audit: 'ra',
    decision: 'rad',
    decided_record: 'rad',
    refused_record: 'rad',
    // An opt-out is lifted.
    suppression: 'd',
    opt_out: 'w(lifted_at, lift_reason)',
    opt_out_value: 'd',
    removed_handle: 'd',
    coverage_report: 'raw',
    database_role: 'r',
  },
};

/** Rights on anything but tables. */
const otherRights: Readonly<Partial<Record<Job, Readonly<Record<string, string>>>>> = {
  serve: { 'FUNCTION create_usage_partition(date)': 'EXECUTE' },
  import: {
    'SCHEMA stage': 'USAGE, CREATE',
    'SEQUENCE match_id': 'USAGE',
    'SEQUENCE match_group_id': 'USAGE',
    'SEQUENCE employment_version': 'SELECT, UPDATE',
    'FUNCTION analyze_companies()': 'EXECUTE',
    'FUNCTION analyze_people()': 'EXECUTE',
  },
};

const ownJobs = Object.keys(jobs).filter((job) => job !== 'admin') as Job[];
const includedIn = (job: Job): readonly Job[] => (job === 'admin' ? [...ownJobs, 'admin'] : [job]);

const rightPattern = /([rawdD])(\([^)]+\))?/g;

/** `r w(last_used_at)` → `SELECT, UPDATE (last_used_at)` */
const toPrivileges = (rights: Rights): string =>
  [...rights.matchAll(rightPattern)]
    .map(([, letter, columns = '']) => `${privileges[letter as keyof typeof privileges]} ${columns}`.trim())
    .join(', ');

/** What a role with this job is granted: objects, and the privileges on each. */
function grantsOf(job: Job): [object: string, privileges: string][] {
  const tables = includedIn(job).flatMap((one) => Object.entries(tableRights[one]));
  const others = includedIn(job).flatMap((one) => Object.entries(otherRights[one] ?? {}));
  return [...tables.map(([table, rights]): [string, string] => [`TABLE ${table}`, toPrivileges(rights)]), ...others];
}

/** For `GRANT … TO`. */
export const grantsOfJobs = (given: readonly Job[]): string[] => [
  ...new Set(given.flatMap(grantsOf).map(([object, granted]) => `${granted} ON ${object}`)),
];

/** Every object that any job has rights on: `TABLE company`. */
export const grantedObjects: readonly string[] = [
  ...new Set((Object.keys(jobs) as Job[]).flatMap(grantsOf).map(([object]) => object)),
];
