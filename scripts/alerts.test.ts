import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { exportedNames, metricsIn } from './monitoring/exported-metrics.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const rules = read('deploy/prometheus/orgdex.rules.yml');
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

test('every metric of the alert rules is exported', async () => {
  const exported = await exportedNames();
  const named = metricsIn(rules);
  expect(named.length).toBeGreaterThan(20);
  expect([...new Set(named)].filter((name) => !exported.has(name))).toEqual([]);
});

test('every alert links to its description, which says what it means, how to check and what to do', () => {
  const sections = new Map(
    read('docs/operations/alerts.md')
      .split(/^### /m)
      .slice(1)
      .map((section) => [section.split('\n')[0], section]),
  );
  expect([...sections.keys()]).toEqual(alerts);
  for (const [name, text] of sections) {
    expect(rules).toContain(`runbook: docs/operations/alerts.md#${name?.toLowerCase()}\n`);
    for (const part of [/\*\*Meaning\.\*\*/, /\*\*Check/, /\*\*do\b/i]) expect(text, name).toMatch(part);
  }
});

test('every alert is tested with promtool', () => {
  const tested = [...read('deploy/prometheus/orgdex.rules.test.yml').matchAll(/alertname: (\w+)/g)].map(
    ([, name]) => name,
  );
  expect(new Set(tested)).toEqual(new Set(alerts));
});
