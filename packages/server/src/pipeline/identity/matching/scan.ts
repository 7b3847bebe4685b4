import {
  insertGroups,
  type NamedRecord,
  newGroupIds,
  readRecordsAfter,
} from '../../../stores/postgres/matches/match-groups.ts';
import { endOf, listOpenParts, type MatchPart, savePart } from '../../../stores/postgres/matches/match-state.ts';
import { addTodo } from '../../../stores/postgres/matches/match-todo.ts';
import { type Client, inTransaction, type Pool } from '../../../stores/postgres/pool.ts';
import { type MatchSources, toGroups } from './to-group.ts';

/** One of several that read all companies. */
export interface ScanLane {
  pool: Pool;
  sources: MatchSources;
  lane: number;
  lanes: number;
  /** Called after each page with the number of its groups. */
  onPage(groups: number): void;
}

/** Records that are read at a time. */
const pageRecords = 5000;

/** Ids are ASCII, which JavaScript and the database sort in the same way. */
const lastOf = (records: readonly NamedRecord[]) =>
  records
    .map(({ company_id }) => company_id)
    .sort()
    .at(-1);

/** Stores the groups of one page, and that all their pairs have to be found. */
async function savePage(client: Client, records: readonly NamedRecord[], sources: MatchSources) {
  const groups = toGroups(records, sources);
  const ids = await newGroupIds(client, groups.length);
  const numberedGroups = groups.map((group, at) => ({ grp: ids[at] as number, ...group }));
  await insertGroups(client, numberedGroups);
  const free = numberedGroups.filter(({ group }) => !group.numbered).map(({ grp }) => grp);
  await addTodo(client, { pair: free });
  return { free: free.length, companies: groups.length - free.length };
}

/** Reads one range of companies, from where it was interrupted. The next page is read while the previous one is written. */
async function scanPart({ pool, sources, onPage }: ScanLane, client: Client, part: MatchPart): Promise<void> {
  const readAfter = (after: string) => readRecordsAfter(pool, { after, before: endOf(part.part) }, pageRecords);
  let at = part;
  let next = readAfter(at.position);
  for (let isLast = false; !isLast; ) {
    const records = await next;
    isLast = records.length < pageRecords;
    const position = lastOf(records) ?? at.position;
    if (!isLast) next = readAfter(position);
    // An error is thrown at the next await. Until then, this handler prevents an unhandled rejection.
    next.catch(() => {});
    const before = at;
    at = await inTransaction(client, async () => {
      const { companies, free } = await savePage(client, records, sources);
      const counts = { companies: before.companies + companies, free: before.free + free };
      await savePart(client, before, { ...counts, position: isLast ? null : position });
      return { part: part.part, position, ...counts };
    });
    onPage(at.companies + at.free - before.companies - before.free);
  }
}

/** Reads the companies of this lane's ranges. */
export async function scanLane(lane: ScanLane): Promise<void> {
  const client = await lane.pool.connect();
  try {
    for (const part of await listOpenParts(client)) {
      if (part.part % lane.lanes === lane.lane) await scanPart(lane, client, part);
    }
  } finally {
    client.release();
  }
}
