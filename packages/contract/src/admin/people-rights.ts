import { type Static, Type } from 'typebox';
import type { Endpoint } from '../endpoint.ts';
import { receivedPeopleDays } from '../limits.ts';
import { Nullable, NullableInteger, NullableNamed, NullableString } from '../nullable.ts';
import { PersonMatch } from '../person-match.ts';
import { personFields } from '../vocabulary.ts';
import { bodyProblems, Choice, closed, Moment, Named, NullableMoment } from './operation.ts';
import { personTerms, privacy, Reason, writeProblems } from './privacy.ts';

const text = (description: string) => Type.String({ description });
const counted = (description: string) => Type.Integer({ description });
const flag = (description: string) => Type.Boolean({ description });

export const PersonTerms = Type.Object(personTerms, {
  ...closed,
  $id: 'PersonTerms',
  examples: [{ email: 'jo@example.com' }],
});
export type PersonTerms = Static<typeof PersonTerms>;

const by = Choice(personFields, 'How the person was identified');

const HeldCompany = Named('HeldCompany', {
  id: text('`id` of the company'),
  name: NullableString({ description: 'Name of the company' }),
});
const Company = (description: string) => Type.Object(HeldCompany.properties, { ...closed, description });

const codes = (description: string) =>
  Type.Unsafe<string[] | null>({ type: ['array', 'null'], items: { type: 'string' }, description });

const { has_email, has_personal_email, has_phone, has_dnd_phone, has_mobile } = PersonMatch.properties;

/** What a record or a position says about a person. */
const facts = {
  country: text('Country of the position, as an ISO code'),
  position: NullableString({ description: 'Job title' }),
  network: NullableString({ description: 'Slug of the profile on LinkedIn' }),
  seniority: codes('Seniority levels, as in a people search'),
  department: codes('Departments, as in a people search'),
  has_email,
  has_personal_email,
  has_phone,
  has_dnd_phone,
  has_mobile,
};

const Import = (description: string) =>
  Type.Object(
    { run: counted('Number of the import'), at: NullableMoment('When it started') },
    { ...closed, description },
  );

const HeldRecord = Named('HeldRecord', {
  source: text('Source that provided the record'),
  key: text('Key of the record in its source; a contact value is hashed first'),
  company: NullableNamed(HeldCompany, { description: 'Employer; `null` if the company is not loaded' }),
  company_reference: text('How the record names the company'),
  ...facts,
  contact_hashes: Type.Array(Type.String(), { description: 'Which contact values are stored as keyed hashes' }),
  observed: text('Date that the source gives, or the day of the import that brought the values'),
  last_observed: text('Date from which the maximum age counts'),
  first_import: Import('The import that brought the record'),
  last_change: Import('The last import that changed the record'),
});

const HeldPerson = Named('HeldPerson', {
  person_id: text('`person_id` in API responses'),
  former_ids: Type.Array(Type.String(), { description: 'Ids of records that were joined to this person' }),
  profile_slugs: Type.Array(Type.String(), { description: 'Slugs of profiles' }),
  records: Type.Array(HeldRecord, { description: 'What each source says' }),
  positions: Type.Array(
    Type.Object({ company: Company('Employer'), ...facts }, { ...closed, description: 'A position at one company' }),
    { description: 'What people searches return' },
  ),
});
export type HeldPerson = Static<typeof HeldPerson>;

const Disclosure = Named('Disclosure', {
  at: Moment('When'),
  key: text('Id of the key'),
  account: text('Account of the key'),
  operation: text('Operation that returned the person'),
  purpose: NullableString({ description: 'Header `X-Purpose` of the request; `null` if it was not sent' }),
});

export const HeldData = Named('HeldData', {
  at: Moment('When it was read'),
  identified_by: by,
  suppressed: flag('Whether the person has opted out or was erased'),
  people: Type.Array(HeldPerson, {
    description: 'The people with this value. A phone number or an email address can belong to several',
  }),
  ended_positions: counted('Positions that ended, of which only an id and a company are left'),
  received: Type.Array(Disclosure, {
    description: `Responses of the last ${receivedPeopleDays} days that contained the person, of keys with \`records_people\``,
  }),
  staged_rows: counted('Rows of unfinished imports'),
});
export type HeldData = Static<typeof HeldData>;

const ways = 'exactly one of `person_id`, `network`, `email` and `phone`';
const slow = 'If a large import is unfinished, its rows can take too long to search: use the command then.';

export const ExportPerson = {
  ...privacy,
  id: 'exportPerson',
  method: 'POST',
  url: '/admin/people/export',
  summary: 'Export what is stored about a person',
  description: [
    `Answers an access request, as \`orgdex person export\` does. Send ${ways}: in the body, so that no log contains it.`,
    `The audit log records how the person was identified, but not the value. ${slow}`,
  ].join(' '),
  body: PersonTerms,
  response: HeldData,
  returns: 'Everything that is stored, without contact values or their hashes.',
  problems: [...bodyProblems, 'ledger_unavailable'],
} as const satisfies Endpoint;

export const ErasureTerms = Type.Object(
  { ...personTerms, reason: Reason('Why, for the audit log, without contact values', 'Request of 3 May') },
  { ...closed, $id: 'ErasureTerms', examples: [{ email: 'jo@example.com', reason: 'Request of 3 May' }] },
);
export type ErasureTerms = Static<typeof ErasureTerms>;

/** A receipt: what was erased, but not whose. */
export const Erasure = Named('Erasure', {
  at: Moment('When the person was erased'),
  by,
  reason: text('The reason that was sent'),
  people: Type.Integer({
    description: 'People who were erased; a `person_id` counts even if no person has it',
    examples: [1],
  }),
  positions: Type.Integer({ description: 'Positions that were removed', examples: [1] }),
  complete: flag(
    [
      '`true`: no index contains the person any more, and only keyed hashes are left. `false`: the person is hidden, and ids of',
      'ended positions are left until the changes are published; the server then deletes them, or else `orgdex person expire`',
    ].join(' '),
  ),
  unfinished_runs: Type.Array(Type.Integer(), {
    description: 'Unfinished imports that may contain the person. Their rows are deleted when they end',
  }),
  audit_entry: Type.Integer({ description: 'Number of the entry in the audit log that proves it', examples: [213] }),
});
export type Erasure = Static<typeof Erasure>;

export const ErasePerson = {
  ...privacy,
  id: 'erasePerson',
  actsOnce: true,
  method: 'POST',
  url: '/admin/people/erase',
  summary: 'Erase a person',
  description: [
    'Deletes everything that is stored about a person, as `orgdex person erase` does, and keeps only keyed hashes that stop the',
    `person from being imported again. It cannot be undone. Send \`reason\` and ${ways}. Everyone who shares an email address`,
    `with the person is erased too. ${slow}`,
  ].join(' '),
  body: ErasureTerms,
  response: Erasure,
  returns: 'The receipt.',
  problems: writeProblems,
} as const satisfies Endpoint;

const SourceAge = Named('SourceAge', {
  source: text('Source of people'),
  months: NullableInteger({ description: 'Maximum age in months; `null`: people of this source do not expire' }),
  before: Nullable(
    Type.String({ format: 'date', description: 'Records that were last observed before this day are too old' }),
  ),
  records: counted('Records of people'),
  expired: counted('Records that the next run removes'),
});

const ExpiryRun = Named('ExpiryRun', {
  started_at: Moment('When it started'),
  ended_at: NullableMoment('When it ended; `null` if it is running or was interrupted'),
  records: counted('Records that it removed'),
  deleted_positions: counted('Ended positions that it deleted'),
  deleted_receipts: counted('Entries of who received people that it deleted'),
});

export const ExpiryStatus = Named('ExpiryStatus', {
  sources: Type.Array(SourceAge, { description: 'Sources with people, by name' }),
  estimated: flag('Whether the counts are estimates from a sample: of large tables, not every record is read'),
  last_run: NullableNamed(ExpiryRun, { description: 'The last run of `orgdex person expire`; `null` if it never ran' }),
  pending_erasures: counted('People whose erasure is not complete, because changes are not published'),
});
export type ExpiryStatus = Static<typeof ExpiryStatus>;

export const GetExpiry = {
  ...privacy,
  id: 'getExpiry',
  method: 'GET',
  url: '/admin/people/expiry',
  summary: 'Get the state of the expiry',
  description: [
    'Returns how many records of people are older than the maximum age of their source, and when `orgdex person expire` last',
    'ran. The maximum ages are those of this server (`ORGDEX_PEOPLE_MAX_AGE`). Changes nothing.',
  ].join(' '),
  response: ExpiryStatus,
  returns: 'Sources, and the last run.',
  problems: ['ledger_unavailable'],
} as const satisfies Endpoint;

/** In the order of the reference. */
export const rightsOperations: readonly Endpoint[] = [ExportPerson, ErasePerson, GetExpiry];
