import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { free, kestrel, type MatchWorld, numbered, openMatchWorld } from '../../test/support/match-world.ts';

let world: MatchWorld;
beforeAll(async () => {
  world = await openMatchWorld();
});
afterAll(() => world.close());
beforeEach(() => world.clear());

describe('orgdex match list', () => {
  test('shows the most certain first, with what speaks for it and against it', async () => {
    await world.register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await world.web('pages', free('far', 'Kestrel Vane', { states: ['AU-WA'] }), free('moss', 'Moss'));
    await world.run();
    const [first, second] = await world.list();
    const { out, notes } = await world.command('list');
    expect(out.split('\n')).toEqual(
      [
        `${first?.id}  0.70  pages:moss "Moss", ${first?.free.company}`,
        `   is it  au-abr:2 "Moss Ltd", ${first?.company.company}?`,
        '   same name +0.5, region unknown +0.1, no namesake +0.1',
        '   not linked: the region is not known to be the same',
        '',
        `${second?.id}  0.60  pages:far "Kestrel Vane", ${second?.free.company}`,
        `   is it  au-abr:1 "KESTREL VANE PTY LTD", ${second?.company.company}?`,
        '   same name +0.5, another region +0, no namesake +0.1',
        '   not linked: the region is not known to be the same',
      ].map((line) => line.replace(/^ +/, (blanks) => ' '.repeat(blanks.length - 3 + `${first?.id}`.length + 2))),
    );
    expect(notes).toBe(
      '\n2 of 2. All that is known of either: `orgdex company explain <company>`. Join them with `orgdex match accept <id>`, keep them apart with `orgdex match refuse <id>`.',
    );
  });

  test('by source, by score, so many, and by state', async () => {
    await world.register(kestrel, numbered(2, 'Moss Ltd', { states: [] }));
    await world.web('pages', free('far', 'Kestrel Vane', { states: ['AU-WA'] }));
    await world.web('listings', free('moss', 'Moss'));
    await world.run();
    expect((await world.list('--source', 'pages')).map(({ free }) => free.key)).toEqual(['far']);
    expect((await world.list('--min-score', '0.7')).map(({ free }) => free.key)).toEqual(['moss']);
    expect(await world.list('--limit', '1')).toHaveLength(1);
    expect(await world.list('--state', 'linked')).toEqual([]);
    expect((await world.command('list', '--source', 'pages')).notes).toMatch(/^\n1 of 1\./);
    expect((await world.command('list', '--min-score', '0.7')).notes).toMatch(/^\n1 of 1\./);
    expect((await world.command('list', '--limit', '1')).notes).toMatch(/^\n1 of 2\./);
    expect((await world.command('list', '--state', 'linked')).notes).toBe('No match is linked, or none that fits.');
  });
});
