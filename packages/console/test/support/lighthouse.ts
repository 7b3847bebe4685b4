import lighthouse, { desktopConfig } from 'lighthouse';
import type { DemoConsole } from './demo-console.ts';

/** Above this, Lighthouse calls a page unsteady. */
export const maxLayoutShift = 0.1;

/** The cookie of a session of the admin key. */
export async function openSession({ base, admin }: DemoConsole): Promise<string> {
  const headers = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' };
  const response = await fetch(`${base}/console/session`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ key: admin }),
  });
  return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** What Lighthouse finds on a page of the console, as on a desktop. */
export async function inspect(address: string, { port, cookie }: { port: number; cookie: string }) {
  const options = { port, logLevel: 'error' as const, onlyCategories: ['accessibility', 'performance'] };
  const { lhr } = (await lighthouse(address, { ...options, extraHeaders: { Cookie: cookie } }, desktopConfig)) ?? {};
  if (!lhr) throw new Error(`Lighthouse has no result for ${address}`);
  const figure = (id: string): number => lhr.audits[id]?.numericValue ?? Number.NaN;
  const audits = lhr.categories.accessibility?.auditRefs ?? [];
  return {
    address: lhr.finalDisplayedUrl,
    performance: lhr.categories.performance?.score ?? 0,
    accessibility: lhr.categories.accessibility?.score ?? 0,
    failed: audits.filter(({ id, weight }) => weight > 0 && lhr.audits[id]?.score === 0).map(({ id }) => id),
    contentMs: figure('largest-contentful-paint'),
    blockingMs: figure('total-blocking-time'),
    layoutShift: figure('cumulative-layout-shift'),
  };
}
