import { setTimeout as sleep } from 'node:timers/promises';
import type { PersonMatch } from '@orgdex/contract';
import { listGenerations } from '../../../server/src/stores/postgres/outbox/generations.ts';
import { liveGeneration } from '../../../testing/src/data/live-generation.ts';
import { type Question, searchPeopleOf } from '../../../testing/src/data/requests.ts';
import type { Installation } from '../../../testing/src/processes/installation.ts';
import { violationIf } from '../../../testing/src/processes/violation.ts';
import { markGeneration } from '../../../testing/src/stores/mark-generation.ts';
import type { Stage } from '../scenarios/scenario.ts';
import { defineFault, type LoadSize, type Setup } from '../scenarios/under-load.ts';

interface Size extends LoadSize {
  readonly rebuilds: number;
  readonly rollbacks: number;
}

interface Marked extends Setup {
  readonly company: string;
  /** The generations that were seen. */
  readonly seen: ReadonlySet<string>;
}

const quietMs = 1500;
const pollMs = 20;

/** A company that no other request is about. */
async function chooseCompany({ pool }: Installation): Promise<string> {
  const { rows } = await pool.query(
    'SELECT company_id FROM employment WHERE NOT removed GROUP BY company_id ORDER BY count(*), company_id LIMIT 1',
  );
  return rows[0].company_id;
}

/** Asks for the mark, and notes the generations that responses are from. */
function markQuestion(companyId: string, seen: Set<string>): Question {
  return {
    ...searchPeopleOf({ companyId, position: 'marker' }),
    ...{ expected: '', credits: 1 },
    isRight(response) {
      const [match] = JSON.parse(response) as PersonMatch[];
      if (match?.position) seen.add(match.position);
      return match !== undefined && match.company_name === match.position;
    },
  };
}

/** Marks the new generation while it is built: its documents are not replaced, because their version is higher. */
async function rebuild({ pool, opensearch, orgdex }: Installation, company: string): Promise<void> {
  const live = await liveGeneration(pool);
  let isDone = false;
  const rebuilding = orgdex('rebuild').finally(() => {
    isDone = true;
  });
  for (let isMarked = false; !isMarked && !isDone; await sleep(pollMs)) {
    const building = (await listGenerations(pool)).find(({ live_since }) => live_since === null);
    if (!building) continue;
    isMarked = await markGeneration(opensearch, building, { company, from: live }).then(
      () => true,
      () => false,
    );
  }
  await rebuilding;
}

/** Half of the requests ask for the mark of a generation. */
async function markLive({ fleet: { installation } }: Stage): Promise<Marked> {
  const company = await chooseCompany(installation);
  const seen = new Set<string>();
  for (const generation of await listGenerations(installation.pool)) {
    await markGeneration(installation.opensearch, generation, { company, from: generation });
  }
  return {
    company,
    seen,
    changeLoad(plain) {
      const marks = plain.questions.map(() => markQuestion(company, seen));
      return { ...plain, questions: [...plain.questions, ...marks] };
    },
  };
}

export const generationSwitch = defineFault<Size, number, Marked>({
  name: 'generation-switch',
  title:
    'while generations are rebuilt, switched and rolled back, no request fails, and each response is from one generation',
  sizes: {
    full: { perSecond: 50, rebuilds: 20, rollbacks: 5 },
    small: { perSecond: 30, rebuilds: 1, rollbacks: 1 },
  },
  prepare: markLive,
  async act({ stage: { fleet }, size, setup, during }) {
    await during('while rebuilding', async () => {
      for (let turn = 0; turn < size.rebuilds; turn += 1) {
        await rebuild(fleet.installation, setup.company);
        await sleep(quietMs);
      }
    });
    await during('while rolling back', async () => {
      for (let turn = 0; turn < size.rollbacks; turn += 1) {
        await fleet.installation.orgdex('rebuild', '--rollback');
        await sleep(quietMs);
      }
    });
    return setup.seen.size;
  },
  expect: ({ size, found }) => violationIf(found <= size.rebuilds, `only ${found} generations were seen`),
  describe: ({ size: { rebuilds, rollbacks }, found }) => [
    `${rebuilds} rebuilds and ${rollbacks} rollbacks, half of the requests for a marked company`,
    `${found} generations were seen`,
  ],
});
