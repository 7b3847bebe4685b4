import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Company,
  type CompanyPeople,
  defaultCountry,
  type FoundCompanies,
  type MatchedCompanies,
} from '@orgdex/contract';
import type { FleetKey } from '../processes/fleet-admin.ts';
import type { Installation } from '../processes/installation.ts';

/** A request, and the exact bytes of its expected response, except for cursors. */
export interface Question {
  readonly operation:
    | 'getCompany'
    | 'searchPeople'
    | 'matchCompanies'
    | 'searchCompanies'
    | 'suggestCompanies'
    | 'searchCompanyPeople';
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string | undefined;
  readonly expected: string;
  /** Instead of the expected response: whether a response to a request that was sent at this time is right. */
  readonly isRight?: (response: string, sentAt: number) => boolean;
  /** What the response costs; 0 if it contains no data. */
  readonly credits: number;
}

type Unanswered = Omit<Question, 'expected' | 'credits'>;

const lookUp = (identifier: string): Unanswered => ({
  operation: 'getCompany',
  method: 'GET',
  path: `/company?${identifier.replace(':', '=')}`,
  body: undefined,
});

const post = (operation: Question['operation'], path: string, body: object): Unanswered => ({
  operation,
  method: 'POST',
  path,
  body: JSON.stringify(body),
});

export const searchPeopleOf = (question: object): Unanswered => post('searchPeople', '/people/search', question);
const match = (companies: readonly object[]) => post('matchCompanies', '/companies/match', { companies });
const findCompanies = (question: object) => post('searchCompanies', '/companies/search', question);
const findInMany = (question: object) => post('searchCompanyPeople', '/companies/people', question);

const suggest = (q: string): Unanswered => ({
  operation: 'suggestCompanies',
  method: 'GET',
  path: `/companies/suggest?q=${encodeURIComponent(q)}`,
  body: undefined,
});

/** The cost of a response, as its contract defines it. */
export const creditsOf: Record<Question['operation'], (response: string) => number> = {
  getCompany: () => 1,
  searchPeople: (response) => (response === '[]' ? 0 : 1),
  matchCompanies: (response) => (JSON.parse(response) as MatchedCompanies).matched,
  searchCompanies: (response) => ((JSON.parse(response) as FoundCompanies).companies.length > 0 ? 1 : 0),
  suggestCompanies: () => 0,
  searchCompanyPeople: (response) =>
    (JSON.parse(response) as CompanyPeople).results.filter(({ status }) => status === 'found').length,
};

/** A response without what differs each time: a cursor names a snapshot of the index. */
export const comparable = (response: string): string => response.replace(/"next_cursor":"[^"]*"/, '"next_cursor":"…"');

/** A process that has just started may be too slow for its first requests. */
const learning = { tries: 20, pauseMs: 1000 };

/** Asks questions of a healthy process, and keeps its responses. */
const learnFrom =
  (base: string, { key }: FleetKey) =>
  async (question: Unanswered): Promise<Question> => {
    for (let tries = 1; ; tries += 1) {
      const response = await fetch(base + question.path, {
        method: question.method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(question.body ? { body: question.body } : {}),
      });
      const expected = await response.text();
      if (response.status === 200)
        return { ...question, expected: comparable(expected), credits: creditsOf[question.operation](expected) };
      if (response.status !== 503 || tries === learning.tries)
        throw new Error(`${question.path} returned ${response.status}: ${expected}`);
      await sleep(learning.pauseMs);
    }
  };

/** How many companies are requested. */
const companies = 60;

/** Lookups, searches, and a few searches without results, each with the response of a healthy process. */
export async function learnQuestions({ pool }: Installation, base: string, key: FleetKey): Promise<Question[]> {
  const learn = learnFrom(base, key);
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
    questions.push(company, await learn(searchPeopleOf({ companyId, size: '10', ...more })));
  }
  return questions;
}

/** Numbers of items in a batch, most of them small, as requests are in practice. */
const batchSizes = [1, 1, 2, 5, 10, 20, 35, 60, 100];

/** Every third item is a company that nobody knows, so that a batch costs fewer credits than it has items. */
function itemOf(known: readonly Company[], turn: number): object {
  if (turn % 3 === 0) return { ref: `unknown-${turn}`, name: `Zyxomma Quibberdash ${turn}`, country: defaultCountry };
  const { id, name, fqdn } = known[turn % known.length] as Company;
  return { ref: id, name, fqdn };
}

const knownOf = (questions: readonly Question[]): Company[] =>
  questions
    .filter(({ operation }) => operation === 'getCompany')
    .map(({ expected }) => JSON.parse(expected) as Company);

/** Batches of 1 to 100 items about the companies of the questions, with the responses of a healthy process. */
export async function learnBatches(
  questions: readonly Question[],
  base: string,
  key: FleetKey,
): Promise<readonly Question[]> {
  const known = knownOf(questions);
  const learn = learnFrom(base, key);
  const batches: Question[] = [];
  for (const [at, size] of batchSizes.entries()) {
    // The first batch is a single unknown company, the second a single known one.
    batches.push(await learn(match(Array.from({ length: size }, (_, item) => itemOf(known, at + item)))));
  }
  return batches;
}

const isPresent = (text: string | null | undefined): text is string => Boolean(text);

/** Searches over all companies, suggestions, people of many companies, and small batches, with the responses of a healthy process. */
export async function learnDiscovery(
  questions: readonly Question[],
  base: string,
  key: FleetKey,
): Promise<readonly Question[]> {
  const known = knownOf(questions);
  const learn = learnFrom(base, key);
  const names = known.map(({ name }) => name).filter(isPresent);
  const asked = [
    ...names.slice(0, 20).map((q) => findCompanies({ q, size: 5 })),
    ...names.slice(0, 4).map((name) => findCompanies({ q: name.split(' ')[0] as string, facets: ['region'] })),
    findCompanies({ filter: { country: [defaultCountry] }, facets: ['industry', 'company_size'] }),
    ...names.slice(0, 20).map((name) => suggest(name.slice(0, 4))),
    ...[1, 5, 20].map((size) =>
      findInMany({ companies: known.slice(0, size).map(({ id }) => ({ id })), position: 'manager' }),
    ),
    ...[1, 5, 20].map((size) => match(Array.from({ length: size }, (_, at) => itemOf(known, size + at)))),
  ];
  const learned: Question[] = [];
  for (const one of asked) learned.push(await learn(one));
  return learned;
}
