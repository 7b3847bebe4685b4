/** Kinds of personal data, by the people they are about. */
export interface DataGroup {
  title: string;
  /** Why it is stored. */
  purpose: string;
  /** The usual legal basis. The operator decides, and documents it. */
  basis: string;
  kept: string;
  seenBy: string;
}

export const dataGroups = {
  people: {
    title: 'People who work at companies',
    purpose: 'Answer who is responsible for what at a company, and whether a contact channel is known',
    basis: 'Legitimate interests of the operator and of customers, or what the operator agreed with its source',
    kept: '`ORGDEX_PEOPLE_MAX_AGE` after they were last observed (18 months by default), or until an opt-out or erasure',
    seenBy:
      'Customers with `people:search` see id, title, flags and slug; operators see all; contact values are not stored',
  },
  opt_outs: {
    title: 'People who opted out or were erased',
    purpose: 'Recognize and reject the person in every later import',
    basis: 'Legal obligation: the objection or the erasure has to hold',
    kept: 'Permanently, as keyed hashes and, for opt-outs, person ids; an opt-out that is lifted, until then',
    seenBy: 'Operators see counts',
  },
  traders: {
    title: 'Sole traders, whose company has the name of a person',
    purpose: 'Company data. Registers with sole traders are imported only with `--with sole-traders`',
    basis: 'The register is public by law; see its license',
    kept: 'As long as the register lists the company, and after that until the source is no longer used',
    seenBy: 'Customers with a scope for companies; operators',
  },
  recipients: {
    title: 'Who received which people',
    purpose: 'Tell a person who received their data. Only for keys with `--record-people`',
    basis: 'Legal obligation: accountability, and the right of access',
    kept: '90 days, then `orgdex person expire` deletes it',
    seenBy: 'Operators, in an access request',
  },
  customers: {
    title: 'Customers and operators',
    purpose: 'Give access, count usage, and show who changed what',
    basis: 'Contract with the customer; legitimate interest in security',
    kept: 'As long as the account exists; the audit log permanently, because its entries are chained',
    seenBy: 'Operators; a customer sees its own usage',
  },
} as const satisfies Record<string, DataGroup>;

/** The columns of a table. */
export interface TableColumns {
  group?: keyof typeof dataGroups;
  /** Columns that can identify or describe a person, each with its purpose. */
  personal: Readonly<Record<string, string>>;
  /** The other columns, separated by spaces. */
  other: string;
}

const none = (other: string): TableColumns => ({ personal: {}, other });

const personId = 'Pseudonymous id, derived from source and key with the secret of the installation';
const recordKey = 'Key of the record in its source; a contact value is hashed first';
const facts = {
  country: 'Filter by country',
  position: 'Job title: search by role',
  network: 'Profile slug: distinguish people, join the records of one person',
  levels: 'Seniority: filter',
  departments: 'Department: filter',
  flags: 'Whether an email address, a phone number or a number that must not be called is known',
};
const about = 'Name, address and contact data of the company';

/**
 * Every column of the database. A column that is missing here fails `records-of-processing.http.test.ts`. A new entry says
 * whether the column contains personal data, and why. `docs/privacy/records.md` is generated from it.
 */
export const tables: Readonly<Record<string, TableColumns>> = {
  person_record: {
    group: 'people',
    personal: {
      key: recordKey,
      person_id: personId,
      company_ref: 'How the record names its company; may contain the domain of an email address',
      company_id: 'Employer',
      ...facts,
      contacts: 'Keyed hashes of email addresses and phone numbers: find a person who opts out',
      observed: 'Date of the statement: precedence and expiry',
      seen: 'Last import that contained it: expiry',
      hash: 'Detects changes',
    },
    other: 'source_id seq run_id',
  },
  'stage.person_<run>': {
    group: 'people',
    personal: {
      key: recordKey,
      company_ref: 'As in `person_record`',
      ...facts,
      observed: 'As in `person_record`',
      contacts: 'As in `person_record`',
      handles: 'Keyed hashes of everything by which the person may have opted out',
      hash: 'Detects changes',
      candidate: personId,
    },
    other: 'line removed',
  },
  'stage.rejection_<run>': {
    group: 'people',
    personal: { key: recordKey },
    other: 'file line reason',
  },
  employment: {
    group: 'people',
    personal: { company_id: 'Employer', person_id: personId, ...facts },
    other: 'removed version',
  },
  person_slug: { group: 'people', personal: { slug: facts.network, person_id: personId }, other: 'seq' },
  person_alias: { group: 'people', personal: { id: 'Former id of a merged person', person_id: personId }, other: '' },
  contact_hash: {
    group: 'people',
    personal: { hash: 'Keyed hash of a contact value: find a person who opts out', key: recordKey },
    other: 'source_id',
  },
  person_reference: {
    group: 'people',
    personal: { company_ref: 'As in `person_record`, once for all people who have it' },
    other: 'company_id way',
  },
  described_key: {
    group: 'people',
    personal: {
      value: 'Domain of an email address, or hash of a company name',
      company_ref: 'As in `person_reference`',
    },
    other: '',
  },
  outbox: {
    group: 'people',
    personal: { id: 'Company and person whose document is to be written; seconds' },
    other: 'slot kind version late tries since',
  },
  failed_document: {
    group: 'people',
    personal: { id: 'As in `outbox`', reason: 'Message of OpenSearch; may quote a value' },
    other: 'slot kind version failed_at',
  },
  pending_erasure: {
    group: 'people',
    personal: { person_id: 'Person whose erasure is not published yet; seconds', since: 'When it was requested' },
    other: '',
  },
  suppression: {
    group: 'opt_outs',
    personal: { value: 'Keyed hash or, for opt-outs, person id', made_at: 'When it was recorded' },
    other: '',
  },
  suppressed_employment: {
    group: 'opt_outs',
    personal: { company_id: 'Former employer', person_id: 'Id that no response may contain' },
    other: 'seq lifted',
  },
  opt_out: {
    group: 'opt_outs',
    personal: { made_at: 'When it was recorded', lift_reason: 'Why it was a mistake' },
    other: 'id identified_by people positions emails phones profiles lifted_at',
  },
  opt_out_value: {
    group: 'opt_outs',
    personal: { value: 'As in `suppression`: which opt-out keeps it there' },
    other: 'opt_out_id',
  },
  removed_handle: {
    group: 'opt_outs',
    personal: {
      handle: 'Keyed hash or id: a second opt-out of the same person has to cover the same values',
      person_id: 'Id of a person who opted out',
    },
    other: '',
  },
  company_record: {
    group: 'traders',
    personal: { key: 'Key in its register', claims: 'Register numbers and domains', content: about },
    other: 'source_id seq company_id linked_by hidden founded country observed removed hash run_id matched_by',
  },
  match_name: {
    group: 'traders',
    personal: { name: 'Normalized name: match by name', skeleton: 'The same, shortened' },
    other: 'grp kind weight numbered may_link complete forms regions seats',
  },
  received_people: {
    group: 'recipients',
    personal: {
      at: 'When',
      key_id: 'The key that received them',
      operation: 'In which operation',
      purpose: 'What the customer said it is for',
      people: 'Person ids in the response',
    },
    other: 'request_id',
  },
  account: { group: 'customers', personal: { name: 'Name of the customer' }, other: 'id created_at plan suspended' },
  api_key: {
    group: 'customers',
    personal: {
      label: 'Chosen by the operator; may name a person',
      addresses: 'IP addresses that may use the key',
      last_used_at: 'Find keys that are not used',
    },
    other: 'id account_id hash hint scopes created_at revoked_at mode countries expires_at replaced_by records_people',
  },
  console_session: {
    group: 'customers',
    personal: { key_id: 'Whose session it is', used_at: 'End sessions that are not used' },
    other: 'hash created_at',
  },
  usage: {
    group: 'customers',
    personal: { at: 'When', account_id: 'Who', key_id: 'With which key', operation: 'What: bill and show usage' },
    other: 'request_id credits',
  },
  usage_day: {
    group: 'customers',
    personal: { account_id: 'Who', day: 'When', operation: 'What' },
    other: 'count',
  },
  usage_month: { group: 'customers', personal: { account_id: 'Who' }, other: 'month used' },
  refusal_day: { group: 'customers', personal: { account_id: 'Who', day: 'When', code: 'Why' }, other: 'count' },
  audit: {
    group: 'customers',
    personal: {
      actor: 'User name or key of who did it',
      at: 'When',
      subject: 'What was changed; of people, never who',
      detail: 'The values that were set; of people, never who',
    },
    other: 'number action hash',
  },
  run: {
    group: 'customers',
    personal: {
      started_by: 'User and host that started the import',
      input: 'Names of the files',
      files: 'Names of the files',
    },
    other:
      'id source_id whole overrides_checks state position counts reason started_at ended_at checks reasons links widest',
  },
  database_role: { group: 'customers', personal: { role: 'Name of a database role' }, other: 'job' },
  api_process: none('id started_at seen_at segment position'),
  claim: none('identifier source_id key'),
  company: none(
    'id founder_source founder_key founded_seq redirect_to version roster_version merged_into founded_nth changed_at',
  ),
  company_name: none('name_hash source_id key'),
  coverage_report: none('only_row measured_at report'),
  credit_lease: none('process_id account_id month taken spent'),
  decided_record: none('source_id key decision_id claim'),
  decision: none('id kind made_at'),
  expiry_run: none('id started_at ended_at records deleted_positions deleted_receipts'),
  generation: none('id slot indices rules_hash mapping_hash scanned created_at live_since published'),
  identifier: none('identifier company_id version claimants'),
  installation: none('only_row secret_fingerprint created_at'),
  match: none('id free_source free_key company_source company_key state score reasons made_at decision_id'),
  match_change: none('seq company_id'),
  match_group: none('grp company_id matched_by numbered named source_id key sources reach years'),
  match_pair: none(
    'free company kind may_link complete other_form common region nearby companies linked score reasons',
  ),
  match_part: none('part position companies free'),
  match_state: none('only_row rules sources reason companies free complete'),
  match_todo: none('step id'),
  migration: none('name applied_at breaking'),
  name_index: none('only_row rules complete'),
  plan: none('name rate burst requests_per_day monthly_credits countries scopes companies_per_day people_per_day'),
  rebuild_part: none('generation_id kind part position documents'),
  refused_record: none('match_id side source_id key'),
  row_fingerprint: none('source_id key fingerprint'),
  source: none('id name class precedence identity_precedence fingerprint_rules'),
};

/** What the indices contain about people: field → purpose. */
export const indexFields: Readonly<Record<string, string>> = {
  company: 'Employer',
  person: personId,
  country: facts.country,
  words: 'Words of the job title: search by role',
  word_count: 'Order of results',
  rank: 'Order of results',
  levels: facts.levels,
  departments: facts.departments,
  match: 'What a response shows of the person',
  hash: 'Detects changes',
};

/** Places outside the database: what they contain, and how long. */
export const otherPlaces: readonly (readonly [place: string, content: string, kept: string])[] = [
  [
    'Rosters in the index of companies',
    'The same fields as the index of people, for companies with up to `ORGDEX_ROSTER_PEOPLE` people',
    'Until the next publish after a change',
  ],
  [
    '`suppression.ndjson` in `ORGDEX_HOME`',
    'Keyed hashes and, for opt-outs, person ids',
    'Permanently: a restored database is corrected from it',
  ],
  ['`rejected/` in `ORGDEX_HOME`', 'File, line and reason of rejected rows; no values', 'Until you delete it'],
  [
    '`spool/` in `ORGDEX_HOME`',
    'Usage; for keys with `--record-people` also person ids and the purpose',
    'Seconds: a file is removed when it is in PostgreSQL',
  ],
  [
    'Redis',
    'Key ids; for keys with a daily cap of people, the ids of people in their responses',
    'Until the end of the day (UTC)',
  ],
  ['Logs of orgdex', 'Request ids, account names and key ids; no bodies', 'As your log storage keeps them'],
  [
    'Log of PostgreSQL',
    'A statement that fails may be logged with its row; rows contain hashes, not contact values',
    'As PostgreSQL is configured',
  ],
  ['Backups', 'Everything above', 'As you keep them'],
];
