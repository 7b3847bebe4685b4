import {
  adminProblems,
  commonProblems,
  endpoints,
  keyProblems,
  Problem,
  type ProblemCode,
  problems,
  problemsOf,
  sessionProblems,
} from '@orgdex/contract';
import { fieldTable } from './fields.ts';
import { code, page } from './markdown.ts';

/** The operations that can return a problem. */
function returnedBy(name: ProblemCode): string {
  if ((commonProblems as readonly string[]).includes(name)) return 'all operations';
  if ((keyProblems as readonly string[]).includes(name)) return 'all operations that require a key';
  if ((adminProblems as readonly string[]).includes(name)) return 'all operations of the admin API';
  if ((sessionProblems as readonly string[]).includes(name)) return 'requests of the console';
  const users = endpoints.filter((endpoint) => problemsOf(endpoint).includes(name));
  if (users.length === 0) return 'requests that match no operation';
  return users.map(({ method, url }) => code(`${method} ${url}`)).join(', ');
}

function section(name: ProblemCode): string {
  const { status, number, title, cause, fix } = problems[name];
  return [
    `<a id="problem-${name}"></a>`,
    `## ${code(name)}`,
    `${title} HTTP status ${status}, ${code('error')} ${number}.`,
    `- **Cause:** ${cause}\n- **Fix:** ${fix}\n- **Returned by:** ${returnedBy(name)}`,
  ].join('\n\n');
}

/** Every problem under an anchor of its own: what causes it and how to fix it. */
export const problemsPage = (): string =>
  page('Error codes', 'packages/contract/src/problem.ts', [
    'Every error response has this body. In programs, check the HTTP status and `code`, which are stable; `message` is for people and may change. A code and its number never change their meaning; new ones may be added.',
    fieldTable(Problem),
    ...(Object.keys(problems) as ProblemCode[]).map(section),
  ]);
