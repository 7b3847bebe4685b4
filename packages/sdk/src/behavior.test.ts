import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BehaviorCase, Report } from '../test/behavior/behavior-case.ts';
import table from '../test/behavior/cases.json' with { type: 'json' };
import { checkReport } from '../test/behavior/check-report.ts';
import { type FakeService, openFakeService } from '../test/behavior/fake-service.ts';
import { runCases } from '../test/behavior/run-case.ts';

const cases = table as unknown as readonly BehaviorCase[];
let service: FakeService;
let reports: Report[];

beforeAll(async () => {
  service = await openFakeService(cases);
  reports = await runCases(`${service.url}/node`, cases);
});
afterAll(() => service?.close());

test('the table has at least 80 cases, each with its own name', () => {
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
  expect(cases.length).toBeGreaterThanOrEqual(80);
});

describe('the TypeScript SDK', () => {
  test.each(cases.map((one, at) => ({ name: one.name, one, at })))('$name', ({ one, at }) => {
    checkReport(service, `node/${at}`, { one, report: reports[at] as Report });
  });
});
