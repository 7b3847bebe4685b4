import { OperatorError } from '../../errors/failure.ts';
import { createBatchTables } from '../../ledger/imports/batch-tables.ts';
import { lockWrites, tryLockMatching, unlockMatching } from '../../ledger/locks.ts';
import { findPairs, type PairRow, readPairs } from '../../ledger/matches/match-pairs.ts';
import {
  type Compared,
  countCompared,
  nextLinks,
  nextWithdrawals,
  planMatches,
  saveCandidates,
} from '../../ledger/matches/match-plan.ts';
import {
  createMatchStage,
  dropMatchStage,
  type FoundPair,
  type NamedRecord,
  readNamedRecords,
  stageFound,
  stageGroups,
  toGroupLine,
  toNameLine,
} from '../../ledger/matches/match-stage.ts';
import { countMatches, createLinks, withdrawLinks } from '../../ledger/matches/matches.ts';
import { type Client, inTransaction, type Pool } from '../../ledger/pool.ts';
import type { Progress } from '../../output/progress.ts';
import { type Contender, judge, type NumberedCompany } from './judge.ts';
import { type MatchSources, nameKinds, similarKind, toGroup } from './staged-group.ts';

export interface MatchDeps {
  pool: Pool;
  progress: Progress;
  /** Resolves identity after claims changed, in the transaction of this connection. */
  settle(client: Client): Promise<void>;
}

export interface MatchResult extends Compared {
  /** All current links, the new ones among them, and the withdrawn ones. */
  linked: number;
  drawn: number;
  withdrawn: number;
  candidates: number;
}

export interface MatchOptions {
  sources: MatchSources;
  /** Links per transaction. */
  batchSize?: number;
}

/** The neighborhoods of a batch are held in memory. */
const defaultBatchSize = 5000;

interface Run extends MatchDeps, MatchOptions {
  client: Client;
}

/** Groups consecutive items of a stream that have the same key. */
async function* groupConsecutive<T>(
  pieces: AsyncIterable<T[]>,
  keyOf: (item: T) => unknown,
): AsyncGenerator<[T, ...T[]][]> {
  let open: [T, ...T[]] | undefined;
  for await (const piece of pieces) {
    const closed: [T, ...T[]][] = [];
    for (const item of piece) {
      if (open && keyOf(open[0]) === keyOf(item)) {
        open.push(item);
        continue;
      }
      if (open) closed.push(open);
      open = [item];
    }
    yield closed;
  }
  if (open) yield [open];
}

/** Stages the names of every group. */
async function stageNames({ pool, client, sources, progress }: Run): Promise<void> {
  let grp = 0;
  for await (const groups of groupConsecutive(readNamedRecords(pool), ({ base }: NamedRecord) => base)) {
    const lines = { groups: '', names: '' };
    for (const records of groups) {
      grp += 1;
      const found = toGroup(grp, records, sources);
      if (!found) continue;
      lines.groups += toGroupLine(found.group);
      for (const name of found.names) lines.names += toNameLine(found.group, name);
    }
    await stageGroups(client, lines);
    progress.report('reading names', grp);
  }
}

const companyOf = (row: PairRow): NumberedCompany => ({
  named: row.named,
  sources: row.company_sources,
  reach: row.company_reach,
  years: row.company_years,
});

const contenderOf = ({ kind, may_link: mayLink, other_form: hasOtherForm, ...row }: PairRow): Contender => ({
  ...row,
  name: nameKinds[kind] as Contender['name'],
  mayLink,
  hasOtherForm,
});

function judgeRows(rows: readonly [PairRow, ...PairRow[]]): FoundPair[] {
  const verdicts = judge(companyOf(rows[0]), rows.map(contenderOf));
  return verdicts.flatMap((verdict, at) => {
    const { free, company } = rows[at] as PairRow;
    return verdict ? [{ free, company, ...verdict }] : [];
  });
}

async function judgePairs({ pool, client, progress }: Run): Promise<void> {
  let judged = 0;
  for await (const companies of groupConsecutive(readPairs(pool), ({ company }) => company)) {
    await stageFound(client, companies.flatMap(judgeRows));
    judged += companies.length;
    progress.report('comparing companies', judged);
  }
}

interface Changes {
  stage: string;
  next(client: Client, after: number, limit: number): Promise<number[]>;
  /** Returns how many links it changed. */
  apply(client: Client, ids: readonly number[]): Promise<number>;
}
const withdrawals: Changes = { stage: 'withdrawing links', next: nextWithdrawals, apply: withdrawLinks };
const newLinks: Changes = { stage: 'linking', next: nextLinks, apply: createLinks };

/**
 * Changes links in batches of one transaction each; returns how many. After an interruption, the next run does the
 * rest.
 */
async function changeLinks(
  { client, settle, progress, batchSize = defaultBatchSize }: Run,
  changes: Changes,
): Promise<number> {
  let done = 0;
  let after = 0;
  for (;;) {
    const ids = await changes.next(client, after, batchSize);
    const last = ids.at(-1);
    if (last === undefined) return done;
    done += await inTransaction(client, async () => {
      await lockWrites(client);
      const changed = await changes.apply(client, ids);
      await settle(client);
      return changed;
    });
    after = last;
    progress.report(changes.stage, done);
  }
}

async function perform(run: Run): Promise<MatchResult> {
  const { client } = run;
  await createBatchTables(client);
  await createMatchStage(client);
  await stageNames(run);
  await findPairs(client, similarKind);
  await judgePairs(run);
  await planMatches(client);
  const withdrawn = await changeLinks(run, withdrawals);
  await inTransaction(client, () => saveCandidates(client));
  const drawn = await changeLinks(run, newLinks);
  const compared = await countCompared(client);
  const { linked, candidate } = await countMatches(client);
  return { ...compared, linked, drawn, withdrawn, candidates: candidate };
}

/**
 * Links unregistered records to the only company with their name and location, proposes less certain matches, and
 * withdraws links that no longer hold. The result depends only on the records, the decisions and the sources that may
 * link.
 */
export async function runMatches(deps: MatchDeps, options: MatchOptions): Promise<MatchResult> {
  const client = await deps.pool.connect();
  try {
    if (!(await tryLockMatching(client))) {
      throw new OperatorError('Another match run is in progress. Wait until it has finished, or stop it.');
    }
    try {
      return await perform({ ...deps, ...options, client });
    } finally {
      await dropMatchStage(client).catch(() => {});
      await unlockMatching(client).catch(() => {});
    }
  } finally {
    // Closing the connection also resets its memory setting.
    client.release(true);
  }
}
