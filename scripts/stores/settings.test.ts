import { describe, expect, test } from 'vitest';
import { Problems } from './process.ts';
import { parseCommand } from './settings.ts';

function problemsOf(argv: string[], env: Record<string, string>): readonly string[] {
  try {
    parseCommand(argv, env);
    return [];
  } catch (error) {
    if (error instanceof Problems) return error.list;
    throw error;
  }
}

describe('store settings', () => {
  test('nothing set gives one node on the documented ports', () => {
    expect(parseCommand(['up'], { ORGDEX_HOME: '/data' })).toEqual({
      verb: 'up',
      install: false,
      purge: false,
      settings: {
        home: '/data',
        nodes: 1,
        postgresPort: 54380,
        redisPort: 63800,
        opensearchPort: 9211,
        heap: '1g',
      },
    });
  });

  test('three nodes share the memory', () => {
    expect(parseCommand(['up', '--nodes', '3'], {}).settings).toMatchObject({ nodes: 3, heap: '768m' });
  });

  test('every wrong value is named at once', () => {
    const wrong = {
      ORGDEX_STORES_POSTGRES_PORT: '0',
      ORGDEX_STORES_REDIS_PORT: '',
      ORGDEX_STORES_OPENSEARCH_PORT: '92x',
      ORGDEX_STORES_OPENSEARCH_HEAP: '12',
    };
    const message = problemsOf(['up', '--nodes', '2'], wrong);
    for (const name of ['--nodes', ...Object.keys(wrong)]) expect(message.join('\n')).toContain(name);
    expect(message).toHaveLength(5);
  });

  test('two stores never get the same port, transport ports included', () => {
    expect(problemsOf(['up'], { ORGDEX_STORES_REDIS_PORT: '9311' })).toEqual([
      'ORGDEX_STORES_OPENSEARCH_PORT and ORGDEX_STORES_REDIS_PORT both use port 9311',
    ]);
  });

  test('an option of another command is rejected', () => {
    expect(problemsOf(['up', '--purge'], {})[0]).toContain('up has no option --purge');
  });
});
