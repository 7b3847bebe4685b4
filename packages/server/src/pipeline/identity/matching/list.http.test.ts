import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  free,
  kestrel,
  type MatchDatabase,
  numbered,
  openMatchDatabase,
} from '../../../../../testing/src/data/match-database.ts';
import { listMatches } from '../../../stores/postgres/matches/matches.ts';

let database: MatchDatabase;
beforeAll(async () => {
  database = await openMatchDatabase();
});
afterAll(() => database.close());
beforeEach(() => database.clear());

describe('orgdex match list', () => {
  test('shows the most certain first, with the reasons for and against', async () => {
    await database.register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await database.web('pages', free('far', 'Kestrel Vane', { states: ['AU-WA'] }), free('moss', 'Moss'));
    await database.run();
    const [first, second] = await database.list();
    const { out, notes } = await database.command('list');
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^Match \d+ {2}score 0\.\d\d: same name \+\d\.\d, region unknown, unique name$/),
      `  pages:moss "Moss", company ${first?.free.company_id}`,
      `  au-abr:2 "Moss Ltd", company ${first?.company.company_id}`,
      '  Not linked: the regions are not known to match.',
      '',
      expect.stringMatching(/score 0\.\d\d: same name \+\d\.\d, different region −\d\.\d, unique name$/),
      `  pages:far "Kestrel Vane", company ${second?.free.company_id}`,
      `  au-abr:1 "KESTREL VANE PTY LTD", company ${second?.company.company_id}`,
      '  Not linked: the regions are not known to match.',
    ]);
    expect(notes).toBe(
      [
        '\n2 of 2 matches. Inspect a company with `orgdex company explain <company>`.',
        'Join both with `orgdex match accept <id>`, or keep them apart with `orgdex match reject <id>`.',
      ].join(' '),
    );
  });

  test('filters by source, score and state, and limits the number', async () => {
    await database.register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await database.web('pages', free('far', 'Kestrel Vane', { states: ['AU-WA'] }));
    await database.web('listings', free('moss', 'Moss'));
    await database.run();
    expect((await database.list('--source', 'pages')).map(({ free }) => free.key)).toEqual(['far']);
    const [best] = await database.list();
    const least = ['--min-score', String(best?.score)];
    expect((await database.list(...least)).map(({ free }) => free.key)).toEqual(['moss']);
    expect(await database.list('--limit', '1')).toHaveLength(1);
    expect(await database.list('--state', 'linked')).toEqual([]);
    expect((await database.list('--state', 'proposed')).map(({ state }) => state)).toEqual(['proposed', 'proposed']);
    expect((await database.command('list', '--source', 'pages')).notes).toMatch(/^\n1 of 1 match\./);
    expect((await database.command('list', ...least)).notes).toMatch(/^\n1 of 1 match\./);
    expect((await database.command('list', '--limit', '1')).notes).toMatch(/^\n1 of 2 matches\./);
    expect((await database.command('list', '--state', 'linked')).notes).toBe('No linked matches with these options.');
    expect((await database.command('list', '--state', 'rejected')).notes).toBe(
      'No rejected matches with these options.',
    );
    expect((await database.command('list', '--limit', '1', '--json')).notes).toMatch(/^1 of 2 matches\./);
    expect(await database.command('list', '--state', 'linked', '--json')).toEqual({
      out: '[]',
      notes: 'No linked matches with these options.',
    });
  });

  test('pages end where the next one starts, also within matches of one score', async () => {
    await database.register(
      ...Array.from({ length: 7 }, (_, at) => numbered(at + 1, `Moss ${at} Ltd`, { states: [] })),
    );
    await database.web('pages', ...Array.from({ length: 7 }, (_, at) => free(`m${at}`, `Moss ${at}`)));
    await database.run();
    await database.pool.query(`UPDATE match SET score = 0.5 WHERE free_key IN ('m1', 'm2', 'm3')`);
    const filter = { state: 'candidate', source: 'pages', minScore: 0 } as const;
    const all = await listMatches(database.pool, { ...filter, limit: 100 });
    const paged: typeof all = [];
    for (;;) {
      const page = await listMatches(database.pool, { ...filter, limit: 2, after: paged.at(-1) });
      if (page.length === 0) break;
      paged.push(...page);
    }
    expect(all).toHaveLength(7);
    expect(paged).toEqual(all);
  });
});
