import {
  commonProblems,
  endpoints,
  keyProblems,
  Problem,
  type ProblemCode,
  problems,
  problemsOf,
} from '@orgdex/contract';
import { fieldTable } from './fields.ts';
import { code, page, table } from './markdown.ts';

/** Where a problem can be met, in words. */
function metAt(name: ProblemCode): string {
  if ((commonProblems as readonly string[]).includes(name)) return 'every address';
  if ((keyProblems as readonly string[]).includes(name)) return 'every address that needs a key';
  const users = endpoints.filter((endpoint) => problemsOf(endpoint).includes(name));
  return users.length > 0
    ? users.map(({ method, url }) => code(`${method} ${url}`)).join(', ')
    : 'outside the operations';
}

/** Every problem under an anchor of its own. */
export const problemsPage = (): string =>
  page('Problems', 'packages/contract/src/problem.ts', [
    'Every answer that is not a success carries this object. A number never changes its meaning; new problems may be added.',
    fieldTable(Problem),
    table(
      ['Code', 'error', 'HTTP status', 'Meaning', 'Met at'],
      (Object.keys(problems) as ProblemCode[]).map((name) => [
        `<a id="problem-${name}"></a>${code(name)}`,
        String(problems[name].number),
        String(problems[name].status),
        problems[name].title,
        metAt(name),
      ]),
    ),
  ]);
