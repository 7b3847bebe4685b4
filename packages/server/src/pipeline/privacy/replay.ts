import { handlesOf } from '../../knowledge/rules/contacts/handles.ts';
import { lockWrites } from '../../stores/postgres/locks.ts';
import {
  mayLift,
  readOptOuts,
  readPermanent,
  readValues,
  type StoredOptOut,
  storeOptOuts,
} from '../../stores/postgres/opt-outs.ts';
import { type Client, transaction } from '../../stores/postgres/pool.ts';
import { readSlugs } from '../../stores/postgres/suppression.ts';
import { eraseWidened, findErasedIds } from './erased-people.ts';
import { liftInDatabase } from './lift.ts';
import { applyCoverage, type PrivacyDeps } from './record.ts';
import { batchesOf } from './suppress.ts';
import { type LiftEntry, readSuppressions, type SuppressionEntry } from './suppression-file.ts';
import { type Coverage, widen, widenOne } from './widen.ts';

const valuesOf = ({ values, people }: SuppressionEntry): string[] => [...values, ...people];
const idsOf = (entries: readonly SuppressionEntry[]): string[] => entries.flatMap(({ id }) => id ?? []);

/** Those of these entries that the database does not have. */
async function missingOf({ pool }: PrivacyDeps, entries: readonly SuppressionEntry[]): Promise<SuppressionEntry[]> {
  const all = entries.flatMap(valuesOf);
  const stored = await readOptOuts(pool, idsOf(entries));
  const pairs = new Set((await readValues(pool, all, idsOf(entries))).map(({ id, value }) => `${id} ${value}`));
  const permanent = await readPermanent(pool, all);
  return entries.filter((entry) => {
    const { id, receipt } = entry;
    if (id === undefined) return !valuesOf(entry).every((value) => permanent.has(value));
    const known = stored.get(id);
    if (known?.lifted_at) return false;
    return (receipt && !known) || !valuesOf(entry).every((value) => pairs.has(`${id} ${value}`));
  });
}

/** The slugs with these hashes. The file contains no slugs, so this hashes every loaded slug. */
async function findSlugs({ pool, secret }: PrivacyDeps, hashes: ReadonlySet<string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (hashes.size === 0) return found;
  for await (const slugs of readSlugs(pool)) {
    for (const slug of slugs) {
      const hash = handlesOf(secret.contactKeys, 'network', slug).find((handle) => hashes.has(handle));
      if (hash !== undefined) found.set(hash, slug);
    }
  }
  return found;
}

/** The receipts as they were issued. */
const receiptsOf = (entries: readonly SuppressionEntry[], lifts: ReadonlyMap<string, LiftEntry>): StoredOptOut[] =>
  entries.flatMap(({ id, at, receipt }) => {
    if (id === undefined || !receipt) return [];
    const lift = lifts.get(id);
    return [{ ...receipt, id, at, lifted_at: lift?.at ?? null, lift_reason: lift?.reason ?? null }];
  });

/** What an entry covered when it was recorded, and what it covers in this database. */
const together = (entry: SuppressionEntry, now: Coverage): Coverage & { id: string } => ({
  id: entry.id ?? '',
  values: [...new Set([...entry.values, ...now.values])],
  people: [...new Set([...entry.people, ...now.people])],
  handles: { ...entry.handles, ...now.handles },
});

/** Lifts in the file that the database does not have. A role that may not lift leaves people hidden. */
async function replayLifts({ pool }: PrivacyDeps, lifts: ReadonlyMap<string, LiftEntry>): Promise<number> {
  const stored = await readOptOuts(pool, [...lifts.keys()]);
  const missing = [...lifts.values()].filter((lift) => stored.get(lift.lifts)?.lifted_at === null);
  if (missing.length === 0 || !(await mayLift(pool))) return 0;
  for (const lift of missing) {
    await transaction(pool, async (client) => {
      await lockWrites(client);
      await liftInDatabase(client, lift);
    });
  }
  return missing.length;
}

/**
 * Applies what the file has and the database does not, for example after a restore, before anything is served: opt-outs, then
 * lifts. The order of the lines does not matter, so that files of several hosts can be concatenated.
 */
export async function replaySuppressions(deps: PrivacyDeps): Promise<number> {
  const { entries, lifts } = readSuppressions(deps.home);
  const missing: SuppressionEntry[] = [];
  for (const some of batchesOf(entries)) missing.push(...(await missingOf(deps, some)));
  const isLifted = ({ id }: SuppressionEntry) => id !== undefined && lifts.has(id);
  const applied = missing.filter((entry) => !isLifted(entry));
  const hashes = applied.flatMap(({ values }) => values).filter((value) => value.startsWith('network:'));
  const known: Known = {
    slugOf: await findSlugs(deps, new Set(hashes)),
    idOf: await findErasedIds(
      deps,
      applied.flatMap(({ values }) => values),
    ),
  };
  for (const some of batchesOf(missing)) {
    await transaction(deps.pool, async (client) => {
      await lockWrites(client);
      await storeOptOuts(client, receiptsOf(some, lifts));
      await applyEntries(
        client,
        deps,
        some.filter((entry) => !isLifted(entry)),
        known,
      );
    });
  }
  return applied.length + (await replayLifts(deps, lifts));
}

/** What the file has only as keyed hashes: the slugs and ids of loaded people. */
interface Known {
  slugOf: ReadonlyMap<string, string>;
  idOf: ReadonlyMap<string, string>;
}

const toFind = (entry: SuppressionEntry, { slugOf, idOf }: Known) => ({
  values: [...valuesOf(entry), ...entry.values.flatMap((value) => idOf.get(value) ?? [])],
  slugs: entry.values.flatMap((value) => slugOf.get(value) ?? []),
});

async function applyEntries(
  client: Client,
  { secret }: PrivacyDeps,
  entries: readonly SuppressionEntry[],
  known: Known,
): Promise<void> {
  const optOuts = entries.filter(({ erased }) => !erased);
  const covered = await widen(
    client,
    secret,
    optOuts.map((entry) => toFind(entry, known)),
  );
  await applyCoverage(
    client,
    optOuts.map((entry, at) => together(entry, covered[at] as Coverage)),
  );
  for (const entry of entries.filter(({ erased }) => erased))
    await eraseWidened(client, secret, await widenOne(client, secret, toFind(entry, known)));
}
