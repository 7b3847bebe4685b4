import { OperatorProblem } from '../../../core/errors/failure.ts';
import type { AuditedAction } from '../../../stores/postgres/access/audit.ts';
import type { RecordName } from '../../../stores/postgres/identity/claims.ts';
import { companiesOf, removeDecisions, saveDecision } from '../../../stores/postgres/identity/decisions.ts';
import { createBatchTables } from '../../../stores/postgres/imports/batch-tables.ts';
import { lockWrites, tryLockDeciding } from '../../../stores/postgres/locks.ts';
import {
  baseRecordsOf,
  decideMatch,
  type Match,
  readMatches,
  saveRefusal,
  withdrawLinks,
} from '../../../stores/postgres/matches/matches.ts';
import { type Client, type LockWait, type Pool, transaction } from '../../../stores/postgres/pool.ts';

export interface DecideDeps extends LockWait {
  pool: Pool;
  /** Resolves identity after claims changed, in the transaction of this connection. */
  settle(client: Client): Promise<void>;
  /** Adds an entry to the audit log, in the same transaction. */
  recordAudit(client: Client, done: AuditedAction): Promise<unknown>;
}

/** A match with all living records on either side. */
interface OpenMatch {
  match: Match;
  free: RecordName[];
  company: RecordName[];
}

const conflict = (message: string) => new OperatorProblem('decision_conflict', message);

async function matchOrFail(client: Client, id: number): Promise<Match> {
  const [match] = await readMatches(client, [id]);
  if (match) return match;
  throw new OperatorProblem(
    'match_not_found',
    `Match ${id} does not exist. \`orgdex match list\` lists the proposed matches.`,
  );
}

async function readMatch(client: Client, id: number): Promise<OpenMatch> {
  const match = await matchOrFail(client, id);
  const [free, company] = [await baseRecordsOf(client, match.free), await baseRecordsOf(client, match.company)];
  const again = 'Run `orgdex match run` again.';
  if (free.length === 0 || company.length === 0)
    throw conflict(`Match ${id} is out of date: its source has removed one of the records. ${again}`);
  const areOne = company.some(({ source_id, key }) => isOneOf(free, source_id, key));
  if (match.state === 'accepted' && !areOne)
    throw conflict(
      [
        `Match ${id} is accepted, but its records are two companies: they were split by hand later (\`orgdex`,
        `company join ${match.free.company} ${match.company.company}\` undoes that), or they have different`,
        `numbers in the same register. \`orgdex company explain ${match.free.company}\` shows which.`,
      ].join(' '),
    );
  if (match.state !== 'accepted' && areOne)
    throw conflict(`Match ${id} is out of date: identifiers already link its records to one company. ${again}`);
  return { match, free, company };
}

const isOneOf = (records: readonly RecordName[], source_id: number, key: string) =>
  records.some((record) => record.source_id === source_id && record.key === key);

async function lockDecisions(client: Client): Promise<void> {
  if (!(await tryLockDeciding(client)))
    throw new OperatorProblem('writes_busy', '`orgdex match run` is running. Try again when it has finished.');
  await lockWrites(client);
  await createBatchTables(client);
}

/** Reads a match. An existing link is withdrawn, because the decision replaces it. */
async function openMatch(client: Client, id: number): Promise<OpenMatch> {
  const opened = await readMatch(client, id);
  if (opened.match.state === 'linked') await withdrawLinks(client, [id]);
  return opened;
}

const nameOf = ({ source, key }: Match['free']) => `${source}:${key}`;

function doneOf(verb: 'accept' | 'reject' | 'undo', { id, free, company }: Match): AuditedAction {
  const detail = { record: nameOf(free), company: nameOf(company) };
  return { action: `match.${verb}`, subject: `match:${id}`, detail };
}

/** Fails if the records are not one company, now that the match is accepted. */
async function companyOrFail(client: Client, { match, free, company }: OpenMatch): Promise<string> {
  const [joined, ...others] = await companiesOf(client, [...free, ...company]);
  if (joined !== undefined && others.length === 0) return joined;
  throw conflict(
    [
      `Match ${match.id} cannot be accepted: its records were split by hand (\`orgdex company join`,
      `${match.free.company} ${match.company.company}\` undoes that), or they have different numbers in the same`,
      'register. Nothing was changed.',
    ].join(' '),
  );
}

type Settle = DecideDeps['settle'];

/** Joins both sides of each match. Returns the matches and the ids of the companies. */
async function acceptAll(client: Client, settle: Settle, ids: readonly number[]) {
  await lockDecisions(client);
  const opened: OpenMatch[] = [];
  for (const id of ids) {
    const one = await openMatch(client, id);
    if (one.match.state === 'accepted') throw conflict(`Match ${id} is already accepted.`);
    await decideMatch(client, id, 'accepted', await saveDecision(client, 'join', [[...one.free, ...one.company]]));
    opened.push(one);
  }
  await settle(client);
  const accepted: { match: Match; company: string }[] = [];
  for (const one of opened) accepted.push({ match: one.match, company: await companyOrFail(client, one) });
  return accepted;
}

/** Stores that the sides of each match are different companies. Returns the matches as they were. */
async function rejectAll(client: Client, settle: Settle, ids: readonly number[]): Promise<Match[]> {
  await lockDecisions(client);
  const rejected: Match[] = [];
  for (const id of ids) {
    const { match, free, company } = await openMatch(client, id);
    if (match.state === 'refused') throw conflict(`Match ${id} is already rejected.`);
    if (match.state === 'accepted')
      throw conflict(`Match ${id} is accepted. Undo that first: \`orgdex match undo ${id}\`.`);
    await saveRefusal(client, id, { free, company });
    await decideMatch(client, id, 'refused');
    rejected.push(match);
  }
  await settle(client);
  return rejected;
}

/** Joins both sides by hand, permanently. Returns the id of the company. */
export function acceptMatch({ pool, settle, recordAudit, ...wait }: DecideDeps, id: number): Promise<string> {
  const accept = async (client: Client) => {
    const [accepted] = await acceptAll(client, settle, [id]);
    if (!accepted) throw new Error('One match was accepted, and none returned.');
    await recordAudit(client, doneOf('accept', accepted.match));
    return accepted.company;
  };
  return transaction(pool, accept, wait);
}

/** Prevents both sides from being linked or proposed again, permanently. Returns whether they were linked. */
export function rejectMatch({ pool, settle, recordAudit, ...wait }: DecideDeps, id: number): Promise<boolean> {
  const reject = async (client: Client) => {
    const [match] = await rejectAll(client, settle, [id]);
    if (!match) throw new Error('One match was rejected, and none returned.');
    await recordAudit(client, doneOf('reject', match));
    return match.state === 'linked';
  };
  return transaction(pool, reject, wait);
}

/**
 * Accepts or rejects matches in one transaction: all of them or, if one cannot be decided, none.
 * @param done the audit entry; absent: an earlier transaction of the same decision has stored it
 */
export function decideTogether(
  { pool, settle, recordAudit, ...wait }: DecideDeps,
  { decision, ids, done }: { decision: 'accept' | 'reject'; ids: readonly number[]; done: AuditedAction | undefined },
): Promise<void> {
  const decide = async (client: Client) => {
    await { accept: acceptAll, reject: rejectAll }[decision](client, settle, ids);
    if (done) await recordAudit(client, done);
  };
  return transaction(pool, decide, wait);
}

/** The join to remove, if the match was accepted. Fails if there is nothing to undo. */
function joinToUndo({ id, state, decisionId }: Match): number[] {
  if (state === 'refused') return [];
  if (state !== 'accepted') throw conflict(`Match ${id} is not decided: there is nothing to undo.`);
  if (decisionId !== null) return [decisionId];
  throw conflict(
    `Match ${id} was accepted by an older version of orgdex. Use \`orgdex company split\` to separate the companies.`,
  );
}

/**
 * Takes back an acceptance or a rejection: the match is proposed again. A company whose id was merged gets a new id,
 * because merged ids redirect permanently. Returns the companies of both sides.
 */
export function undoMatch({ pool, settle, recordAudit, ...wait }: DecideDeps, id: number): Promise<string[]> {
  const undo = async (client: Client) => {
    await lockDecisions(client);
    const match = await matchOrFail(client, id);
    await removeDecisions(client, joinToUndo(match));
    await decideMatch(client, id, 'candidate');
    await settle(client);
    const { free, company } = await matchOrFail(client, id);
    await recordAudit(client, doneOf('undo', match));
    return [...new Set([free.company, company.company])];
  };
  return transaction(pool, undo, wait);
}
