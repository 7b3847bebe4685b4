import { expect } from 'vitest';
import type { BehaviorCase, ExpectedRequest, Report } from './behavior-case.ts';
import type { FakeService, Received } from './fake-service.ts';

const itemsIn = (body: unknown): number | undefined =>
  (body as { companies?: unknown[] } | undefined)?.companies?.length;

function checkRequest({ method, path, headers, body }: Received, expected: ExpectedRequest): void {
  if (expected.method !== undefined) expect(method).toBe(expected.method);
  if (expected.path !== undefined) expect(path).toBe(expected.path);
  if (expected.items !== undefined) expect(itemsIn(body)).toBe(expected.items);
  if (expected.body !== undefined) expect(body).toEqual(expected.body);
  for (const [name, value] of Object.entries(expected.headers ?? {})) expect(headers[name] ?? null).toBe(value);
}

function checkWaits(waits: readonly number[], expected: readonly (number | readonly [number, number])[]): void {
  expect(waits).toHaveLength(expected.length);
  for (const [at, wait] of waits.entries()) {
    const bound = expected[at] as number | readonly [number, number];
    const [least, most] = typeof bound === 'number' ? [bound, bound] : bound;
    expect(wait).toBeGreaterThanOrEqual(least - 0.001);
    expect(wait).toBeLessThanOrEqual(most + 0.001);
  }
}

/** Fails unless a client did what its case expects. */
export function checkReport(
  service: FakeService,
  place: string,
  { one, report }: { one: BehaviorCase; report: Report },
): void {
  const { received, atOnce } = service.trafficOf(place);
  const { outcomes, requests, waits, responses, mostAtOnce, later } = one.expect;
  expect(report.outcomes).toMatchObject(outcomes);
  if (requests) {
    expect(received).toHaveLength(requests.length);
    for (const [at, expected] of requests.entries()) checkRequest(received[at] as Received, expected);
  }
  if (waits) checkWaits(report.waits, waits);
  if (responses) expect(report.responses).toEqual(responses);
  if (mostAtOnce !== undefined) expect(Math.max(...atOnce)).toBe(mostAtOnce);
  if (later) expect(Math.max(...atOnce.slice(later.from - 1))).toBe(later.mostAtOnce);
}
