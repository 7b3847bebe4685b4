import { OperatorError } from '../failure.ts';
import { createBatchTables } from '../ledger/batch-tables.ts';
import type { RecordName } from '../ledger/claims.ts';
import { companiesOf, saveDecision } from '../ledger/decisions.ts';
import { lockWrites, tryLockDeciding } from '../ledger/locks.ts';
import { baseRecordsOf, decideMatch, type Match, readMatches, saveRefusal, withdrawLinks } from '../ledger/matches.ts';
import { type Client, type Pool, transaction } from '../ledger/pool.ts';

interface Done {
  action: string;
  subject: string;
  detail: object;
}

export interface DecideDeps {
  pool: Pool;
  /** Draws links again where claims changed, inside the transaction of this connection. */
  settle(client: Client): Promise<void>;
  /** Adds what was done to the audit log, in the same transaction. */
  writeDown(client: Client, done: Done): Promise<void>;
}

/** A match with all the living records that stand on either side of it. */
interface Asked {
  match: Match;
  free: RecordName[];
  company: RecordName[];
}

async function readAsked(client: Client, id: number): Promise<Asked> {
  const [match] = await readMatches(client, [id]);
  if (!match) throw new OperatorError(`There is no match ${id}: \`orgdex match list\` shows those that wait.`);
  const [free, company] = [await baseRecordsOf(client, match.free), await baseRecordsOf(client, match.company)];
  const look = '`orgdex match run` looks again';
  if (free.length === 0 || company.length === 0)
    throw new OperatorError(`Match ${id} has lost a record that its source no longer has; ${look}.`);
  const areOne = company.some(({ source_id, key }) => isOneOf(free, source_id, key));
  if (match.state === 'accepted' && !areOne)
    throw new OperatorError(
      `Match ${id} is accepted, and they are two companies all the same: parted by hand since, which cannot be undone yet, or by different numbers of one register, which an import can correct. \`orgdex company explain ${match.free.company}\` shows which.`,
    );
  if (match.state !== 'accepted' && areOne)
    throw new OperatorError(`Match ${id} is settled: identifiers make them one company by now; ${look}.`);
  return { match, free, company };
}

const isOneOf = (records: readonly RecordName[], source_id: number, key: string) =>
  records.some((record) => record.source_id === source_id && record.key === key);

/** Takes the locks and the match up; a link that was drawn is taken back, for the decision takes its place. */
async function openMatch(client: Client, id: number): Promise<Asked> {
  if (!(await tryLockDeciding(client))) throw new OperatorError('A match run is under way. Try again when it is done.');
  await lockWrites(client);
  await createBatchTables(client);
  const asked = await readAsked(client, id);
  if (asked.match.state === 'linked') await withdrawLinks(client, [id]);
  return asked;
}

const nameOf = ({ source, key }: Match['free']) => `${source}:${key}`;

function doneOf(verb: 'accept' | 'refuse', { id, free, company }: Match): Done {
  const detail = { record: nameOf(free), company: nameOf(company) };
  return { action: `match.${verb}`, subject: `match:${id}`, detail };
}

/** Joins both sides by hand: remembered with their records, whatever is imported later. Gives the company's id. */
export function acceptMatch({ pool, settle, writeDown }: DecideDeps, id: number): Promise<string> {
  return transaction(pool, async (client) => {
    const { match, free, company } = await openMatch(client, id);
    if (match.state === 'accepted') throw new OperatorError(`Match ${id} is accepted already.`);
    const records = [...free, ...company];
    await saveDecision(client, 'join', [records]);
    await decideMatch(client, id, 'accepted');
    await settle(client);
    const [joined, ...others] = await companiesOf(client, records);
    if (joined === undefined || others.length > 0)
      throw new OperatorError(
        'They hold different numbers of one register, or were parted by hand, which cannot be undone yet: they stay two companies.',
      );
    await writeDown(client, doneOf('accept', match));
    return joined;
  });
}

/** Keeps both sides from being linked or proposed again, whatever is imported later. Gives whether they were linked. */
export function refuseMatch({ pool, settle, writeDown }: DecideDeps, id: number): Promise<boolean> {
  return transaction(pool, async (client) => {
    const { match, free, company } = await openMatch(client, id);
    if (match.state === 'refused') throw new OperatorError(`Match ${id} is refused already.`);
    if (match.state === 'accepted')
      throw new OperatorError(`Match ${id} is accepted: \`orgdex company split\` parts what was joined by hand.`);
    await saveRefusal(client, id, { free, company });
    await decideMatch(client, id, 'refused');
    await settle(client);
    await writeDown(client, doneOf('refuse', match));
    return match.state === 'linked';
  });
}
