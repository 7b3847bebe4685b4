import type { HeldData, PersonTerms } from '@orgdex/contract';
import { toFlags } from '../../knowledge/rules/contacts/channel-flags.ts';
import { readCompanyNames } from '../../stores/postgres/imports/described-companies.ts';
import { readListed } from '../../stores/postgres/opt-outs.ts';
import {
  countEndedPositions,
  type HeldPosition,
  type HeldRecord,
  readHeldNames,
  readHeldPositions,
  readHeldRecords,
} from '../../stores/postgres/people/held-data.ts';
import { countStaged } from '../../stores/postgres/people/staged-people.ts';
import { type Client, transaction } from '../../stores/postgres/pool.ts';
import { findPeople } from '../../stores/postgres/suppression.ts';
import { readReceived } from '../../stores/postgres/usage/received-people.ts';
import { hashId } from './erased-people.ts';
import { identify } from './identify.ts';
import type { OptOutDeps } from './suppress.ts';

type Names = ReadonlyMap<string, string>;

/** What is said about hashes: never the hash. */
const hashText: Readonly<Record<string, string>> = {
  email: 'A keyed hash of an email address is stored.',
  phone: 'A keyed hash of a phone number is stored.',
};

const companyOf = (names: Names, id: string) => ({ id, name: names.get(id) ?? null });

const facts = ({ country, position, network, levels, departments, flags }: HeldRecord | HeldPosition) => ({
  country,
  position,
  network,
  seniority: levels?.map(String) ?? null,
  department: departments?.map(String) ?? null,
  ...toFlags(flags),
});

const toRecord = (names: Names, record: HeldRecord) => ({
  source: record.source,
  key: record.key,
  company: record.company_id === null ? null : companyOf(names, record.company_id),
  company_reference: record.company_ref,
  ...facts(record),
  contact_hashes: record.contacts.map((hash) => hashText[hash.split(':')[0] ?? ''] ?? 'A keyed hash is stored.'),
  observed: record.observed,
  last_observed: record.last_observed,
  first_import: { run: record.first_run, at: record.first_imported?.toISOString() ?? null },
  last_change: { run: record.last_run, at: record.last_changed?.toISOString() ?? null },
});

/** The values that mean this person has opted out or was erased. */
const suppressedBy = (deps: Pick<OptOutDeps, 'secret'>, values: readonly string[], people: readonly string[]) => [
  ...values,
  ...people,
  ...people.flatMap((id) => hashId(deps.secret, id)),
];

async function readPeople(client: Client, people: readonly string[]) {
  const [records, positions, names] = [
    await readHeldRecords(client, people),
    await readHeldPositions(client, people),
    await readHeldNames(client, people),
  ];
  const companies = [...records, ...positions].flatMap(({ company_id }) => company_id ?? []);
  const companyNames = await readCompanyNames(client, [...new Set(companies)]);
  const held = new Set([...records, ...positions, ...names].map(({ person_id }) => person_id));
  return {
    records,
    people: [...held].sort().map((id) => ({
      person_id: id,
      former_ids: names.filter((one) => one.person_id === id && one.kind === 'id').map(({ value }) => value),
      profile_slugs: names.filter((one) => one.person_id === id && one.kind === 'slug').map(({ value }) => value),
      records: records.filter(({ person_id }) => person_id === id).map((one) => toRecord(companyNames, one)),
      positions: positions
        .filter(({ person_id }) => person_id === id)
        .map((one) => ({ company: companyOf(companyNames, one.company_id), ...facts(one) })),
    })),
  };
}

/** Everything that is stored about the people that a value identifies. People who only share an email address are not added. */
async function readHeld(client: Client, deps: OptOutDeps, request: PersonTerms): Promise<HeldData> {
  const { by, values, slugs } = identify(deps.secret, request);
  const alone = (value: string) => ({ at: 0, value });
  const found = await findPeople(client, values.map(alone), slugs.map(alone));
  const ids = found.map(({ value }) => value);
  const { people, records } = await readPeople(client, ids);
  const listed = await readListed(client, suppressedBy(deps, values, ids));
  return {
    at: new Date().toISOString(),
    identified_by: by as HeldData['identified_by'],
    suppressed: listed.size > 0,
    people,
    ended_positions: await countEndedPositions(client, ids),
    received: (await readReceived(client, ids)).map(({ at, ...rest }) => ({ at: at.toISOString(), ...rest })),
    staged_rows: await countStaged(client, { values, people: ids, records }),
  };
}

/** Answers an access request. It is audited with how the person was identified, but not with the value. */
export function exportPerson(deps: OptOutDeps, request: PersonTerms): Promise<HeldData> {
  return transaction(
    deps.pool,
    async (client) => {
      const held = await readHeld(client, deps, request);
      const records = held.people.reduce((sum, person) => sum + person.records.length, 0);
      const detail = { by: held.identified_by, people: held.people.length, records };
      await deps.recordAudit(client, { action: 'person.export', subject: 'access request', detail });
      return held;
    },
    deps,
  );
}
