import { setTimeout as sleep } from 'node:timers/promises';
import { Problems } from '../stores/process.ts';

export function expectThat(what: string, isTrue: boolean): void {
  if (!isTrue) throw new Problems([`not true: ${what}`]);
  console.log(`✓ ${what}`);
}

/** Waits until the server is ready, and returns after how many seconds. */
export async function waitUntilReady(base: string, timeoutMs = 60_000): Promise<string> {
  const start = performance.now();
  while (performance.now() - start < timeoutMs) {
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return secondsSince(start);
    await sleep(100);
  }
  throw new Problems([`the container is not ready at ${base} after ${timeoutMs / 1000} s`]);
}

export const secondsSince = (start: number): string => `${((performance.now() - start) / 1000).toFixed(1)} s`;

/** Options of `orgdex key create` for the requests below. */
export const keyOptions = [
  '--account=image',
  '--create-account',
  ...['company:read', 'company:search', 'people:search'].map((scope) => `--scope=${scope}`),
];

/** The key in the output of `orgdex key create`. */
export const keyIn = (output: string): string => /orgdex_live_\w+/.exec(output)?.[0] ?? '';

/** Searches, looks up what was found, and opens the console. */
export async function checkAnswers(base: string, key: string): Promise<void> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const found = await fetch(`${base}/companies/search`, { method: 'POST', headers, body: '{"size":1}' });
  const { companies } = (await found.json()) as { companies?: { id: string; name: string }[] };
  const company = companies?.[0];
  expectThat('a search finds a company', company !== undefined);
  const looked = await fetch(`${base}/company?id=${company?.id}`, { headers });
  expectThat('a lookup returns the company', ((await looked.json()) as { name?: string }).name === company?.name);
  const people = await fetch(`${base}/people/search`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ companyId: company?.id }),
  });
  expectThat('a people search responds', people.status === 200);
  const page = await fetch(`${base}/console/`);
  expectThat('the console is served', (await page.text()).includes('<title>orgdex</title>'));
}
