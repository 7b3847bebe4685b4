import type { BulkResult, MatchPage, ReviewedMatch } from '@orgdex/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type AdminService, openAdminService } from '../../../../testing/src/access/admin-service.ts';
import {
  apart,
  free,
  kestrel,
  type MatchDatabase,
  numbered,
  openMatchDatabase,
  page,
  together,
} from '../../../../testing/src/data/match-database.ts';
import { expectProblem } from '../../../../testing/src/http/problem.ts';
import { lockWrites } from '../../stores/postgres/locks.ts';
import { transaction } from '../../stores/postgres/pool.ts';

let database: MatchDatabase;
let service: AdminService;
beforeAll(async () => {
  database = await openMatchDatabase();
  service = await openAdminService(database);
});
afterAll(async () => {
  await service.close();
  await database.close();
});
beforeEach(() => database.clear());

const list = (query = '') => service.ok<MatchPage>('GET', `/admin/matches${query}`);
const onlyMatch = async (query = '') => (await list(query)).matches[0] as ReviewedMatch;
const decide = (id: number, verb: string) => service.ok<ReviewedMatch>('POST', `/admin/matches/${id}/${verb}`, {});

/** A pair that is proposed, because the region of the company is unknown. */
async function propose() {
  await database.register({ ...kestrel, states: [] });
  await database.web('pages', page);
  await database.run();
  return onlyMatch();
}

/** Companies and pages of the same names, all proposed. */
async function proposeMany(count: number) {
  const names = ['Moss', 'Fern', 'Heath', 'Gorse', 'Sedge', 'Thyme', 'Broom'].slice(0, count);
  await database.register(...names.map((name, nth) => numbered(nth + 1, `${name} Joinery Pty Ltd`, { states: [] })));
  await database.web('pages', ...names.map((name) => free(name, `${name} Joinery`)));
  await database.run();
}

describe('GET /admin/matches', () => {
  test('shows both sides, and evidence that adds up to the score', async () => {
    const match = await propose();
    expect(match).toMatchObject({
      state: 'proposed',
      undoable: false,
      unregistered: { source: 'pages', key: 'page', name: 'Kestrel Vane', network: 'kestrel-vane', country: 'AU' },
      company: { source: 'au-abr', key: '1', name: 'KESTREL VANE PTY LTD', records: [{ source: 'au-abr', key: '1' }] },
      obstacles: [{ code: 'region', text: 'the regions are not known to match' }],
    });
    expect(match.evidence).toContainEqual(
      expect.objectContaining({ feature: 'name', finding: 'equal', text: 'same name', conflict: false }),
    );
    const sum = match.evidence.reduce((total, { weight }) => total + weight, match.prior);
    expect(1 / (1 + Math.exp(-sum))).toBeCloseTo(match.score, 1);
  });

  test('an empty queue is an empty list', async () => {
    expect(await list()).toEqual({ matches: [], total: 0, next_cursor: null });
  });

  test('pages neither overlap nor skip a match, and a filter limits the total', async () => {
    await proposeMany(5);
    const first = await list('?size=2');
    const second = await list(`?size=2&cursor=${first.next_cursor}`);
    const third = await list(`?size=2&cursor=${second.next_cursor}`);
    const ids = [first, second, third].flatMap(({ matches }) => matches.map(({ id }) => id));
    expect(new Set(ids).size).toBe(5);
    expect([first.total, third.total, third.next_cursor]).toEqual([5, 5, null]);
    const { score } = first.matches[0] as ReviewedMatch;
    expect((await list(`?below_score=${score.toFixed(4)}`)).total).toBe(
      [first, second, third].flatMap(({ matches }) => matches).filter((match) => match.score < score).length,
    );
    expect((await list('?source=pages')).total).toBe(5);
    expect((await list('?source=nobody')).total).toBe(0);
  });

  test.each([
    ['state', '?state=candidate'],
    ['min_score', '?min_score=2'],
    ['size', '?size=101'],
  ])('an invalid %s is 400', async (param, query) => {
    expectProblem(await service.call('GET', `/admin/matches${query}`), 'invalid_field', param);
  });

  test('a cursor of another list is 400', async () => {
    await proposeMany(2);
    const { next_cursor } = await list('?size=1');
    expectProblem(
      await service.call('GET', `/admin/matches?size=1&state=linked&cursor=${next_cursor}`),
      'invalid_cursor',
      'cursor',
    );
  });

  test('a key without the scope is rejected', async () => {
    const key = await service.issue('company:read');
    expectProblem(await service.call('GET', '/admin/matches', undefined, key), 'scope_missing');
  });
});

describe('decisions', () => {
  test('accept joins both companies, and is audited with the key', async () => {
    const { id } = await propose();
    const accepted = await decide(id, 'accept');
    expect(accepted).toMatchObject({ state: 'accepted', undoable: true });
    expect(accepted.company.company_id).toBe(accepted.unregistered.company_id);
    expect(accepted.unregistered).toMatchObject({ name: 'Kestrel Vane', records: [{ source: 'pages', key: 'page' }] });
    expect(await database.companies()).toEqual(together);
    expect(await service.lastAudit()).toMatchObject({
      actor: expect.stringMatching(/^key:/),
      action: 'match.accept',
      subject: `match:${id}`,
    });
  });

  test('undo separates them again, and the match is proposed', async () => {
    const { id } = await propose();
    await decide(id, 'accept');
    expect(await decide(id, 'undo')).toMatchObject({ state: 'proposed', undoable: false });
    expect(await database.companies()).toEqual(apart);
    expect(await database.rows('SELECT * FROM decision')).toEqual([]);
    expect(await service.lastAudit()).toMatchObject({ action: 'match.undo', subject: `match:${id}` });
    expect(await decide(id, 'accept')).toMatchObject({ state: 'accepted' });
  });

  test('undo of a rejection proposes the match again, also after the next run', async () => {
    const { id } = await propose();
    expect(await decide(id, 'reject')).toMatchObject({ state: 'rejected', undoable: true });
    await database.run();
    expect((await list()).total).toBe(0);
    await decide(id, 'undo');
    await database.run();
    expect((await onlyMatch()).id).toBe(id);
  });

  test('a decision that conflicts with the state is 409 and changes nothing', async () => {
    const { id } = await propose();
    await decide(id, 'reject');
    expectProblem(await service.call('POST', `/admin/matches/${id}/reject`, {}), 'decision_conflict');
    await decide(id, 'undo');
    expectProblem(await service.call('POST', `/admin/matches/${id}/undo`, {}), 'decision_conflict');
    expect(await database.companies()).toEqual(apart);
  });

  test.each(['accept', 'reject', 'undo'])('%s of an unknown match is 404', async (verb) => {
    expectProblem(await service.call('POST', `/admin/matches/999999/${verb}`, {}), 'match_not_found');
    expectProblem(await service.call('POST', `/admin/matches/none/${verb}`, {}), 'invalid_field', 'id');
  });

  test('while an import writes, a decision waits, then is 503 and changes nothing', async () => {
    const { id } = await propose();
    const answer = await transaction(database.pool, async (client) => {
      await lockWrites(client);
      return service.call('POST', `/admin/matches/${id}/accept`, {});
    });
    expectProblem(answer, 'writes_busy');
    expect((await onlyMatch()).state).toBe('proposed');
  }, 20_000);
});

describe('POST /admin/matches/decide', () => {
  const bulk = (body: object) => service.call('POST', '/admin/matches/decide', body);

  test('decides everything in the range, and nothing else', async () => {
    await proposeMany(4);
    const done = await service.ok<BulkResult>('POST', '/admin/matches/decide', {
      decision: 'reject',
      min_score: 0,
      count: 4,
    });
    expect(done).toEqual({ decided: 4, skipped: [], remaining: 0 });
    expect((await list('?state=rejected')).total).toBe(4);
  });

  test('accepting many joins each pair', async () => {
    await proposeMany(3);
    const { matches } = await list();
    const lowest = Math.min(...matches.map(({ score }) => score));
    const body = { decision: 'accept', min_score: lowest, count: 3 };
    expect(await service.ok('POST', '/admin/matches/decide', body)).toMatchObject({ decided: 3, remaining: 0 });
    expect(await database.companies()).toHaveLength(3);
    expect(await service.lastAudit()).toMatchObject({
      action: 'match.accept',
      subject: 'matches',
      detail: { min_score: lowest, count: 3 },
    });
  });

  test('is one decision: the audit log has one entry', async () => {
    const entries = async () => Number((await database.rows('SELECT count(*) AS count FROM audit'))[0]?.count);
    await proposeMany(3);
    const before = await entries();
    await service.ok('POST', '/admin/matches/decide', { decision: 'reject', below_score: 1, count: 3 });
    expect(await entries()).toBe(before + 1);
  });

  test('another number than the list shows is 409, and nothing is decided', async () => {
    await proposeMany(2);
    expectProblem(await bulk({ decision: 'accept', min_score: 0, count: 1 }), 'count_changed');
    expect((await list()).total).toBe(2);
  });

  test('a match that cannot be decided is skipped and stays proposed', async () => {
    await proposeMany(2);
    await database.pool.query(`UPDATE company_record SET removed = true WHERE key = 'Moss'`);
    const done = await service.ok<BulkResult>('POST', '/admin/matches/decide', {
      decision: 'accept',
      min_score: 0,
      count: 2,
    });
    expect(done).toMatchObject({
      decided: 1,
      remaining: 1,
      skipped: [{ message: expect.stringContaining('out of date') }],
    });
  });

  test('a score that is almost 0 is a score', async () => {
    expectProblem(await bulk({ decision: 'accept', min_score: 1e-300, count: 1 }), 'count_changed');
  });

  test('without a range it is 400', async () => {
    expectProblem(await bulk({ decision: 'accept', count: 1 }), 'invalid_field', 'min_score');
    expectProblem(await bulk({ decision: 'accept', min_score: 0 }), 'invalid_field', 'count');
  });
});
