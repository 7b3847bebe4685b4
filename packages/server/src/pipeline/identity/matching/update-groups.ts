import { readMatchesOf } from '../../../stores/postgres/matches/match-changes.ts';
import {
  deleteGroups,
  type IndexedGroup,
  insertGroups,
  newGroupIds,
  readGroupsOf,
  readRecordsOf,
  saveBases,
} from '../../../stores/postgres/matches/match-groups.ts';
import { deletePairs } from '../../../stores/postgres/matches/match-pairs.ts';
import { addTodo } from '../../../stores/postgres/matches/match-todo.ts';
import {
  readGroupsWith,
  readWordUses,
  type WordKind,
  type WordUse,
} from '../../../stores/postgres/matches/match-words.ts';
import { withNestedLoops } from '../../../stores/postgres/planner.ts';
import type { Client } from '../../../stores/postgres/pool.ts';
import { compareGroups, type GroupChanges } from './compare.ts';
import { type MatchSources, toGroups } from './to-group.ts';

const kinds: readonly WordKind[] = ['name', 'skeleton'];

const readUses = async (client: Client, { words }: GroupChanges) => ({
  name: await readWordUses(client, 'name', [...words.name]),
  skeleton: await readWordUses(client, 'skeleton', [...words.skeleton]),
});

/** A word that was and is on one side only, or common, makes no difference to other groups. */
const matters = (before: WordUse | undefined, after: WordUse | undefined) => before !== after || after === 'shared';

/** Writes the changed groups. Returns the new and changed ones. */
async function save(client: Client, { same, changed, added, gone }: GroupChanges): Promise<IndexedGroup[]> {
  const ids = await newGroupIds(client, added.length);
  const written = [...changed, ...added.map((group, at) => ({ grp: ids[at] as number, ...group }))];
  await deleteGroups(
    client,
    [...gone, ...changed].map(({ grp }) => grp),
  );
  await insertGroups(client, written);
  await saveBases(client, same);
  return written;
}

/** Writes the changed groups. Returns the unregistered groups with a word that is now used in another way. */
async function saveAndFind(client: Client, changes: GroupChanges) {
  const before = await readUses(client, changes);
  const written = await save(client, changes);
  const after = await readUses(client, changes);
  const affected: number[] = [];
  for (const kind of kinds) {
    const words = [...changes.words[kind]].filter((word) => matters(before[kind].get(word), after[kind].get(word)));
    affected.push(...(await readGroupsWith(client, kind, words)));
  }
  return { written, affected };
}

const idsOf = (groups: readonly IndexedGroup[], numbered: boolean) =>
  groups.filter(({ group }) => group.numbered === numbered).map(({ grp }) => grp);

/** Reads companies again that changed, and adds what depends on them to the work of the run. */
export function updateGroups(client: Client, companies: readonly string[], sources: MatchSources): Promise<void> {
  return withNestedLoops(client, async () => {
    const stored = await readGroupsOf(client, companies);
    const changes = compareGroups(stored, toGroups(await readRecordsOf(client, companies), sources));
    const { written, affected } = await saveAndFind(client, changes);
    const touched = [...written, ...changes.same];
    const lost = await deletePairs(client, 'free', idsOf(changes.gone, false));
    const lonely = await deletePairs(client, 'company', idsOf(changes.gone, true));
    await addTodo(client, {
      match: await readMatchesOf(client, companies),
      // A group that did not change may still gain or lose a rejection or a match.
      pair: [...affected, ...idsOf(touched, false), ...lonely.map(({ free }) => free)],
      compare: [...idsOf(touched, true), ...lost.map(({ company }) => company)],
    });
  });
}
