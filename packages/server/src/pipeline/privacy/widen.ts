import { deriveId, type Secret } from '../../core/settings/secret.ts';
import { handlesOf, isPersonId } from '../../knowledge/rules/contacts/handles.ts';
import { readHeldIds } from '../../stores/postgres/imports/person-batch.ts';
import type { Client } from '../../stores/postgres/pool.ts';
import { findPeople, readHandles, readRemovedHandles, type ValueAt } from '../../stores/postgres/suppression.ts';

/** What an opt-out covers. */
export interface Coverage {
  /** Ids and keyed hashes for the suppression list. */
  values: string[];
  people: string[];
  /** What identifies each of the people, by their id: also the hashes of phone numbers, which are not suppressed. */
  handles: Record<string, string[]>;
}

interface Handle {
  at: number;
  person: string;
  handle: string;
}

const startsWith = (kind: string) => (value: string) => value.startsWith(`${kind}:`);
const isEmail = startsWith('email');
const isPhone = startsWith('phone');

/** Everything that identifies these people: of their records, and of those that an earlier opt-out removed. */
async function handlesOfPeople(client: Client, secret: Secret, people: readonly ValueAt[]): Promise<Handle[]> {
  const records = await readHandles(client, people);
  const removed = await readRemovedHandles(client, people);
  return [
    ...records.flatMap(({ at, person_id: person, source, key, network, contacts }) =>
      [
        ...contacts,
        ...(network ? handlesOf(secret.contactKeys, 'network', network) : []),
        deriveId('p', secret.personIdKey, { source, key }),
      ].map((handle) => ({ at, person, handle })),
    ),
    ...removed.map(({ at, person_id: person, handle }) => ({ at, person, handle })),
  ];
}

const valuesAt = (lists: readonly (readonly string[])[]): ValueAt[] =>
  lists.flatMap((values, at) => values.map((value) => ({ at, value })));

function groupByPlace<T extends { at: number }>(items: readonly T[], count: number): T[][] {
  const groups: T[][] = Array.from({ length: count }, () => []);
  for (const item of items) groups[item.at]?.push(item);
  return groups;
}

function coverageOf(named: readonly string[], people: readonly string[], handles: readonly Handle[]): Coverage {
  const known: Record<string, Set<string>> = {};
  for (const { person, handle } of handles) {
    known[person] ??= new Set();
    known[person].add(handle);
  }
  const values = handles.map(({ handle }) => handle).filter((handle) => !isPhone(handle));
  return {
    values: [...new Set([...named, ...values])],
    people: [...new Set(people)],
    handles: Object.fromEntries(Object.entries(known).map(([person, own]) => [person, [...own]])),
  };
}

/**
 * Adds everything by which the people of each opt-out could be imported again, and everyone who shares an email address with
 * them. Phone numbers are not added, because a whole office may share one; nor ids that now belong to someone else. Each
 * opt-out is extended as if it were the only one.
 */
export async function widen(
  client: Client,
  secret: Secret,
  optOuts: readonly { values: readonly string[]; slugs: readonly string[] }[],
): Promise<Coverage[]> {
  const named = valuesAt(optOuts.map(({ values }) => values));
  const slugs = valuesAt(optOuts.map((optOut) => optOut.slugs));
  const first = await handlesOfPeople(client, secret, await findPeople(client, named, slugs));
  const shared = first.filter(({ handle }) => isEmail(handle)).map(({ at, handle }) => ({ at, value: handle }));
  const people = await findPeople(client, [...named, ...shared], slugs);
  const handles = await handlesOfPeople(client, secret, people);
  const held = await readHeldIds(client, handles.map(({ handle }) => handle).filter(isPersonId));
  const peopleAt = groupByPlace(people, optOuts.length);
  const handlesAt = groupByPlace(handles, optOuts.length);
  return optOuts.map(({ values }, at) => {
    const own = new Set(peopleAt[at]?.map(({ value }) => value));
    const known = (handlesAt[at] ?? []).filter(
      ({ handle }) => !isPersonId(handle) || !held.has(handle) || own.has(handle),
    );
    return coverageOf(values, [...own], known);
  });
}

/** The same for one opt-out alone. */
export async function widenOne(
  client: Client,
  secret: Secret,
  optOut: { values: readonly string[]; slugs: readonly string[] },
): Promise<Coverage> {
  const [covered] = await widen(client, secret, [optOut]);
  return covered as Coverage;
}
