import { defaultCountry } from '@orgdex/contract';
import type { FleetKey } from '../processes/fleet-admin.ts';
import type { Installation } from '../processes/installation.ts';

/** A request, and the exact bytes of its expected response. */
export interface Question {
  readonly operation: 'getCompany' | 'searchPeople';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | undefined;
  readonly expected: string;
  /** Whether the response contains data, and so costs a credit. */
  readonly hasData: boolean;
}

type Unanswered = Omit<Question, 'expected' | 'hasData'>;

const lookUp = (identifier: string): Unanswered => ({
  operation: 'getCompany',
  method: 'GET',
  path: `/company?${identifier.replace(':', '=')}`,
  body: undefined,
});

const search = (question: object): Unanswered => ({
  operation: 'searchPeople',
  method: 'POST',
  path: '/people/search',
  body: JSON.stringify(question),
});

/** How many companies are requested. */
const companies = 60;

/** Lookups, searches, and a few searches without results, each with the response of a healthy process. */
export async function learnQuestions({ pool }: Installation, base: string, { key }: FleetKey): Promise<Question[]> {
  async function learn(question: Unanswered): Promise<Question> {
    const response = await fetch(base + question.path, {
      method: question.method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(question.body ? { body: question.body } : {}),
    });
    const expected = await response.text();
    if (response.status !== 200) throw new Error(`${question.path} returned ${response.status}: ${expected}`);
    return { ...question, expected, hasData: expected !== '[]' };
  }
  const { rows } = await pool.query<{ identifier: string }>(
    `SELECT min(i.identifier) AS identifier
     FROM employment e JOIN identifier i ON i.company_id = e.company_id AND i.identifier LIKE 'fqdn:%'
     WHERE e.country = $1 AND NOT e.removed GROUP BY e.company_id
     ORDER BY count(DISTINCT e.person_id) DESC, 1 LIMIT $2`,
    [defaultCountry, companies],
  );
  const questions: Question[] = [];
  for (const [at, { identifier }] of rows.entries()) {
    const company = await learn(lookUp(identifier));
    const { id: companyId } = JSON.parse(company.expected) as { id: string };
    const more = at % 10 === 0 ? { position: 'nobody has this title' } : {};
    questions.push(company, await learn(search({ companyId, size: '10', ...more })));
  }
  return questions;
}
