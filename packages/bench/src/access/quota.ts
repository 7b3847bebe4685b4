import type { Fleet } from '../../../testing/src/processes/fleet.ts';
import { definePromise, when } from '../../../testing/src/processes/promise.ts';
import { type Asked, ask, beginAsked, countOutcomes, openAgent } from '../../../testing/src/processes/steady-load.ts';

interface Size {
  runs: number;
  credits: number;
  requests: number;
}

interface Run {
  successes: number;
  /** Neither a success nor a quota error with a Retry-After. */
  others: Asked[];
}

interface Result extends Size {
  done: Run[];
}

const isRefused = ({ status, code, retryAfter }: Asked) =>
  status === 429 && code === 'quota_exhausted' && Number(retryAfter) > 0;

const isSuccess = ({ status, isRight }: Asked) => status === 200 && isRight;

/** Sends all requests of a new account at once, to all processes. */
async function askAtOnce(fleet: Fleet, { credits, requests }: Size, agent: ReturnType<typeof openAgent>): Promise<Run> {
  const key = await fleet.admin.issueKey({ monthly_credits: credits });
  const { members, questions: all } = fleet.target();
  const questions = all.filter(({ credits }) => credits > 0);
  const flights = Array.from({ length: requests }, (_, at) => {
    const member = at % members.length;
    const question = questions[at % questions.length] as (typeof questions)[0];
    return ask(agent, members[member] as (typeof members)[0], beginAsked({ member, key, question }));
  });
  const asked = await Promise.all(flights);
  return {
    successes: asked.filter(isSuccess).length,
    others: asked.filter((one) => !isSuccess(one) && !isRefused(one)),
  };
}

const rangeOf = (values: readonly number[]) => [...new Set([Math.min(...values), Math.max(...values)])].join(' to ');

export const quota = definePromise<Size, Result>({
  name: 'quota',
  says: 'a quota is exact: neither one response more nor one less, with any number of concurrent requests',
  sizes: {
    full: { runs: 50, credits: 100, requests: 3000 },
    small: { runs: 3, credits: 100, requests: 900 },
    tiny: { runs: 1, credits: 100, requests: 900 },
  },
  breakages: [
    {
      what: 'a process ignores the credits that the others have leased',
      changes: [
        {
          file: 'stores/postgres/usage/credits.ts',
          from: 'process_id <> $3) AS others',
          to: 'process_id <> $3 AND false) AS others',
        },
      ],
      seen: /too many/,
    },
  ],
  async run({ fleet, build }, size) {
    await fleet.serve({ build });
    const agent = openAgent(size.requests);
    const done: Run[] = [];
    while (done.length < size.runs) done.push(await askAtOnce(fleet, size, agent));
    agent.destroy();
    return { ...size, done };
  },
  judge: ({ done, credits }) =>
    done.flatMap(({ successes, others }, at) => [
      ...when(successes > credits, `run ${at + 1}: ${successes} successes of ${credits} credits are too many`),
      ...when(successes < credits, `run ${at + 1}: ${successes} successes of ${credits} credits are too few`),
      ...when(others.length > 0, `run ${at + 1}: other responses: ${countOutcomes(others)}`),
    ]),
  tell: ({ done, credits, requests }) =>
    `${done.length} × ${credits} credits, ${requests} requests at once: ${rangeOf(done.map(({ successes }) => successes))} successes each`,
});
