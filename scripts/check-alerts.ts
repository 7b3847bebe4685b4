import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { dashboardQueries } from './monitoring/dashboard.ts';
import { findPromtool } from './monitoring/promtool.ts';
import { Problems, runOrThrow } from './stores/process.ts';

const folder = join(import.meta.dirname, '../deploy/prometheus');

/** promtool checks only rules, so each query becomes one. JSON is YAML too. Grafana replaces the interval itself. */
const toRules = (queries: readonly string[]): string =>
  JSON.stringify({
    groups: [
      {
        name: 'dashboard',
        rules: queries.map((query, at) => ({
          record: `query:${at}`,
          expr: query.replaceAll('$__rate_interval', '5m'),
        })),
      },
    ],
  });

async function checkQueries(promtool: string): Promise<string> {
  const work = mkdtempSync(join(tmpdir(), 'orgdex-dashboard-'));
  try {
    const file = join(work, 'queries.yml');
    writeFileSync(file, toRules(dashboardQueries()));
    return await runOrThrow(promtool, ['check', 'rules', file]);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Checks the alert rules and the queries of the dashboard, and tests when each alert fires. */
try {
  const promtool = await findPromtool(resolve(process.env.ORGDEX_HOME || '.orgdex'));
  console.log((await runOrThrow(promtool, ['check', 'rules', join(folder, 'orgdex.rules.yml')])).trim());
  console.log((await runOrThrow(promtool, ['test', 'rules', join(folder, 'orgdex.rules.test.yml')])).trim());
  console.log((await checkQueries(promtool)).trim());
} catch (error) {
  if (!(error instanceof Problems)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
