import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BehaviorCase, Report } from '../behavior/behavior-case.ts';
import { checkReport } from '../behavior/check-report.ts';
import { type FakeService, openFakeService } from '../behavior/fake-service.ts';
import { comparable } from '../behavior/normalize.ts';
import { runCases } from '../behavior/run-case.ts';
import { bundle } from '../support/bundle.ts';
import { findPrograms, runPrograms } from './programs.ts';

const folder = join(import.meta.dirname, '../behavior');
const text = readFileSync(join(folder, 'cases.json'), 'utf8');
const cases: readonly BehaviorCase[] = JSON.parse(text);
const programs = findPrograms();
const temporary = mkdtempSync(join(tmpdir(), 'orgdex-sdk-'));
let service: FakeService;
/** What the TypeScript SDK did in the Node of this workspace. */
let expected: Report[];
let reports: Map<string, Report[] | Error>;

beforeAll(async () => {
  const code = await bundle(join(folder, 'run-case.ts'));
  const file = join(temporary, 'bundle.mjs');
  writeFileSync(file, code);
  service = await openFakeService(cases, {
    '/page': { type: 'text/html', content: '<!doctype html><title>page</title>' },
    '/bundle.js': { type: 'text/javascript', content: code },
    '/cases.json': { type: 'application/json', content: text },
  });
  expected = await runCases(`${service.url}/node`, cases);
  reports = await runPrograms(programs, ({ run, report }) => report(`${service.url}/${run}`, file));
}, 300_000);
afterAll(async () => {
  rmSync(temporary, { recursive: true, force: true });
  await service?.close();
});

describe.each(programs)('$name', ({ run, isBrowser }) => {
  const all = cases
    .map((one, at) => ({ name: one.name, one, at }))
    .filter(({ one }) => !isBrowser || one.notInBrowser === undefined);
  const reportOf = (at: number): Report => {
    const found = reports.get(run);
    if (!Array.isArray(found)) throw found ?? new Error(`${run} did not run.`);
    return found[at] as Report;
  };

  test.each(all)('$name', ({ one, at }) => {
    checkReport(service, `${run}/${at}`, { one, report: reportOf(at) });
  });

  test('does nothing that differs from the TypeScript SDK', () => {
    for (const { one, at, name } of all) {
      const own = comparable(service, `${run}/${at}`, { one, report: reportOf(at) });
      const other = comparable(service, `node/${at}`, { one, report: expected[at] as Report });
      expect({ name, ...own }).toEqual({ name, ...other });
    }
  });
});
