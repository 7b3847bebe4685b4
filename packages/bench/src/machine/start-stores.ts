import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { readConfig } from '../../../server/src/core/settings/config.ts';

const script = fileURLToPath(new URL('../../../../scripts/stores.ts', import.meta.url));

const isUpAt = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Starts the stores, unless they run already with this number of OpenSearch nodes; 0 stands for any number. */
export async function ensureStores(nodes: number): Promise<void> {
  const urls = readConfig().OPENSEARCH_URL;
  const isUp = (await Promise.all(urls.map(isUpAt))).every(Boolean);
  if (isUp && (nodes === 0 || nodes === urls.length)) return;
  const child = spawn(process.execPath, [script, 'up', '--nodes', String(nodes || 1)], { stdio: 'inherit' });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error('The stores did not start. Install and start them: npm run stores:up -- --install');
}
