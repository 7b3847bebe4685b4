import { setTimeout as sleep } from 'node:timers/promises';
import { defaultCountry } from '@orgdex/contract';
import { type Question, searchPeopleOf } from '../../../testing/src/data/requests.ts';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { when } from '../../../testing/src/processes/promise.ts';
import { type Load, now } from '../../../testing/src/processes/steady-load.ts';
import { defineFault, type FaultSize, type Rig } from './fault.ts';

interface Size extends FaultSize {
  readonly people: number;
}

/** A response to a request after this time must not contain the person. */
const appliesAfterMs = 5000;
const quietMs = 3000;

interface Person {
  readonly id: string;
  readonly company: string;
  isFound: boolean;
  /** When the command returned. */
  optedOutAt: number;
}

/** People of companies that no other request is about, so that the expected responses stay the same. */
export async function choosePeople({ pool }: Installation, count: number): Promise<Person[]> {
  const { rows } = await pool.query<{ id: string; company: string }>(
    `SELECT min(person_id) AS id, company_id AS company FROM employment WHERE NOT removed AND country = $1
     GROUP BY company_id ORDER BY count(*), company_id DESC LIMIT $2`,
    [defaultCountry, count],
  );
  return rows.map((row) => ({ ...row, isFound: false, optedOutAt: Number.POSITIVE_INFINITY }));
}

interface Searched extends Rig {
  readonly people: readonly Person[];
}

const searchFor = (person: Person): Question => ({
  ...searchPeopleOf({ companyId: person.company, size: '100' }),
  ...{ expected: '', credits: 1 },
  isRight(response, sentAt) {
    const isIn = response.includes(person.id);
    if (isIn && person.optedOutAt === Number.POSITIVE_INFINITY) person.isFound = true;
    return !isIn || sentAt < person.optedOutAt + appliesAfterMs;
  },
});

export const optOut = defineFault<Size, number, Searched>({
  name: 'opt-out',
  says: 'a person who opted out is in no response after 5 s, nor after a rebuild and a rollback',
  sizes: {
    full: { perSecond: 300, people: 20 },
    small: { perSecond: 30, people: 2 },
    tiny: { perSecond: 60, people: 1 },
  },
  breakages: [
    {
      what: 'responses are not filtered, and changes are not published',
      changes: [
        {
          file: 'pipeline/privacy/suppression-filter.ts',
          from: '[...(byCompany.get(company) ?? [])]',
          to: '[...(byCompany.get(company.toUpperCase()) ?? [])]',
        },
        { file: 'serve.ts', from: 'if (mayPublish) publisher', to: 'if (!mayPublish) publisher' },
      ],
      seen: /wrong body/,
    },
  ],
  async prepare({ fleet: { installation } }, size) {
    const people = await choosePeople(installation, size.people);
    const load = (plain: Load) => {
      const copies = Math.ceil(plain.questions.length / people.length);
      const searches = people.flatMap((person) => Array.from({ length: copies }, () => searchFor(person)));
      return { ...plain, questions: [...plain.questions, ...searches] };
    };
    return { people, load };
  },
  async act({ stage: { fleet }, rig: { people }, during }) {
    const { orgdex } = fleet.installation;
    await during('while people opt out', async () => {
      for (const person of people) {
        await orgdex('person', 'suppress', '--id', person.id);
        person.optedOutAt = now();
      }
      await sleep(appliesAfterMs + quietMs);
    });
    await during('while rebuilding', async () => {
      await orgdex('rebuild');
      await sleep(quietMs);
      await orgdex('rebuild', '--rollback');
      await sleep(quietMs);
    });
    return people.filter(({ isFound }) => isFound).length;
  },
  judge: ({ size: { people }, found }) => when(found < people, `only ${found} of ${people} people were found before`),
  done: ({ people }) =>
    `${people} opt-outs, then a rebuild and a rollback, half of the requests for the companies of these people`,
});
