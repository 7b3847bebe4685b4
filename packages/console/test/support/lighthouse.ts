import lighthouse, { desktopConfig } from 'lighthouse';
import type { DemoConsole } from './demo-console.ts';

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

interface InspectOptions {
  /** The debugging port of the browser. */
  readonly port: number;
  /** The cookie of a session. */
  readonly cookie: string;
}

async function run(address: string, { port, cookie }: InspectOptions) {
  const extraHeaders = { Cookie: cookie };
  const options = { port, logLevel: 'error' as const, onlyCategories: ['accessibility'], extraHeaders };
  const { lhr } = (await lighthouse(address, options, desktopConfig)) ?? {};
  if (!lhr) throw new Error(`Lighthouse has no result for ${address}`);
  return lhr;
}

/** What Lighthouse says about the accessibility of a page of the console. */
export async function inspectAccessibility(address: string, options: InspectOptions) {
  const { audits, categories, finalDisplayedUrl } = await run(address, options);
  const { score, auditRefs = [] } = categories.accessibility ?? {};
  const failed = auditRefs.filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0).map(({ id }) => id);
  return { address: finalDisplayedUrl, score, failed };
}
