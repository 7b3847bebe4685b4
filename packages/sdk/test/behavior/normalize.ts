import type { BehaviorCase, Report } from './behavior-case.ts';
import type { FakeService, Received } from './fake-service.ts';

const textOf = (value: unknown): string => JSON.stringify(value) ?? '';

/** The batches of a list run at the same time: they arrive in any order, and it is a matter of luck which one is repeated. */
function requestsOf({ calls }: BehaviorCase, received: readonly Received[]): Received[] {
  if (calls.every(({ items }) => items === undefined)) return [...received];
  const unique = new Map(received.map((one) => [textOf(one.body), one]));
  return [...unique].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}

/** What two clients must have in common in a case: outcomes, requests, waits and responses. */
export function comparable(
  service: FakeService,
  place: string,
  { one, report }: { one: BehaviorCase; report: Report },
) {
  const { received } = service.trafficOf(place);
  const address = `${service.url}/${place}`;
  const isExact = one.expect.waits?.every((wait) => typeof wait === 'number') ?? false;
  const facts = {
    outcomes: report.outcomes,
    requests: one.expect.requests ? requestsOf(one, received) : [],
    waits: isExact ? report.waits.map((wait) => wait.toFixed(3)) : [],
    responses: one.expect.responses ? report.responses : [],
  };
  return JSON.parse(JSON.stringify(facts).replaceAll(address, '<address>'));
}
